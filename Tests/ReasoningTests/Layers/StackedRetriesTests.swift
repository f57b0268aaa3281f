import Bytes
import Engine
import TestSupport
import Testing

@testable import Reasoning

@Suite("Layers of retries")
struct StackedRetriesTests {
  private func reasoners(_ layers: [String]) throws -> [Reasoner] {
    try layers.map { rules in
      let text =
        "version: 1\nresponders:\n  - id: layer\n    rules:\n\(rules)\n    otherwise: { then: abort }\n"
      let compiled = RuleSet.compile(name: "rules.yaml", bytes: Array(text.utf8))
      return Reasoner(try #require(compiled.chain, "\(compiled.diagnostics)"), try #require(compiled.program))
    }
  }

  private func worst(_ layers: String...) throws -> StackedRetries.Worst? {
    StackedRetries(try reasoners(layers)).worst()
  }

  private func rule(_ when: String, _ tries: Int, exhausted: String = "abort") -> String {
    "      - { when: \(when), then: { retry: { maxAttempts: \(tries), exhausted: \(exhausted) } } }"
  }

  @Test func `the tries of layers that retry the same error multiply`() throws {
    let again = rule("{ status: 5xx }", 3)
    let found = try #require(try worst(again, again, again))
    #expect(found.tries == [3, 3, 3])
    #expect(found.requests == 27)
    #expect(found.isProven)
  }

  @Test func `errors that only one layer retries do not multiply`() throws {
    let found = try #require(try worst(rule("{ status: 429 }", 5), rule("{ status: 503 }", 4)))
    #expect(found.tries == [5, 1])
    #expect(found.isProven)
  }

  @Test func `an earlier rule keeps an error from the largest budget`() throws {
    let refused = "      - { when: { status: 429 }, then: abort }\n"
    let inner = rule("{ status: 429 }", 9) + "\n" + rule("{ status: 503 }", 2)
    let found = try #require(try worst(inner, refused + rule("{ status: [ 429, 503 ] }", 4)))
    // Nine tries of a 429, or two of a 503 below four.
    #expect(found.requests == 9)
    #expect(found.isProven)
  }

  @Test func `a layer that goes on keeps the error from those above`() throws {
    let settled = rule("{ status: 503 }", 3, exhausted: "proceed")
    let found = try #require(try worst(settled, rule("{ status: 503 }", 5)))
    #expect(found.tries == [3])
  }

  @Test func `a budget that goes on at another rule counts with it`() throws {
    let two = rule("{ status: 503 }", 2, exhausted: "continue") + "\n" + rule("{ status: 5xx }", 6)
    let found = try #require(try worst(two, rule("{ status: 503 }", 2)))
    #expect(found.tries == [6, 2])
    #expect(found.isProven)
  }

  @Test func `many budgets in one layer are bounded, if not told apart`() throws {
    let inner = (0..<16).map { rule("{ status: \(400 + $0) }", $0 + 2) }.joined(separator: "\n")
    let found = try #require(try worst(inner, rule("{ status: [ 400, 401 ] }", 50)))
    #expect(found.requests == 150 || !found.isProven, "\(found)")
  }

  @Test func `layers that retry nothing make one request`() throws {
    #expect(try worst("      - { when: { status: 503 }, then: abort }") == nil)
  }

  @Test func `four layers may retry by different fields of one error`() throws {
    let found = try #require(
      try worst(
        rule("{ status: 503 }", 2),
        rule("{ type: Down }", 3),
        rule("{ message: { contains: busy } }", 4),
        rule("{ origin: shop }", 5)
      )
    )
    #expect(found.requests == 120)
    #expect(found.isProven)
    #expect(found.witness.contains("busy"))
  }

  @Test func `no error makes more requests than were proved`() throws {
    let statuses = 400..<406
    let types = ["A", "B", "C"]
    var proved = 0
    for seed in 0..<UInt64(Scale.of(80, quick: 8)) {
      var random = SeededRandom(seed: seed)
      let layers = (0..<Int.random(in: 2...3, using: &random)).map { _ in
        (0..<Int.random(in: 1...16, using: &random)).map { _ -> String in
          let few = statuses.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
          let isOfType = Int.random(in: 0..<3, using: &random) == 0
          let type = isOfType ? ", type: \(types.randomElement(using: &random) ?? "")" : ""
          let when = "{ status: [ \(few.map { "\($0)" }.joined(separator: ", ")) ]\(type) }"
          if Int.random(in: 0..<4, using: &random) == 0 { return "      - { when: \(when), then: abort }" }
          let exhausted = ["abort", "continue", "escalate", "cancel"].randomElement(using: &random) ?? ""
          return rule(when, Int.random(in: 1...20, using: &random), exhausted: exhausted)
        }.joined(separator: "\n")
      }
      let reasoners = try reasoners(layers)
      let stack = StackedTries(reasoners.map { $0.chain })
      var most = 1
      for status in statuses {
        for type in types + ["D"] {
          let record = Array(#"{"status":\#(status),"type":"\#(type)"}"#.utf8)
          most = max(most, record.withUnsafeBytes { stack.tries(of: ByteSlice($0)) }.reduce(1, *))
        }
      }
      let found = StackedRetries(reasoners).worst()
      if let found, found.isProven { proved += 1 }
      #expect(most <= found?.requests ?? 1 || found?.isProven == false, "seed \(seed)")
    }
    #expect(proved > Scale.of(8, quick: 0))
  }
}
