import Checks
internal import Bytes
internal import Source
import SystemPackage

/// The named configuration for all files, or the nearest `.errctl.yaml` in a file's folder or above.
struct Configurations {
  struct Found {
    let folder: String
    let configuration: Configuration

    func excludes(_ path: String) -> Bool {
      guard let identity = FileImports.identity(of: path), identity.hasPrefix(folder + "/") else {
        return false
      }
      return configuration.excludes(String(identity.dropFirst(folder.count + 1)))
    }
  }

  static let fileName = ".errctl.yaml"

  private let named: Found?
  private let limits: Limits
  private var byFolder: [String: Found?] = [:]
  private(set) var diagnostics: [Diagnostic] = []

  init(named name: String?, limits: Limits) throws {
    self.limits = limits
    guard let name else {
      named = nil
      return
    }
    let (found, findings) = try Self.read(name, limits)
    named = found
    diagnostics = findings
  }

  /// `path` as the user named it; `-` stands for the working directory.
  mutating func configuration(of path: String) throws -> Found? {
    if let named { return named }
    let path = path == "-" ? "." : path
    guard let identity = try Self.found(path, { path throws(Errno) in try FileImports.resolved(path) })
    else { return nil }
    let isFolder = try Self.found(identity, { path throws(Errno) in try FileKind(of: path).isFolder })
    return try configuration(
      inFolder: isFolder == true ? FilePath(identity) : FilePath(identity).removingLastComponent())
  }

  /// Nil for what is not there; anything else that fails would lose a configuration.
  private static func found<Result>(_ path: String, _ look: (String) throws(Errno) -> Result) throws
    -> Result?
  {
    do throws(Errno) {
      return try look(path)
    } catch {
      if [.noSuchFileOrDirectory, .notDirectory, Confinement.fault].contains(error) { return nil }
      throw CommandFailure(.unusableInput, "\(path): \(InputFile.reason(error))")
    }
  }

  /// A file that is itself to be checked.
  mutating func read(_ path: String) throws {
    _ = try configuration(of: path)
    guard let named, let identity = FileImports.identity(of: path) else { return }
    let folder = FilePath(identity).removingLastComponent().string
    if named.folder != folder { diagnostics += try Self.read(path, limits).1 }
  }

  private mutating func configuration(inFolder folder: FilePath) throws -> Found? {
    if let known = byFolder[folder.string] { return known }
    let file = folder.appending(Self.fileName).string
    var found: Found?
    if try Self.found(file, { file throws(Errno) in try FileKind(of: file).isRegular }) ?? false {
      let (read, findings) = try Self.read(file, limits)
      found = read
      diagnostics += findings
    } else if folder.components.isEmpty == false {
      found = try configuration(inFolder: folder.removingLastComponent())
    }
    byFolder[folder.string] = found
    return found
  }

  private static func read(_ name: String, _ limits: Limits) throws -> (Found, [Diagnostic]) {
    let bytes = try InputFile.read(name, limit: limits.ruleFileBytes)
    let (configuration, diagnostics) = Configuration.read(
      name: shown(name), bytes: bytes, limits: limits, codes: .errctl)
    let identity = FileImports.identity(of: name) ?? name
    return (
      Found(folder: FilePath(identity).removingLastComponent().string, configuration: configuration),
      diagnostics
    )
  }

  /// Relative to the working directory if the file is inside it.
  private static func shown(_ name: String) -> String {
    guard let here = FileImports.identity(of: "."), name.hasPrefix(here + "/") else { return name }
    return String(name.dropFirst(here.count + 1))
  }
}
