import Reasoning
import RuleEngine
import Testing

@Suite("Rules about other domains")
struct GrowthTests {
  private func reasoner(_ count: Int, _ rule: (Int) -> String) throws -> Reasoner {
    let rules = (0..<count).map(rule).joined(separator: ",")
    let text = #"{"version":1,"responders":[{"id":"app","rules":[\#(rules)]}]}"#
    let compiled = RuleSet.compile(name: "rules.json", bytes: Array(text.utf8))
    let chain = try #require(compiled.chain, "\(compiled.diagnostics.map { $0.message })")
    return Reasoner(chain, try #require(compiled.program))
  }

  /// The steps that all questions about so many rules of one responder take, and how many were not decided.
  private func cost(_ count: Int, _ rule: (Int) -> String) throws -> (steps: Int, notDecided: Int, pairs: Int)
  {
    let reasoner = try reasoner(count, rule)
    for clause in 0..<count { #expect(reasoner.reachability(ofClause: clause).answer.witness != nil) }
    return (reasoner.stepsTaken, reasoner.notDecided, reasoner.possibleOverlaps(ofResponder: 0).count)
  }

  @Test("cost little: twice the rules take little more than twice the steps")
  func linear() throws {
    func rule(_ index: Int) -> String {
      #"{"when":{"domain":"acme.d\#(index / 5)","code":\#(index % 5)},"then":"cancel"}"#
    }
    let (few, many) = (try cost(100, rule), try cost(400, rule))
    #expect(many.steps < few.steps * 5, "\(few) \(many)")
    #expect(many.notDecided == 0)
    #expect(many.pairs == 0)
  }

  @Test("or types are still decided for hundreds of rules")
  func types() throws {
    let cost = try cost(150) { #"{"when":{"type":"App.Error\#($0)"},"then":"cancel"}"# }
    #expect(cost.notDecided == 0)
  }

  @Test("are skipped if one of a hundred rules has changed")
  func changed() throws {
    func rule(_ index: Int, _ code: Int) -> String {
      #"{"when":{"domain":"acme.d\#(index / 5)","code":\#(code)},"do":[{"log":"\#(index)"}],"then":"cancel"}"#
    }
    let one = try reasoner(100) { rule($0, $0 % 5) }
    let other = try reasoner(100) { rule($0, $0 == 50 ? 7 : $0 % 5) }
    #expect(one.difference(from: other).witness != nil)
    #expect(one.stepsTaken < 2_000, "\(one.stepsTaken)")
    let same = try reasoner(100) { rule($0, $0 % 5) }
    #expect(other.difference(from: other).isNever)
    #expect(one.difference(from: same).isNever)
    #expect(other.stepsTaken == 0)
  }
}
