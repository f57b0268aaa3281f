package import Bytes
package import Replay
package import Source
package import Suites

/// Access to files, which the server gets from its host.
package protocol FileSystem: Sendable {
  /// The path with all links resolved.
  func resolve(_ path: String) throws(ImportFault) -> String
  /// Nil for what is neither a regular file nor a folder, or not there.
  func isFolder(_ path: String) -> Bool?
  /// Reads at most `limit` + 1 bytes of a regular file.
  func read(_ path: String, limit: Int) throws(ImportFault) -> [UInt8]
  /// The names in a folder; empty if it can't be read.
  func names(in folder: String) -> [String]
  /// A text that changes whenever the file does; nil if there is none.
  func stamp(of path: String) -> String?
  /// The streams that files, folders and patterns name, in the order of `errctl replay`; and why some can't be read.
  func streams(_ names: [String]) -> (paths: [String], failures: [String])
  func stream(at path: String) -> Replayer.Stream
  /// The sentence of `errctl replay`.
  func reason(_ failure: Replayer.Failure) -> String
  /// A rule file as it is in a revision of its repository.
  ///
  /// - Throws: an error whose text says why there is none.
  func file(_ path: String, in revision: String, limits: Limits) throws -> RevisedFile
  /// Puts a text into a file of this name for the client to show, until the server ends. The path; nil if it can't.
  func keep(_ text: String, as name: String) -> String?
  /// The wanted records of a stream.
  ///
  /// - Throws: an error whose text says why the stream can't be read.
  func records(_ wanted: Set<String>, in path: String, limits: Limits) throws -> FoundRecords
}

/// A file of an earlier revision, with what it imports there.
package struct RevisedFile {
  let name: String
  let bytes: [UInt8]
  let imports: any ImportReader

  package init(name: String, bytes: [UInt8], imports: any ImportReader) {
    self.name = name
    self.bytes = bytes
    self.imports = imports
  }
}
