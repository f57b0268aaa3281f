import Foundation
import TestSupport

/// The public data beside the package, if it is present.
enum SharedData {
  static let folder = Repository.sharedData

  static func bytes(_ path: String) -> [UInt8]? {
    let url = folder.appending(path: path)
    // Foundation on Linux leaks a page for each empty file that it reads, which the leak sanitizer reports.
    if (try? url.resourceValues(forKeys: [.fileSizeKey]))?.fileSize == 0 { return [] }
    return (try? Data(contentsOf: url)).map { Array($0) }
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: path).path)
  }

  static func text(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The sorted names in a folder; nil if it does not exist.
  static func names(in path: String) -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
  }
}
