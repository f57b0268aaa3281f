import Foundation

/// The public data beside the package, read where it is there.
enum SharedData {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "../shared/data").standardizedFileURL

  static func bytes(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: folder.appending(path: path))).map { Array($0) }
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: path).path)
  }

  static func text(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The sorted names in a folder, or nil where it is not there.
  static func names(in path: String) -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
  }
}
