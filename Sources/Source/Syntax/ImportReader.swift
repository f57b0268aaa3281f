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

#if hasFeature(Embedded)
  /// Embedded Swift has no existentials; nobody reads imports there.
  public enum AnyImportReader: ImportReader {
    /// Never called.
    public var entry: String { switch self {} }
    /// Never called.
    public func find(_ path: String, from importer: String) throws(ImportFault) -> ImportedFile {
      switch self {}
    }
    /// Never called.
    public func read(_ file: ImportedFile) throws(ImportFault) -> [UInt8] { switch self {} }
  }
#else
  /// A reader of imports of any type.
  public typealias AnyImportReader = any ImportReader
#endif
