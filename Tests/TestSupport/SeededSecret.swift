internal import Foundation

/// `Tests/Fixtures/secrets/seeded.tsv`, which `Tests/EndToEnd/Secrets/check.py` gives to every command.
package struct SeededSecret: CustomStringConvertible, Sendable {
  package let kind: String
  package let text: String
  package let secret: String

  package var description: String { kind }

  package static let all: [SeededSecret] = {
    let file = Repository.root.appending(path: "Tests/Fixtures/secrets/seeded.tsv")
    let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
    return lines.filter { !$0.hasPrefix("#") }.map { line in
      let parts = line.split(separator: "\t")
      let marked = repeated(String(parts[1]))
      let secret = marked.split(separator: "⟧")[0].split(separator: "⟦").last ?? ""
      return SeededSecret(
        kind: String(parts[0]),
        text: marked.replacing("⟦", with: "").replacing("⟧", with: ""),
        secret: String(secret)
      )
    }
  }()

  /// `<a1*3>` is `a1a1a1`.
  private static func repeated(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let parts = rest[rest.index(after: open)..<close].split(separator: "*")
      if parts.count == 2, let times = Int(parts[1]) {
        result += rest[..<open] + String(repeating: String(parts[0]), count: times)
      } else {
        result += rest[...close]
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
