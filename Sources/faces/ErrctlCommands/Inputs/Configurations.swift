import Checks
internal import Bytes
internal import Source
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
  private var said: Set<String> = []

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
    let kind = try Self.found(identity, { path throws(Errno) in try FileKind(of: path) })
    let folder = kind?.isFolder == true ? FilePath(identity) : FilePath(identity).removingLastComponent()
    let found = try configuration(inFolder: folder)
    if let found, let kind, found.folder != folder.string { try noteOwner(of: found, for: kind) }
    return found
  }

  /// The configuration of a rule file; the working directory's if it is from a revision.
  ///
  /// - Parameter named: the value of `--config`.
  static func found(for rules: String, named: String?, limits: Limits, terminalStyle: TerminalStyle) throws
    -> Found?
  {
    var configurations = try Self(named: named, limits: limits)
    let path = FileImports.identity(of: rules) == nil ? "-" : rules
    let found = try configurations.configuration(of: path)
    let errors = configurations.diagnostics.filter { $0.severity == .error }
    if !errors.isEmpty { throw try failure(errors, terminalStyle) }
    return found
  }

  /// Writes findings to standard error.
  static func failure(_ findings: [Diagnostic], _ terminalStyle: TerminalStyle) throws
    -> CommandFailure
  {
    let text = DiagnosticText(terminalStyle: terminalStyle)
    for finding in findings { try CheckedOutput.standardError.write(text.text(of: finding)) }
    try CheckedOutput.standardError.flush()
    return CommandFailure(.unusableInput)
  }

  /// Says once that a configuration above the files belongs to somebody else, who may switch findings off.
  private mutating func noteOwner(of found: Found, for kind: FileKind) throws {
    let file = FilePath(found.folder).appending(Self.fileName).string
    guard let owner = try? FileKind(of: file).owner.user, !said.contains(file) else { return }
    if [0, geteuid(), kind.owner.user].contains(owner) { return }
    said.insert(file)
    try Note.write(
      file, "This configuration belongs to another user (\(owner)). It applies; --config names another one.")
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
    if try Self.exists(file) {
      let (read, findings) = try Self.read(file, limits)
      found = read
      diagnostics += findings
    } else if folder.components.isEmpty == false {
      found = try configuration(inFolder: folder.removingLastComponent())
    }
    byFolder[folder.string] = found
    return found
  }

  /// - Throws: for what can't be a configuration. Without it, levels and gates would be gone in silence.
  private static func exists(_ file: String) throws -> Bool {
    guard try found(file, { file throws(Errno) in try FileKind(of: file, followsLinks: false) }) != nil else {
      return false
    }
    guard let kind = try found(file, { file throws(Errno) in try FileKind(of: file) }) else {
      throw CommandFailure(
        .unusableInput,
        "\(file): This link leads nowhere, so the configuration is missing. Remove the link, or write the file."
      )
    }
    if kind.isRegular { return true }
    let noun = kind.isFolder ? "a folder" : kind.specialNoun ?? "no regular file"
    throw CommandFailure(
      .unusableInput,
      "\(file): This is \(noun). A configuration is a file: remove it, or write one in its place.")
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
