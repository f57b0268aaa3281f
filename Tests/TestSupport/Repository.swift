package import Foundation

/// The checkout that the tests were built from, and neighboring folders.
package enum Repository {
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Public test suites and samples; not present everywhere.
  package static let sharedData = root.appending(path: "../shared/data").standardizedFileURL

  /// The rule sets below `rules/` that have a file of this name: `shop`, `originals/responder-chain`.
  package static func ruleSets(with name: String = "rules.yaml") -> [String] {
    let folder = root.appending(path: "rules").path
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix("/\(name)") }.map { String($0.dropLast(name.count + 1)) }.sorted()
  }

  package static func hasSharedData(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: sharedData.appending(path: path).path)
  }
}
