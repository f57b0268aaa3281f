import RuleEngine
import TestSupport
import Testing

@Suite("The delay that an error asks for")
struct AskedDelayTests {
  private static func rules(_ retryAfter: String, _ backoff: String = "initial: 2s, jitter: none") throws
    -> Rules
  {
    try RetryDeadlineTests.rules(
      "maxAttempts: 4, exhausted: abort, retryAfter: \(retryAfter), backoff: { \(backoff) }"
    )
  }

  @Test(
    "counts as the rule says",
    arguments: [
      ("atLeast", "1s", 2), ("atLeast", "3s", 3), ("replace", "1s", 1), ("replace", "3s", 3),
      ("replace", "0s", 0),
      ("ignore", "1h", 2), ("{ use: ignore, max: 1s, above: exhausted }", "1h", 2), ("{ max: 1m }", "1h", 60),
      ("{ max: 1m }", "1m", 60), ("{ max: 1m, above: backoff }", "61s", 2),
      ("{ max: 1m, above: backoff }", "1m", 60),
      ("{ use: replace, max: 1s }", "1h", 1), ("{ use: replace, max: 1s, above: backoff }", "1h", 2),
      ("{ maxOver: 5s }", "1h", 7), ("{ maxOver: 5s }", "6s", 6), ("{ maxOver: 5s, max: 4s }", "1h", 4),
      ("{ maxOver: 5s, max: 1h }", "2h", 7), ("{ use: replace, maxOver: 5s }", "1h", 7),
      ("{ use: replace, maxOver: 5s }", "500ms", 0.5), ("{ max: 0s }", "1h", 2),
    ] as [(String, String, Double)]
  )
  func uses(retryAfter: String, asked: String, delay: Double) throws {
    let rules = try Self.rules(retryAfter)
    #expect(try rules.answer(#"{"type":"E","attempt":1,"retryAfter":"\#(asked)"}"#).delay == delay)
    #expect(try rules.answer(#"{"type":"E","attempt":1}"#).delay == 2, "nothing is asked for")
    #expect(try rules.answer(#"{"type":"E","attempt":1,"retryAfter":-1}"#).delay == 2, "negative: nothing")
  }

  @Test("ends the retry above the bound, after the attempts and before the deadline and the quota")
  func exhausted() throws {
    let rules = try RetryDeadlineTests.rules(
      """
      maxAttempts: 3, exhausted: abort, retryAfter: { max: 2m, above: exhausted }, deadline: 10s,
      quota: { retries: 1, within: 1h }, backoff: { initial: 1s }
      """
    )
    let records = [
      #""attempt":3,"retryAfter":121"#, #""attempt":1,"elapsed":20,"retryAfter":120.001"#,
      #""attempt":1,"elapsed":20,"retryAfter":120"#, #""attempt":1"#, #""attempt":1,"retryAfter":"3m""#,
      #""attempt":1"#,
    ]
    let answers = try rules.answers(records.map { #"{"type":"E",\#($0)}"# })
    #expect(
      answers.map { $0.members["ended"] as? String }
        == ["attempts", "retryAfter", "deadline", nil, "retryAfter", "quota"]
    )
  }

  @Test("that ends the retry takes no try of a key")
  func takesNothing() throws {
    let rules = try RetryDeadlineTests.rules(
      "maxAttempts: 3, per: type, retryAfter: { max: 1m, above: exhausted }"
    )
    let asked = ["1s", "1h", "1h", "1h", "1s", "1s"]
    let answers = try rules.answers(asked.map { #"{"type":"E","retryAfter":"\#($0)"}"# })
    #expect(answers.map { $0.attempt } == [1, nil, nil, nil, 2, nil])
  }

  @Test("is bounded by what it adds to the drawn delay")
  func overDrawn() throws {
    let records = (1...60).map { #"{"type":"E","attempt":1,"retryAfter":"1h","id":"r\#($0)"}"# }
    let plain = try RetryDeadlineTests.rules("backoff: { initial: 8s, max: 8s }", jitter: "full")
      .answers(records.map { $0.replacing(#""retryAfter":"1h","#, with: "") }).map { $0.delay ?? 0 }
    let over = try RetryDeadlineTests.rules(
      "retryAfter: { maxOver: 5s }, backoff: { initial: 8s, max: 8s }",
      jitter: "full"
    ).answers(records).map { $0.delay ?? 0 }
    #expect(zip(plain, over).allSatisfy { abs($1 - $0 - 5) < 0.0011 })
    #expect(Set(plain).count > 50)
  }

  @Test("is taken key by key, the rule's over the defaults'")
  func inherited() throws {
    let rules = try Rules(
      """
      version: 1
      defaults: { retry: { retryAfter: { use: replace, max: 2m }, backoff: { initial: 2s, jitter: none } } }
      responders:
        - id: app
          rules:
            - { id: a, when: { type: A }, then: retry }
            - { id: b, when: { type: B }, then: { retry: { retryAfter: { above: exhausted }, exhausted: abort } } }
            - { id: c, when: { type: C }, then: { retry: { retryAfter: atLeast } } }
      """
    )
    let records = ["A", "B", "C"].flatMap { type in
      ["1s", "1h"].map { #"{"type":"\#(type)","attempt":1,"retryAfter":"\#($0)"}"# }
    }
    #expect(try rules.answers(records).map { $0.delay } == [1, 120, 1, nil, 2, 120])
  }

  @Test("is explained where the rule takes it in a way of its own")
  func explained() throws {
    let record = #"{"type":"E","attempt":1,"retryAfter":"1h"}"#
    func state(_ retryAfter: String) throws -> [String: Any]? {
      let step = try #require(
        try Self.rules(retryAfter).answer(record, explained: true).steps.first { $0["rule"] != nil }
      )
      return (step["state"] as? [[String: Any]])?.first { $0["read"] as? String == "retryAfter" }
    }
    let read = try #require(try state("{ max: 2m, above: exhausted }"))
    #expect(
      read["asked"] as? Int == 3_600 && read["max"] as? Int == 120 && read["above"] as? String == "exhausted"
        && read["use"] as? String == "atLeast"
    )
    #expect(try state("atLeast") == nil)
  }
}
