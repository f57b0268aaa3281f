import Reasoning
import RuleEngine
import Testing

@Suite("A condition of a random rule set")
struct ReasonerGapsTests {
  private func reasoner(_ text: String) throws -> Reasoner {
    let compiled = RuleSet.compile(name: "rules.json", bytes: Array(text.utf8))
    return Reasoner(
      try #require(compiled.chain, "\(compiled.diagnostics.map { $0.message })"),
      try #require(compiled.program)
    )
  }

  @Test("leaves an error unhandled whose deadline ended")
  func deadline() throws {
    let reasoner = try reasoner(
      #"""
      {"version":1,"responders":[{"id":"app","rules":[
        {"when":{"attempt":{"lessThan":2}},"then":{"retry":{"maxAttempts":3,"deadline":"5s"}}},
        {"when":{"attempt":{"atLeast":2}},"then":"cancel"},
        {"when":{"attempt":{"exists":false}},"then":"cancel"}]}]}
      """#
    )
    let witness = try #require(reasoner.unanswered(reaching: 0).witness)
    #expect(witness.json.contains("elapsed"), "\(witness.json)")
  }

  /// Conditions on the time, and whether an error meets them.
  static let times: [(String, isMet: Bool)] = [
    (#"{"exists":true}"#, true), (#"{"hasPrefix":"2026-11-20T08"}"#, true),
    (#"{"hasSuffix":"+01:00"}"#, true),
    (#"{"matches":"-02-29"}"#, true), (#"{"hasPrefix":"2026-02-29"}"#, false),
    (#"{"hasPrefix":"2028-02-29"}"#, true),
    (#"{"hasPrefix":"2026-13"}"#, false), (#"{"contains":"other"}"#, false),
    (#"{"matches":"T2[4-9]:"}"#, false),
    (#""2026-11-20T08:15:02Z""#, true), (#""yesterday""#, false),
  ]

  @Test("on a time is met by an error with such a time, or by none", arguments: times)
  func time(_ condition: String, isMet: Bool) throws {
    let reasoner = try reasoner(
      #"{"version":1,"responders":[{"id":"app","rules":[{"when":{"time":\#(condition)},"then":"cancel"}]}]}"#
    )
    let answer = reasoner.reachability(ofClause: 0).answer
    #expect((answer.witness != nil) == isMet && answer.isNever == !isMet, "\(answer)")
  }

  @Test("on causes of causes is about those that follow in the list, for every condition")
  func causes() throws {
    let reasoner = try reasoner(
      #"""
      {"version":1,"responders":[{"id":"app","rules":[
        {"when":{"underlying":{"all":[{"underlying":{"type":"A"}},{"underlying":{"exists":false}}]}},"then":"cancel"}]}]}
      """#
    )
    #expect(reasoner.reachability(ofClause: 0).answer.isNever)
  }

  @Test("is met, where it names a category, by an error of that category")
  func category() throws {
    let reasoner = try reasoner(
      #"""
      {"version":1,"categories":[
        {"name":"last","when":{"underlying":{"not":{"underlying":{"exists":true}}}}},
        {"name":"deep","when":{"underlying":{"underlying":{"not":{"message":"aa"}}}}}],
       "responders":[{"id":"app"}]}
      """#
    )
    let source = Condition.Source(
      SourceRange(file: SourceFile(name: "", bytes: []), bytes: 0..<0),
      expected: ""
    )
    for category in 0..<2 {
      guard let witness = reasoner.unanswered(satisfying: .category([category], source)).witness else {
        #expect(category == 1)
        continue
      }
      var evaluator = RuleEvaluator(reasoner.chain)
      let resolution = try evaluator.resolution(of: witness.json)
      #expect(resolution.contains(#""category":"\#(["last", "deep"][category])""#), "\(witness.json)")
    }
  }

  @Test("is impossible without an example wherever no example is proved to exist")
  func impossible() throws {
    var (impossible, shown) = (0, 0)
    for seed in 0..<UInt64(6) {
      var world = RandomRuleSet(seed: seed)
      let compiled = RuleSet.compile(name: "rules.json", bytes: Array(world.file().utf8))
      let program = try #require(compiled.program)
      let reasoner = Reasoner(try #require(compiled.chain), program)
      let conditions = program.clauses.map { $0.condition }
      for first in conditions {
        for second in conditions {
          let both = Condition.all([first, .not(second)])
          let answer = reasoner.satisfiable(both)
          #expect(reasoner.isImpossible(both) == answer.isNever, "seed \(seed)")
          if answer.isNever { impossible += 1 }
          if answer.witness != nil { shown += 1 }
        }
      }
    }
    #expect(impossible > 20 && shown > 20)
  }
}
