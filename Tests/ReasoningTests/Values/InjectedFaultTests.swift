import Foundation
import Reasoning
import Testing

@Suite("A deliberate mistake in the reasoner")
struct FaultTests {
  /// Rule sets that are compared until a mistake is noticed.
  static let most: UInt64 = 400
  /// In debug a hundred rule sets take minutes.
  private static let isQuick = ProcessInfo.processInfo.environment["ERRCTL_TEST_SCALE"] == "quick"

  @Test(
    "is detected by the comparison with every error of a small world",
    .disabled(if: isQuick),
    arguments: InjectedFault.allCases
  )
  func noticed(_ fault: InjectedFault) throws {
    var outcomeCounts = OutcomeCounts()
    if try !Comparison.ofAncestors(faults: [fault]).differences(&outcomeCounts).isEmpty { return }
    for seed in 0..<Self.most {
      if try !Comparison(seed: seed, faults: [fault]).differences(&outcomeCounts).isEmpty { return }
    }
    Issue.record("\(fault) was not noticed in \(Self.most) rule sets")
  }
}
