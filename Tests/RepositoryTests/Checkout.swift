import Foundation

/// The files of the checkout that these tests were built from, by their paths.
enum Checkout {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let sources = swiftFiles(below: "Sources")
  static let tests = swiftFiles(below: "Tests")

  /// The folders of `Sources` that have modules in them, in their order.
  static let wings = ["ground", "language", "engine", "streams", "analysis", "policies", "faces"]

  /// The wing of a file of `Sources`, its module, and the first folder in that; `.` for none.
  static func place(of path: String) -> (wing: String?, module: String, folder: String) {
    var parts = path.split(separator: "/").dropFirst().map(String.init)
    let wing = parts.first.flatMap { wings.contains($0) ? $0 : nil }
    if wing != nil { parts.removeFirst() }
    return (wing, parts[0], parts.count > 2 ? parts[1] : ".")
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private static func swiftFiles(below folder: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    return (all?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".swift") }
      .map { "\(folder)/\($0)" }.sorted()
  }
}
