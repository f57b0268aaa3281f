import Foundation
import Patterns

/// A pattern on which engines that backtrack take exponential time, or many states; a line of
/// `Tests/Fixtures/Patterns/catastrophic-patterns.jsonl`.
struct Catastrophe: Decodable {
  let pattern: String
  let prefix: String
  let pump: String
  let suffix: String
  let known: String
  let refused: String?

  static func read() throws -> [Catastrophe] {
    let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let path = root.appendingPathComponent("Tests/Fixtures/Patterns/catastrophic-patterns.jsonl")
    return try String(contentsOf: path, encoding: .utf8).split(separator: "\n").map { line in
      try JSONDecoder().decode(Catastrophe.self, from: Data(line.utf8))
    }
  }

  /// The text with as many pumps as fit into `length` bytes.
  func text(length: Int) -> [UInt8] {
    let pumps = Array(pump.utf8)
    var text = Array(prefix.utf8)
    while text.count + pumps.count + suffix.utf8.count <= length { text += pumps }
    return text + Array(suffix.utf8)
  }

  /// The best of `rounds` times of a search by a fresh searcher, in seconds.
  static func time(_ pattern: Pattern, _ text: [UInt8], rounds: Int) -> Double {
    (0..<rounds).map { _ in
      let searcher = pattern.makeSearcher()
      let elapsed = ContinuousClock().measure { _ = text.withUnsafeBytes { searcher.matches($0) } }
      return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    }.min() ?? 0
  }
}
