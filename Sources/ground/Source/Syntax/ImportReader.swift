/// Finds and reads imported rule files; the engine itself does no file access.
public protocol ImportReader: Sendable {
  /// The entry file's identity, used to detect import cycles.
  var entry: String { get }

  /// The file at `path`, as written in `importer`: relative, and neither a URL nor a glob. The reader must
  /// reject a path that, with links on it, leads out of the entry file's folder.
  func find(_ path: String, from importer: String) throws(ImportFault) -> ImportedFile

  /// The contents of the file; called once per file.
  func read(_ file: ImportedFile) throws(ImportFault) -> [UInt8]
}

/// A file that an import leads to.
public struct ImportedFile: Sendable, Hashable {
  /// The unique identity of the file, whatever path leads to it.
  public let identity: String
  /// The name in findings; its extension distinguishes JSON from YAML.
  public let name: String

  /// The file `identity`, named `name` in findings.
  public init(identity: String, name: String) {
    self.identity = identity
    self.name = name
  }
}

/// A reason why an import can't be read.
public enum ImportFault: Error, Sendable {
  /// It is outside the entry file's folder, after resolving links.
  case leavesFolder
  case isMissing
  case isFolder
  /// Another reason, as a clause for the message.
  case isUnreadable(String)
}

/// Rule files as texts by their paths, for programs without a file system.
public struct ImportedTexts: ImportReader {
  /// The path of the entry file, which is absolute as all of them are.
  public let entry: String
  private let folder: String
  private let texts: [String: [UInt8]]

  /// The texts of rule files by their absolute paths, with the file `entry` among them.
  public init(entry: String, texts: [String: [UInt8]]) {
    self.entry = entry
    self.texts = texts
    folder = PathText.folder(of: entry)
  }

  /// The file at the path, if it is one of the texts and in the entry file's folder.
  public func find(_ path: String, from importer: String) throws(ImportFault) -> ImportedFile {
    let file = PathText.plain(PathText.joined(PathText.folder(of: importer), path))
    guard PathText.isInside(file, folder) else { throw .leavesFolder }
    guard texts[file] != nil else { throw .isMissing }
    return ImportedFile(identity: file, name: PathText.relative(file, to: folder))
  }

  /// The text of the file.
  public func read(_ file: ImportedFile) throws(ImportFault) -> [UInt8] {
    guard let text = texts[file.identity] else { throw .isMissing }
    return text
  }
}

#if hasFeature(Embedded)
  /// Embedded Swift has no existentials, and no file system below it.
  public typealias AnyImportReader = ImportedTexts
#else
  /// A reader of imports of any type.
  public typealias AnyImportReader = any ImportReader
#endif
