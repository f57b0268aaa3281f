import Engine
import Testing

@testable import Reasoning

@Suite("Layers of retries")
struct StackedRetriesTests {
  private func worst(_ layers: String...) throws -> StackedRetries.Worst? {
    let reasoners = try layers.map { rules in
      let text =
        "version: 1\nresponders:\n  - id: layer\n    rules:\n\(rules)\n    otherwise: { then: abort }\n"
      let compiled = RuleSet.compile(name: "rules.yaml", bytes: Array(text.utf8))
      return Reasoner(try #require(compiled.chain, "\(compiled.diagnostics)"), try #require(compiled.program))
    }
    return StackedRetries(reasoners).worst()
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
}
