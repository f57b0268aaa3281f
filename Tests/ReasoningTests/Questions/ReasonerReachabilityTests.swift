import Reasoning
import RuleEngine
import Testing

@Suite("The blockers of a rule")
struct ReasonerReachabilityTests {
  private func reasoner(_ rules: String, head: String = "") throws -> Reasoner {
    let text = #"{"version":1,\#(head)"responders":[{"id":"app","rules":[\#(rules)]}]}"#
    let compiled = RuleSet.compile(name: "rules.json", bytes: Array(text.utf8))
    return Reasoner(
      try #require(compiled.chain, "\(compiled.diagnostics.map { $0.message })"),
      try #require(compiled.program)
    )
  }

  private func clauses(_ reachability: Reachability) -> [Int] {
    reachability.blockers.compactMap { if case .clause(let clause) = $0.kind { clause } else { nil } }
  }

  @Test("are the smallest set that matches everything: three rules together, and no other")
  func three() throws {
    let reasoner = try reasoner(
      #"""
      {"when":{"status":"400..<420"},"then":"cancel"},{"when":{"status":"5xx"},"then":"cancel"},
      {"when":{"status":"420..<440"},"then":"abort"},{"when":{"status":"440...499"},"then":"cancel"},
      {"when":{"status":"4xx"},"then":"cancel"}
      """#
    )
    let reachability = reasoner.reachability(ofClause: 4)
    #expect(reachability.answer.isNever)
    #expect(clauses(reachability) == [0, 2, 3])
    #expect(reachability.blockers.map { $0.saysTheSame } == [true, false, true])
  }

  @Test("are not claimed if one error is left, which is the witness")
  func oneShort() throws {
    let reasoner = try reasoner(
      #"""
      {"when":{"status":"400..<420"},"then":"cancel"},{"when":{"status":"420..<440"},"then":"abort"},
      {"when":{"status":"441...499"},"then":"cancel"},{"when":{"status":"4xx"},"then":"cancel"}
      """#
    )
    let witness = try #require(reasoner.reachability(ofClause: 3).answer.witness)
    #expect(witness.json.contains(#""status": 440"#), "\(witness.json)")
    #expect(witness.answeredBy == 3)
  }

  @Test("are none if a rule contradicts itself")
  func contradiction() throws {
    let reasoner = try reasoner(#"{"when":{"status":"4xx","all":[{"status":"5xx"}]},"then":"cancel"}"#)
    guard case .contradiction = reasoner.reachability(ofClause: 0).reason else {
      Issue.record("\(reasoner.reachability(ofClause: 0))")
      return
    }
  }

  @Test("are missing options if a button is an option that recovers")
  func withoutOptions() throws {
    let asks = #""do":[{"present":{"title":"T","recovery":true}}]"#
    let reasoner = try reasoner(
      #"{"when":{"options":{"exists":false}},\#(asks)},{"when":{"options":{"exists":true}},\#(asks)}"#
    )
    #expect(reasoner.reachability(ofButton: 1, atClause: 0).answer.isNever)
    #expect(reasoner.reachability(ofButton: 0, atClause: 0).answer.witness != nil)
    #expect(reasoner.reachability(ofButton: 1, atClause: 1).answer.witness != nil)
  }
}
