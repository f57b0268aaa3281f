import RuleEngine
import TestSupport
import Testing

@Suite("The delays of a retry")
struct DelayTests {
  private static func delays(_ backoff: String, tries: Int = 5, defaults: String = "jitter: none") throws
    -> [Double?]
  {
    let rules = try Rules(
      """
      version: 1
      defaults: { retry: { backoff: { \(defaults) } } }
      responders:
        - { id: app, rules: [ { id: again, then: { retry: { maxAttempts: 1000, backoff: { \(backoff) } } } } ] }
      """
    )
    return try rules.answers((1...tries).map { #"{"type":"E","attempt":\#($0),"id":"x"}"# }).map { $0.delay }
  }

  @Test("may be a list, whose last one repeats")
  func list() throws {
    #expect(try Self.delays("delays: [ 0s, 2s, 4s ]") == [0, 2, 4, 4, 4])
    #expect(try Self.delays("delays: [ 1s ]") == [1, 1, 1, 1, 1])
    #expect(try Self.delays("delays: [ 4s, 1s, 1h ], max: 3s") == [3, 1, 3, 3, 3])
  }

  @Test("of a list and of a formula take each other's place")
  func merged() throws {
    #expect(try Self.delays("initial: 1s", tries: 3, defaults: "delays: [ 9s ], jitter: none") == [1, 2, 4])
    #expect(
      try Self.delays("multiplier: 3", tries: 3, defaults: "delays: [ 9s ], jitter: none") == [0.2, 0.6, 1.8]
    )
    #expect(try Self.delays("max: 5s", tries: 2, defaults: "delays: [ 9s ], jitter: none") == [5, 5])
    #expect(try Self.delays("delays: [ 9s ]", tries: 2, defaults: "initial: 1s, jitter: none") == [9, 9])
  }

  @Test("with jitter that is added are longer by up to that, also than the longest delay")
  func added() throws {
    let rules = try RetryDeadlineTests.rules("backoff: { initial: 30s, jitter: { add: 1s } }")
    let delays = try rules.answers((1...200).map { #"{"type":"E","attempt":1,"id":"r\#($0)"}"# }).map {
      $0.delay ?? 0
    }
    #expect(delays.allSatisfy { (30...31).contains($0) })
    #expect((delays.min() ?? 0) < 30.05 && (delays.max() ?? 0) > 30.95)
  }

  @Test("are cut after jitter where max includes it")
  func cut() throws {
    let records = (1...200).map { #"{"type":"E","attempt":1,"id":"r\#($0)"}"# }
    func delays(_ more: String) throws -> [Double] {
      try RetryDeadlineTests.rules("backoff: { initial: 10s, max: 4s\(more) }", jitter: "full").answers(
        records
      )
      .map { $0.delay ?? 0 }
    }
    let (before, after) = (try delays(""), try delays(", maxIncludesJitter: true"))
    // The same draws, of 4 s and of 10 s.
    #expect(zip(before, after).allSatisfy { abs(min(4, $0 * 2.5) - $1) < 0.0021 })
    #expect(after.count { $0 == 4 } > 80 && before.count { $0 == 4 } == 0)
  }

  @Test("that grow beyond all bounds before they are cut are the longest")
  func unbounded() throws {
    #expect(
      try Self.delays("initial: 1s, multiplier: 1000, max: 7s, maxIncludesJitter: true", tries: 40).suffix(38)
        == Array(repeating: 7, count: 38)
    )
  }

  @Test(
    "are the same from a list as from the formula, whatever the jitter",
    arguments: ["none", "full", "equal", "0.3", "{ add: 700ms }"]
  )
  func agreement(jitter: String) throws {
    let records = (1...90).map { #"{"type":"E","attempt":\#($0 % 6 + 1),"id":"r\#($0)"}"# }
    for max in ["2s", "3s, maxIncludesJitter: true"] {
      let common = "jitter: \(jitter), max: \(max)"
      let formula = try RetryDeadlineTests.rules("maxAttempts: 9, backoff: { initial: 500ms, \(common) }")
      let list = try RetryDeadlineTests.rules(
        "maxAttempts: 9, backoff: { delays: [ 500ms, 1s, 2s, 4s, 8s, 16s ], \(common) }"
      )
      #expect(try formula.answers(records).map { $0.delay } == list.answers(records).map { $0.delay })
    }
  }
}
