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

/// Relative to the importing file and only inside the entry file's folder. Files are identified by their path
/// with all links resolved.
struct FileImports: ImportReader {
  let entry: String
  private let folder: String
  /// The folder as the user named it, for messages.
  private let shownFolder: String
  private let limits: Limits

  /// Standard input imports from the working directory.
  init(entry name: String, limits: Limits) {
    self.limits = limits
    let namedFolder = Self.folder(of: name)
    let ownFolder = try? Self.resolved(namedFolder.isEmpty ? "." : namedFolder)
    guard let file = Self.identity(of: name) else {
      // Not a file: a pipe, perhaps a named one.
      entry = ""
      folder = (try? Self.resolved(".")) ?? "."
      shownFolder = ""
      return
    }
    entry = file
    folder = Self.folder(of: file)
    // The link's target is in another folder than the link.
    let shown = PlainPath.of(Self.joined(folder == ownFolder ? namedFolder : folder, ""))
    shownFolder = shown == "." ? "" : shown
  }

  /// The path with all links resolved; nil if there is no file.
  static func identity(of name: String) -> String? {
    name == "-" ? nil : try? resolved(name)
  }

  static func isFolder(_ path: String) -> Bool { (try? FileKind(of: path).isFolder) ?? false }

  func find(_ path: String, from importer: String) throws(ImportFault) -> ImportedFile {
    let start = importer.isEmpty ? folder : Self.folder(of: importer)
    let inside = Self.joined(folder, "")
    let file: String
    let kind: FileKind
    do throws(Errno) {
      file = try Self.resolved(Self.joined(start, path))
      kind = try FileKind(of: file)
    } catch {
      // Nothing about files outside is revealed, not even whether they exist.
      throw staysInside(path, from: start) ? Self.fault(error) : .leavesFolder
    }
    guard file.utf8.starts(with: inside.utf8) else { throw .leavesFolder }
    if kind.isFolder { throw .isFolder }
    guard kind.isRegular else { throw .isUnreadable("it is not a regular file") }
    return ImportedFile(
      identity: file,
      name: shownFolder + String(decoding: file.utf8.dropFirst(inside.utf8.count), as: UTF8.self))
  }

  func read(_ file: ImportedFile) throws(ImportFault) -> [UInt8] {
    do throws(Errno) {
      return try InputFile.contents(of: file.identity, limit: limits.ruleFileBytes)
    } catch {
      throw Self.fault(error)
    }
  }

  /// Whether a path that leads to no file stays inside the folder.
  private func staysInside(_ path: String, from start: String) -> Bool {
    var depth = start.utf8.dropFirst(folder.utf8.count).split(separator: UInt8(ascii: "/")).count
    for component in path.split(separator: "/") where component != "." {
      depth += component == ".." ? -1 : 1
      if depth < 0 { return false }
    }
    return true
  }

  static func fault(_ errno: Errno) -> ImportFault {
    switch errno {
    case .noSuchFileOrDirectory, .notDirectory: .isMissing
    case .isDirectory: .isFolder
    case Confinement.fault: .leavesFolder
    case .permissionDenied: .isUnreadable("check its permissions and those of its folders")
    case .tooManySymbolicLinkLevels: .isUnreadable("its links form a cycle")
    default: .isUnreadable(errno.description)
    }
  }

  /// FilePath is used only for paths to normalize, because its metadata is slow to look up at run time.
  private static func folder(of file: String) -> String {
    let slash = UInt8(ascii: "/")
    let bytes = file.utf8
    var isTidy = bytes.last != slash
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == slash, previous == slash { isTidy = false }
      previous = byte
    }
    guard isTidy else { return FilePath(file).removingLastComponent().string }
    guard let last = bytes.lastIndex(of: slash) else { return "" }
    return last == bytes.startIndex ? "/" : String(file[..<last])
  }

  private static func joined(_ folder: String, _ name: String) -> String {
    folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  static func resolved(_ path: String) throws(Errno) -> String {
    try Confinement.check(path)
    guard let resolved = realpath(path, nil) else { throw Errno(rawValue: errno) }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
