import RuleEngine
import Testing

@testable import Mutation

@Suite("A mutation operator")
struct MutationOperatorsTests {
  @Test(
    "has a rule set whose tests notice every change except its own",
    arguments: MutationOperators.all.map { $0.name }
  )
  func survivesAlone(_ name: String) async throws {
    let result = try await MutatedFixture(named: name).run()
    let survivors = result.survivors
    #expect(!survivors.isEmpty)
    #expect(Set(survivors.map { $0.mutation.kind }) == [name], "\(survivors.map { $0.change })")
    #expect(result.notTried == 0)
    // Each is told with errors that both rule sets were run on.
    for survivor in survivors {
      guard case .survived(.shown(let shown)) = survivor.outcome else {
        Issue.record("\(survivor.change) has no witness")
        continue
      }
      #expect(shown.before != shown.after)
    }
  }

  @Test("makes distinct changes, and has a sentence for its survivors")
  func isDescribed() {
    let names = MutationOperators.all.map { $0.name }
    #expect(Set(names).count == names.count)
    for one in MutationOperators.all {
      #expect(one.survivor.code == one.name)
      #expect(one.change.first?.isUppercase == true && !one.change.hasSuffix("."))
    }
  }
}
