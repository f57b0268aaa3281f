import Reasoning
import RuleEngine
import TestSupport
import Testing

@testable import Mutation

/// What `mutate` says about changes that no test can notice, held against random records.
@Suite("Claims about mutants, compared with random records")
struct MutationClaimsTests {
  private static let records: [String] = (0..<UInt64(Scale.of(3_000, quick: 500))).map { seed in
    var random = RandomRules(seed: seed &+ 88_000)
    return Written.json(random.anyRecord())
  }

  private static func reasoner(_ compilation: RuleSet.Compilation) throws -> Reasoner {
    Reasoner(try #require(compilation.chain), try #require(compilation.program))
  }

  @Test("hold: no record shows a change that is said to be none, or to show in later errors only")
  func equivalence() async throws {
    var proven = 0
    for seed in 0..<UInt64(Scale.of(30, quick: 1, sanitized: 1)) {
      var random = RandomRules(seed: seed)
      let text = Array(Written.json(random.everything()).utf8)
      let compilation = RuleSet.compile(name: "rules.json", bytes: text)
      guard
        let subject = MutationSubject(
          "rules.json",
          compilation,
          imports: nil,
          suites: [],
          registry: Registry(),
          limits: Limits()
        )
      else { continue }
      var options = MutationRun.Options()
      (options.most, options.seed) = (4, seed)
      var cache = MutationCache(tool: "test")
      let result = await MutationRun(subject, MutationOperators.all, options).run(&cache)
      let own = try Self.reasoner(compilation)
      for mutant in result.mutants {
        switch mutant.outcome {
        case .equivalent, .survived(.depends): break
        case .noticed, .notTried, .survived(.shown), .survived(.notDecided): continue
        }
        proven += 1
        let texts = subject.compiler.texts(with: mutant.mutation)
        let other = try Self.reasoner(subject.compiler.compile(texts, stubs: [:]))
        let shown = Self.records.first { own.answers($0, like: other, comparesClauses: true) == false }
        #expect(shown == nil, "seed \(seed): \(mutant.mutation.kind) at \(mutant.mutation.place.start.line)")
      }
    }
    // A few sets need not have such a mutant.
    #expect(proven > 0 || Scale.isQuick)
  }
}
