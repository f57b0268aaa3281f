import Foundation
import Patterns
import Testing

/// Patterns on which engines that backtrack take exponential time; patterns-bench times the same list.
@Suite("Catastrophic patterns")
struct LinearTimeTests {
  struct Catastrophe: Decodable, CustomTestStringConvertible {
    let pattern: String
    let prefix: String
    let pump: String
    let suffix: String
    let refused: String?

    var testDescription: String { pattern }

    static let all: [Catastrophe] = {
      let path = TestEnvironment.root.appendingPathComponent(
        "Tests/Fixtures/Patterns/catastrophic-patterns.jsonl"
      )
      let lines = ((try? String(contentsOf: path, encoding: .utf8)) ?? "").split(separator: "\n")
      return lines.compactMap { try? JSONDecoder().decode(Catastrophe.self, from: Data($0.utf8)) }
    }()

    func text(_ length: Int) -> [UInt8] {
      var text = Array(prefix.utf8)
      while text.count < length { text += Array(pump.utf8) }
      return text + Array(suffix.utf8)
    }
  }

  @Test func `the list is there`() { #expect(Catastrophe.all.count == 38) }

  @Test(arguments: Catastrophe.all)
  func `twice the text takes twice the steps at most, or the pattern is refused`(catastrophe: Catastrophe)
    throws
  {
    let pattern: Pattern
    do {
      pattern = try Pattern(expression: catastrophe.pattern)
    } catch {
      #expect(error.limit?.rawValue == catastrophe.refused, "\(error)")
      return
    }
    #expect(catastrophe.refused == nil)
    // The automaton: work beyond a table's lookup for each byte must end once its states are known.
    var steps: [Int] = []
    for length in [20_000, 40_000] {
      let searcher = pattern.makeSearcher()
      _ = catastrophe.text(length).withRawBytes { searcher.matches($0) }
      steps.append(searcher.stepCount)
    }
    #expect(Double(steps[1]) <= 2.2 * Double(steps[0]) + 1000)
    // The simulation, which has no states to keep.
    steps = []
    for length in [200, 400] {
      let extractor = pattern.makeExtractor()
      _ = catastrophe.text(length).withRawBytes { extractor.firstMatch(in: $0, from: 1) }
      steps.append(extractor.stepCount)
      #expect(steps[steps.count - 1] <= (length + 20) * pattern.programSize * 2)
    }
    #expect(Double(steps[1]) <= 2.5 * Double(steps[0]) + 1000)
  }
}
