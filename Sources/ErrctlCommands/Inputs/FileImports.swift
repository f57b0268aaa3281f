import RuleEngine
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Finds imported files on the file system: relative to the file that imports them, and nowhere but in the entry
/// file's folder. A file is known by its path with every link resolved.
struct FileImports: ImportReader {
  let entry: String
  /// The entry file's folder, with every link resolved.
  private let folder: String
  /// What names of files in that folder begin with, as the user named the entry file.
  private let shownFolder: String
  private let limits: Limits

  /// What the rule file `name` imports; standard input imports from the working directory.
  init(entry name: String, limits: Limits) {
    self.limits = limits
    let namedFolder = Self.folder(of: name)
    let ownFolder = try? Self.resolved(namedFolder.isEmpty ? "." : namedFolder)
    guard let file = Self.identity(of: name) else {
      // No file: a pipe, perhaps one that has a name.
      entry = ""
      folder = (try? Self.resolved(".")) ?? "."
      shownFolder = ""
      return
    }
    entry = file
    folder = Self.folder(of: file)
    // Through a link the folder is another one than was named.
    let shown = PlainPath.of(Self.joined(folder == ownFolder ? namedFolder : folder, ""))
    shownFolder = shown == "." ? "" : shown
  }

  /// What tells a file from every other, by whatever path it is reached; nil for what is no file.
  static func identity(of name: String) -> String? {
    name == "-" ? nil : try? resolved(name)
  }

  /// Whether a path leads to a folder.
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
      // Of what lies outside nothing is told, not even whether it is there.
      throw staysInside(path, from: start) ? Self.fault(error) : .leavesFolder
    }
    guard file.utf8.starts(with: inside.utf8) else { throw .leavesFolder }
    if kind.isFolder { throw .isFolder }
    guard kind.isRegular else { throw .isUnreadable("it is no regular file") }
    return ImportedFile(
      identity: file,
      name: shownFolder + String(decoding: file.utf8.dropFirst(inside.utf8.count), as: UTF8.self)
    )
  }

  func read(_ file: ImportedFile) throws(ImportFault) -> [UInt8] {
    do throws(Errno) {
      return try InputFile.contents(of: file.identity, limit: limits.ruleFileBytes)
    } catch {
      throw Self.fault(error)
    }
  }

  /// Whether a path that leads nowhere would stay in the entry file's folder.
  private func staysInside(_ path: String, from start: String) -> Bool {
    var depth = start.utf8.dropFirst(folder.utf8.count).split(separator: UInt8(ascii: "/")).count
    for component in path.split(separator: "/") where component != "." {
      depth += component == ".." ? -1 : 1
      if depth < 0 { return false }
    }
    return true
  }

  private static func fault(_ errno: Errno) -> ImportFault {
    switch errno {
    case .noSuchFileOrDirectory, .notDirectory: .isMissing
    case .isDirectory: .isFolder
    case .permissionDenied: .isUnreadable("check its permissions, and those of its folders")
    case .tooManySymbolicLinkLevels: .isUnreadable("its links lead in a circle")
    default: .isUnreadable(InputFile.reason(errno))
    }
  }

  /// The path without its last component. Where there is nothing to tidy up, FilePath is not asked: that looks up at
  /// run time what it is made of.
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

  /// The path with every link resolved.
  private static func resolved(_ path: String) throws(Errno) -> String {
    guard let resolved = realpath(path, nil) else { throw Errno(rawValue: errno) }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
