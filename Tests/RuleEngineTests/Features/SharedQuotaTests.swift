import RuleEngine
import TestSupport
import Testing

@Suite("A quota that rules share")
struct SharedQuotaTests {
  static func rules(_ quota: String, costs: [String] = ["1"], more: String = "") throws -> Rules {
    let list = costs.enumerated().map { index, cost in
      "{ id: r\(index), when: { code: \(index) }, then: { retry: { maxAttempts: 100, quota: { of: q, cost: \(cost) }\(more) } } }"
    }
    return try Rules(
      """
      version: 1
      quotas: { q: { \(quota) } }
      defaults: { retry: { backoff: { jitter: none } } }
      responders: [ { id: app, rules: [ \(list.joined(separator: ", ")) ], otherwise: { then: cancel } } ]
      """
    )
  }

  /// `retry`, `cancel` or `done` of each record.
  private static func run(_ rules: Rules, _ records: [String]) throws -> [String] {
    var evaluator = RuleEvaluator(rules.chain)
    return try records.map { record in
      do { return try Answered(evaluator.resolution(of: record)).evaluation ?? "" } catch is InvalidRecord {
        return "done"
      }
    }
  }

  private static func error(_ code: Int, _ more: String = "") -> String {
    #"{"domain":"d","code":\#(code)\#(more)}"#
  }

