package import Bytes
package import Source
package import Suites

/// Access to files, which the server gets from its host.
package protocol FileSystem: Sendable {
  /// The path with all links resolved.
  func resolve(_ path: String) throws(ImportFault) -> String
  /// Nil for what is neither a regular file nor a folder, or not there.
  func isFolder(_ path: String) -> Bool?
  /// At most `limit` + 1 bytes of a regular file.
  func read(_ path: String, limit: Int) throws(ImportFault) -> [UInt8]
  /// The names in a folder; empty if it can't be read.
  func names(in folder: String) -> [String]
  /// A text that changes whenever the file does; nil if there is none.
  func stamp(of path: String) -> String?
  /// The wanted records of a stream.
  ///
  /// - Throws: an error whose text says why the stream can't be read.
  func records(_ wanted: Set<String>, in path: String, limits: Limits) throws -> FoundRecords
}
