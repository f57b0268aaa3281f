import RuleEngine
import TestSupport
import Testing

@testable import Reasoning
@testable import Records

@Suite("A member of a record")
struct RecordMemberTests {
  @Test("stands in witnesses, once")
  func witnesses() {
    #expect(Set(WitnessRecord.order) == Set(RecordMember.allCases))
    #expect(WitnessRecord.order.count == RecordMember.allCases.count)
  }

  @Test("is drawn by random records", arguments: RecordMember.allCases)
  func isDrawn(_ member: RecordMember) {
    #expect(Self.drawn.contains(member.name))
  }

  private static let drawn: Set<String> = {
    var drawn: Set<String> = []
    for seed in 0..<UInt64(300) {
      var random = RandomRules(seed: seed)
      drawn.formUnion(random.anyRecord().keys)
    }
    return drawn
  }()
}
