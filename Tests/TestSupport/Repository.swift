package import Foundation

/// The checkout that the tests were built from, and neighboring folders.
package enum Repository {
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Public test suites and samples; not present everywhere.
  package static let sharedData = root.appending(path: "../shared/data").standardizedFileURL

  package static func hasSharedData(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: sharedData.appending(path: path).path)
  }
}
