import Foundation
import Reasoning
import RuleEngine
import Testing

@Suite("Reasoning, compared with every error of a small world")
struct PropertyTests {
  /// Rule sets: 20,000 in a release build where asked for, 2,000 in CI, few in a quick run.
  static var count: Int {
    let environment = ProcessInfo.processInfo.environment
    if let asked = environment["ERRCTL_REASONING_SETS"].flatMap({ Int($0) }) { return asked }
    return environment["ERRCTL_TEST_SCALE"] == "quick" ? 4 : 2_000
  }

  /// The first of them: to look at one again.
  static var first: Int {
    ProcessInfo.processInfo.environment["ERRCTL_REASONING_FIRST"].flatMap { Int($0) } ?? 0
  }

  @Test("agrees on reachability, overlaps, unhandled errors and unused categories")
  func agreement() throws {
    var outcomeCounts = OutcomeCounts()
    for fault in try Comparison.ofAncestors(faults: []).differences(&outcomeCounts) {
      Issue.record("ancestors: \(fault)")
    }
    for seed in UInt64(Self.first)..<UInt64(Self.first + Self.count) {
      let faults = try Comparison(seed: seed, faults: []).differences(&outcomeCounts)
      for fault in faults { Issue.record("seed \(seed): \(fault)") }
      if !faults.isEmpty, outcomeCounts.failures > 5 { break }
    }
    print(outcomeCounts)
  }

  /// Rule sets of which something was not decided once; of them a few in a quick run.
  static let openOnce: [UInt64] = {
    let few: [UInt64] = [8_104, 8_282]
    if ProcessInfo.processInfo.environment["ERRCTL_TEST_SCALE"] == "quick" { return few }
    return few + [6_704, 7_120, 11_599, 12_107, 12_682, 15_046, 15_932, 16_988, 17_517]
  }()

  @Test(
    "decides earlier open questions: results of templates, the number of causes, events without a trace",
    arguments: openOnce
  )
  func decided(seed: UInt64) throws {
    var outcomeCounts = OutcomeCounts()
    #expect(try Comparison(seed: seed, faults: []).differences(&outcomeCounts) == [])
  }

  /// Rule sets with more of the language, each of which takes many times as long.
  static var wideCount: Int { max(2, count / 32) }

  @Test("agrees for inherited rules, raised errors, throttled alerts and declared cases")
  func wideAgreement() throws {
    var outcomeCounts = OutcomeCounts()
    for seed in UInt64(Self.first)..<UInt64(Self.first + Self.wideCount) {
      let faults = try Comparison(seed: seed, isWide: true, faults: []).differences(&outcomeCounts)
      for fault in faults { Issue.record("wide seed \(seed): \(fault)") }
      if !faults.isEmpty, outcomeCounts.failures > 5 { break }
    }
    print(outcomeCounts)
  }
}