  @Test("grants a retry while there are tokens for its cost, which it takes")
  func costs() throws {
    let rules = try Self.rules("tokens: 10", costs: ["5", "4.5", "0.5"])
    #expect(
      try Self.run(rules, [0, 1, 0, 1, 2, 2, 2].map { Self.error($0) })
        == ["retry", "retry", "cancel", "cancel", "retry", "cancel", "cancel"]
    )
  }

  @Test("says that it ended the retry")
  func ended() throws {
    let rules = try Self.rules("tokens: 1", more: ", exhausted: abort")
    let answers = try rules.answers([Self.error(0), Self.error(0)])
    #expect(answers.map { $0.members["ended"] as? String } == [nil, "quota"])
  }

  @Test("gets one token back from a completion, or what it says, up to all")
  func gives() throws {
    let done = #"{"completed":true}"#
    func evaluations(_ quota: String) throws -> [String] {
      let errors = Array(repeating: Self.error(0), count: 3)
      return try Self.run(
        try Self.rules(quota),
        errors + [done] + errors + [done, done, done, done] + errors
      )
      .filter { $0 != "done" }
    }
    #expect(
      try evaluations("tokens: 2") == [
        "retry", "retry", "cancel", "retry", "cancel", "cancel", "retry", "retry", "cancel",
      ]
    )
    #expect(
      try evaluations("tokens: 2, gives: { success: 0.5 }")
        == ["retry", "retry", "cancel", "cancel", "cancel", "cancel", "retry", "retry", "cancel"]
    )
    #expect(try evaluations("tokens: 2, gives: { success: 0 }").count { $0 == "retry" } == 2)
  }

  @Test("gets back once what an operation's last retry took, else the amount for a success")
  func cost() throws {
    let rules = try Self.rules("tokens: 20, gives: { success: 1, retried: cost }", costs: ["5", "14"])
    func of(_ operation: String, _ attempt: Int? = nil) -> String {
      #","operation":"\#(operation)"\#(attempt.map { ",\"attempt\":\($0)" } ?? "")"#
    }
    func done(_ more: String) -> String { #"{"completed":true\#(more)}"# }
    let records: [(String, String)] = [
      // 20 − 5 − 14 = 1
      (Self.error(0, of("a", 1)), "retry"), (Self.error(1, of("a", 2)), "retry"),
      (Self.error(0, of("b", 1)), "cancel"),
      // The last took 14: 15; nothing is left to give: 16.
      (done(of("a", 3)), "done"), (Self.error(1, of("c", 1)), "retry"), (Self.error(0, of("c", 1)), "cancel"),
      (done(of("a", 3)), "done"), (done(of("c", 1)), "done"), (Self.error(0, of("d", 1)), "cancel"),
      // 3 + 1 + 1 = 5, and then the 14 of c.
      (done(""), "done"), (done(of("b")), "done"), (Self.error(0, of("e", 1)), "retry"),
      (done(of("c")), "done"),
      (Self.error(1, of("f", 1)), "retry"), (Self.error(0, of("f", 1)), "cancel"),
    ]
    #expect(try Self.run(rules, records.map { $0.0 }) == records.map { $0.1 })
  }

  @Test("has a bucket for each key, which completions make of their own fields")
  func keys() throws {
    let rules = try Self.rules("tokens: 1, per: [ origin, attributes.host ]")
    func of(_ origin: String, _ host: String) -> String { #","origin":"\#(origin)","host":"\#(host)""# }
    let records = [
      Self.error(0, of("a", "x")), Self.error(0, of("a", "y")), Self.error(0, of("a", "x")), Self.error(0),
      Self.error(0), #"{"completed":true\#(of("a", "y"))}"#, Self.error(0, of("a", "x")),
      Self.error(0, of("a", "y")),
      #"{"completed":true}"#, Self.error(0),
    ]
    #expect(
      try Self.run(rules, records)
        == ["retry", "retry", "cancel", "retry", "cancel", "done", "cancel", "retry", "done", "retry"]
    )
  }

  @Test("gets back what a retry took that does not count, because an action failed")
  func failedAction() throws {
    let rules = try Rules(
      """
      version: 1
      quotas: { q: { tokens: 2, gives: { success: 1, retried: cost } } }
      responders:
        - id: app
          rules:
            - { id: a, do: [ { perform: x, failed: proceed } ], then: { retry: { maxAttempts: 9, quota: { of: q, cost: 2 } } } }
          otherwise: { then: cancel }
      """
    )
    let records = ["failed", "failed", "ok", "ok"].map {
      #"{"type":"E","operation":"a","attempt":1,"performed":["\#($0)"]}"#
    }
    #expect(try rules.answers(records).map { $0.evaluation } == ["proceed", "proceed", "retry", "cancel"])
  }

  @Test("is that of the defaults for every rule that says no other")
  func defaults() throws {
    let rules = try Rules(
      """
      version: 1
      quotas: { q: { tokens: 1 } }
      defaults: { retry: { quota: { of: q } } }
      responders:
        - id: app
          rules:
            - { id: a, when: { type: A }, then: retry }
            - { id: b, when: { type: B }, then: { retry: { quota: none } } }
          otherwise: { then: cancel }
      """
    )
    let records = ["A", "A", "B", "B"].map { #"{"type":"\#($0)","attempt":1}"# }
    #expect(try rules.answers(records).map { $0.evaluation } == ["retry", "cancel", "retry", "retry"])
  }

  @Test("is explained by its name")
  func explained() throws {
    let rules = try Self.rules("tokens: 10, per: origin", costs: ["4"])
    let step = try #require(
      try rules.answer(Self.error(0, #","origin":"s3""#), explained: true).steps.first { $0["rule"] != nil }
    )
    let state = try #require((step["state"] as? [[String: Any]])?.last)
    #expect(
      state["of"] as? String == "q" && state["left"] as? Int == 10 && state["tokens"] as? Int == 10
        && state["cost"] as? Int == 4 && state["key"] as? [String: String] == ["origin": "s3"]
    )
  }

  @Test("needs the state, also for a completion")
  func notAtHand() throws {
    let rules = try Self.rules("tokens: 10")
    var evaluator = Evaluator(rules.chain)
    var state = ChainState(isAtHand: false)
    let hasRun = evaluator.run(with: Self.error(0), &state)
    #expect(!hasRun)
    _ = Array(#"{"completed":true}"#.utf8).withUnsafeBytes { evaluator.read(ByteSlice($0)) }
    let isNoted = evaluator.complete(&state, clock: nil)
    #expect(!isNoted)
  }

  @Test("forgets the key used longest ago when its table is full")
  func eviction() throws {
    let rules = try Self.rules("tokens: 1, per: origin")
    var evaluator = Evaluator(rules.chain)
    var state = ChainState(isAtHand: true, capacity: 2)
    let evaluations = ["a", "b", "a", "c", "a", "b"].map { origin -> String in
      let hasRun = evaluator.run(with: Self.error(0, #","origin":"\#(origin)""#), &state)
      #expect(hasRun)
      return evaluator.outcome.evaluation.name
    }
    #expect(evaluations == ["retry", "retry", "cancel", "retry", "cancel", "retry"])
  }
}

@Suite("A fixed window of a quota")
struct FixedWindowTests {
  @Test("begins with its first retry and ends its length later, whatever comes between")
  func fixed() throws {
    func granted(_ window: String) throws -> [Bool] {
      let rules = try RetryDeadlineTests.rules(
        "maxAttempts: 1000, quota: { retries: 2, within: 10s, window: \(window) }, exhausted: abort"
      )
      return try rules.answers(
        [0, 9, 9.5, 10, 18, 19, 20, 20.5, 29].map { #"{"type":"E","attempt":1,"time":\#($0 + 100)}"# }
      )
      .map { $0.evaluation == "retry" }
    }
    // From 0 s, from 10 s and from 20 s.
    #expect(try granted("fixed") == [true, true, false, true, true, false, true, true, false])
    // At 10 s that of 0 s has left, at 19 s that of 9 s, and at 20 s that of 10 s.
    #expect(try granted("sliding") == [true, true, false, true, false, true, true, false, true])
  }
}
