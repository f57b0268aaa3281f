import Reasoning
import RuleEngine
import Testing

@Suite("Numbers written with a point")
struct DecimalTests {
  private func reachability(_ rules: String) throws -> Reachability {
    let text = #"{"version":1,"responders":[{"id":"app","rules":[\#(rules)]}]}"#
    let compiled = RuleSet.compile(name: "rules.json", bytes: Array(text.utf8))
    let chain = try #require(compiled.chain, "\(compiled.diagnostics.map { $0.message })")
    let outline = try #require(compiled.outline)
    return Reasoner(chain, outline).reachability(ofStation: outline.stations.count - 1)
  }

  @Test(
    "are no status, so that a rule below one that takes every status is reached",
    arguments: [
      #"{"attributes":{"http.response.status_code":{"atLeast":1}}}"#,
      #"{"attributes":{"http.response.status_code":404}}"#,
      #"{"problem":{"ext":{"status":{"lessThan":500}}}}"#,
    ]
  )
  func noStatus(_ when: String) throws {
    let rules = #"{"when":{"status":{"exists":true}},"then":"cancel"},{"when":\#(when),"then":"abort"}"#
    let witness = try #require(try reachability(rules).answer.witness)
    #expect(witness.json.contains("."), "\(witness.json)")
    #expect(witness.evaluation == .abort)
  }

  @Test("lie between whole numbers: 499.5 is in 400..<500 and not in 4xx")
  func between() throws {
    let below = #"{"when":{"attributes":{"n":{"atLeast":400,"lessThan":500}}},"then":"abort"}"#
    let numbers = #"{"when":{"attributes":{"n":"400...499"}},"then":"cancel"},\#(below)"#
    let witness = try #require(try reachability(numbers).answer.witness)
    #expect(witness.json.contains("499."), "\(witness.json)")
    // A status is whole.
    let status =
      #"{"when":{"status":"400...499"},"then":"cancel"},{"when":{"status":"400..<500"},"then":"abort"}"#
    #expect(try reachability(status).answer.isNever)
  }

  @Test("make no rule reached that asks for a number between two whole ones of a status")
  func none() throws {
    #expect(
      try reachability(#"{"when":{"status":{"greaterThan":404,"lessThan":405}},"then":"abort"}"#).answer
        .isNever
    )
    #expect(
      try reachability(#"{"when":{"attributes":{"n":{"greaterThan":404,"lessThan":405}}},"then":"abort"}"#)
        .answer.witness != nil
    )
  }
}
