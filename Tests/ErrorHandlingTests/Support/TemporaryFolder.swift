import Foundation

/// A folder that goes away with the test.
final class TemporaryFolder: Sendable {
  private let root: String

  init() throws {
    root = NSTemporaryDirectory() + "/errctl-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  /// Writes a file in one piece, under another name first.
  func write(_ name: String, _ text: String) throws {
    let url = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: url, options: .atomic)
  }
}
