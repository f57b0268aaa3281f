import Reasoning
import RuleEngine
import Testing

@Suite("A condition of a random rule set")
struct ReasonerGapsTests {
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
