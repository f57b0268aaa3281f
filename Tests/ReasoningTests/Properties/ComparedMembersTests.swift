import RuleEngine
import Testing

/// Parts of rules that a comparison of rule sets looks at, member by member: a new one is to be added to
/// `StructurallyEquatable+Program`, and here.
@Suite("A part of a rule that diff compares")
struct ComparedMembersTests {
  private static let rules = #"""
    {"version":1,"breakers":{"b":{"atLeast":2,"within":"1m","stays":"1s"}},"quotas":{"q":{"tokens":2}},"defaults":{"unwrap":[{"path":"underlying"}]},
     "responders":[{"id":"app","rules":[
      {"when":{"status":1,"rate":{"atLeast":2,"within":"1m"}},"do":[{"log":"x","throttle":{"every":"1s"}}],"then":"cancel"},
      {"when":{"status":2},"then":{"transform":{"type":"A"}}}]}]}
    """#

  private func labels(_ part: Any?) -> [String] {
    part.map { Mirror(reflecting: $0).children.compactMap { $0.label } } ?? []
  }

  @Test("has no member that the comparison does not know")
  func members() throws {
    let compiled = RuleSet.compile(name: "rules.json", bytes: Array(Self.rules.utf8))
    let program = try #require(compiled.program, "\(compiled.diagnostics.map { $0.message })")
    let clause = program.clauses[0]
    #expect(
      labels(RetryPolicy())
        == ["maxAttempts", "per", "within", "backoff", "deadline", "quota", "retryAfter", "exhausted"]
    )
    #expect(
      labels(RetryPolicy.Backoff()) == [
        "initial", "multiplier", "max", "jitter", "delays", "maxIncludesJitter",
      ]
    )
    #expect(labels(RetryPolicy.RetryAfter()) == ["use", "max", "maxOver", "above"])
    #expect(labels(program.quotas[0]) == ["name", "tokens", "success", "givesCost", "per"])
    // A time limit changes no outcome of a record.
    #expect(labels(clause.actions[0]) == ["members", "label", "alert", "throttle", "failed", "limit"])
    #expect(labels(clause.actions[0].throttle) == ["per", "every"])
    #expect(labels(Alert(buttons: [])) == ["buttons", "isRecovery", "coalesce"])
    #expect(labels(Alert.Button(title: "")) == ["title", "actions", "verdict"])
    #expect(labels(clause.rate) == ["atLeast", "within", "per"])
    guard case .transform(let replacement) = program.clauses[1].verdict else {
      Issue.record("no replacement")
      return
    }
    #expect(labels(replacement) == ["members", "kind", "wraps"])
    #expect(
      labels(program.breakers[0]) == ["name", "when", "condition", "atLeast", "within", "stays", "per"]
    )
    #expect(
      labels(ResponderPolicy()) == ["order", "match", "otherwise", "always"]
    )
  }
}
