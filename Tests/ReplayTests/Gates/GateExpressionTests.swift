import Replay
import Testing

/// Expressions of `--fail-on`.
struct GateExpressionTests {
  private static let vocabulary = GateVocabulary(
    words: ["changed", "moved", "exhausted", "total"],
    named: ["exhausted": .init(noun: "rule", names: ["app/again", "a)b", "again"])],
    outcomes: ["retry", "abort", "any"],
    counted: ["errors", "retry"],
    endings: ["abort"],
    example: "retry->abort"
  )

  @Test(
    "A syntax error has a place",
    arguments: [
      ("", 1), ("retry", 1), ("retry->", 8), ("retry->abrot", 8), ("changed >", 10), ("changed > x", 11),
      ("changed > 5 5", 13), ("(changed", 9), ("changed)", 8), ("not", 4), ("changed and", 12), ("5 > 3", 1),
      ("changed > 5 %%", 14), ("a & b", 3), ("any->any->any", 9), ("changed > 1.2.3", 11),
      ("exhausted(", 11), ("exhausted()", 11), ("exhausted(agian)", 11), ("exhausted(again", 16),
      ("changed(again)", 8), ("changed || ", 12), ("! ", 3),
      ("retry per", 10), ("retry per hots", 11), ("retry per status per", 21), ("moved per status", 1),
      ("retry per status per week > 1", 22), ("retry per status minute", 18), ("abort after", 12),
      ("abort after retry", 13), ("retry after granted", 1), ("retry per \"attributes", 12),
    ]
  )
  func faults(_ text: String, _ column: Int) {
    do throws(GateFault) {
      _ = try GateExpression(text, Self.vocabulary)
      Issue.record("“\(text)” was read")
    } catch {
      #expect(error.column == column, "\(text): \(error.message)")
      #expect(error.message.hasSuffix(".") || error.message.hasSuffix("?"))
    }
  }

  @Test(
    "It holds, and names the numbers that decided",
    arguments: [
      ("changed", true, "changed = 3"), ("changed > 3", false, "changed = 3"),
      ("changed >= 3 and moved = 0", true, "changed = 3; moved = 0"),
      ("changed >= 3 && moved", false, "moved = 0"), ("moved or changed", true, "changed = 3"),
      ("moved || moved > 2", false, "moved = 0"), ("not moved", true, "moved = 0"),
      ("!(moved or changed < 3)", true, "moved = 0; changed = 3"),
      ("exhausted(app/again) > 5 %", true, "exhausted(app/again) = 87.5 %, 7 of 8 matched"),
      ("exhausted( again ) != 0", false, "exhausted(again) = 0"),
      ("exhausted(\"a)b\") == 1", true, "exhausted(a)b) = 1"),
      ("retry -> abort < 1 or changed > 99 %", true, "retry->abort = 0"),
    ]
  )
  func results(_ text: String, _ holds: Bool, _ reason: String) throws {
    let result = try GateExpression(text, Self.vocabulary).result([
      .word("changed"): GateValue(3, of: 9, "records"),
      .named("exhausted", "app/again"): GateValue(7, of: 8, "matched"),
      .named("exhausted", "a)b"): GateValue(1, of: 8, "matched"),
    ])
    #expect(result.fails == holds)
    #expect(result.reason == reason)
  }

  @Test(
    "A field is counted by its name, which may be in quotes, and by a span of time",
    arguments: [
      ("retry per attributes.host > 1", "retry per attributes.host"),
      ("retry per attributes.user-agent>1", "retry per attributes.user-agent"),
      ("errors per \"status\" per minute", "errors per status per minute"),
      ("abort  after granted", "abort after granted"),
    ]
  )
  func counted(_ text: String, _ figure: String) throws {
    #expect(try GateExpression(text, Self.vocabulary).figures.map { $0.text } == [figure])
  }

  @Test("Where no stream is replayed alone, nothing is counted by a field")
  func notCounted() {
    let vocabulary = GateVocabulary(words: ["changed"], example: "changed")
    #expect(throws: GateFault.self) { try GateExpression("changed per status", vocabulary) }
    #expect(throws: GateFault.self) { try GateExpression("changed after granted", vocabulary) }
  }

  @Test("A figure that rests on untracked retries says how many there are")
  func untracked() throws {
    let gate = try GateExpression("exhausted(app/again) or changed", Self.vocabulary)
    let result = gate.result([
      .named("exhausted", "app/again"): GateValue(0, of: 8, "matched", untracked: 8),
      .word("changed"): GateValue(0, of: 8, "records", untracked: 1),
    ])
    #expect(
      result.reason
        == "exhausted(app/again) = 0; changed = 0; 8 retries are untracked: no record says which try failed"
    )
    #expect(result.json.contains(#""of": 8, "untracked": 8}"#))
  }

  @Test("A percentage of nothing is 0")
  func nothing() throws {
    let gate = try GateExpression("changed > 0 %", Self.vocabulary)
    #expect(!gate.result([.word("changed"): GateValue(0, of: 0, "records")]).fails)
  }

  @Test("Unknown names are helped")
  func help() {
    func message(_ text: String) -> String {
      do throws(GateFault) { _ = try GateExpression(text, Self.vocabulary) } catch { return error.message }
      return ""
    }
    #expect(message("exhuasted > 1") == "There is no figure “exhuasted”. Did you mean “exhausted”?")
    #expect(message("exhausted(app/agian)") == "There is no rule “app/agian”. Did you mean “app/again”?")
    #expect(message("retry->abrot") == "There is no outcome “abrot”. Did you mean “abort”?")
  }

  @Test("Ten thousand parentheses are rejected")
  func depth() {
    for opening in ["(", "not ", "!"] {
      #expect(throws: GateFault.self) {
        try GateExpression(String(repeating: opening, count: 10_000) + "changed", Self.vocabulary)
      }
    }
  }
}
