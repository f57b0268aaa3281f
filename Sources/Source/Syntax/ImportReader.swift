/// Finds and reads the files that a rule file imports; the engine itself reads none.
public protocol ImportReader: Sendable {
  /// The entry file's identity, by which an import that leads back to it is known.
  var entry: String { get }

  /// Where `path`, as written in the file `importer`, leads.
  ///
  /// The path is relative, and no URL and no glob. It may still lead out of the entry file's folder, and links may:
  /// that is refused here.
  func find(_ path: String, from importer: String) throws(ImportFault) -> ImportedFile

  /// What the file holds; asked once a file, however often it is imported.
  func read(_ file: ImportedFile) throws(ImportFault) -> [UInt8]
}

/// A file that an import leads to.
public struct ImportedFile: Sendable, Hashable {
  /// What tells it from every other file, by whatever path it is reached.
  public let identity: String
  /// Its name in findings; its ending tells JSON from YAML.
  public let name: String

  /// The file `identity`, which people know as `name`.
  public init(identity: String, name: String) {
    self.identity = identity
    self.name = name
  }
}

/// Why an import can't be read.
public enum ImportFault: Error, Sendable {
  /// It lies outside the entry file's folder, its links resolved.
  case leavesFolder
  case isMissing
  case isFolder
  /// It can't be read for another reason: a sentence that says what to do.
  case isUnreadable(String)
}
