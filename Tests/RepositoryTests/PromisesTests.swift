import Foundation
import Testing

@Suite("A promise of docs/reference/promises.md")
struct PromisesTests {
  /// By promise; the heads of the tables aside.
  private static func rows() throws -> [(promise: String, tests: String)] {
    let lines = try Checkout.text("docs/reference/promises.md").split(separator: "\n")
    let rows = lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| promise ") }
    return rows.map { row in
      let cells = row.split(separator: "|").map { String($0) }
      return (cells[0], cells[cells.count - 1])
    }
  }

  @Test("names the tests that hold it, and each of them is there")
  func tests() throws {
    var count = 0
    for (promise, tests) in try Self.rows() {
      let pieces = tests.split(separator: "`", omittingEmptySubsequences: false)
      let names = pieces.indices.filter { !$0.isMultiple(of: 2) }.map { String(pieces[$0]) }
      #expect(!names.isEmpty, "\(promise)")
      for name in names {
        count += 1
        #expect(try Self.isThere(name), "\(promise): \(name)")
      }
    }
    #expect(count > 40)
  }

  private static func isThere(_ name: String) throws -> Bool {
    let words = name.split(separator: " ").map { String($0) }
    if words[0] == "./dev" {
      guard words.count > 1, try Checkout.text("dev").contains("verb_\(words[1])()") else { return false }
      guard words.count > 2 else { return true }
      return try Checkout.text("Tests/suites.sh").contains("suite_\(words[2].replacing("-", with: "_"))()")
    }
    let folders = ["T/": "Tests/", "C/": "Tests/errctlTests/Cases/"]
    let path = folders[String(name.prefix(2))].map { $0 + name.dropFirst(2) } ?? name
    return FileManager.default.fileExists(atPath: Checkout.root.appending(path: path).path)
  }
}
