import Foundation
import RuleEngine
import TestSupport
import Testing

@Suite("A retry's budget")
struct RetryBudgetTests {
  private static func rules(_ retry: String, rest: String = "") throws -> Rules {
    try Rules(
      """
      version: 1
      defaults: { retry: { backoff: { jitter: none } } }
      responders:
        - id: app
          rules:
            - { id: again, when: { not: { message: skip } }, do: [ { perform: x } ], then: { retry: { \(retry) } } }
            - { id: next, when: { message: next }, then: abort }
          otherwise: { then: proceed }
        - { id: low, parent: app\(rest.isEmpty ? "" : ", \(rest)") }
      """
    )
  }

  private static func evaluations(_ rules: Rules, _ records: [String]) throws -> [String?] {
    try rules.answers(records).map { $0.evaluation }
  }

  @Test("waits as long as the record asks for, by a duration or by seconds; a negative number is none")
  func requestedDelay() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          rules:
            - { id: long, when: { retryAfter: { greaterThan: 1m } }, then: cancel }
            - { id: again, then: { retry: { maxAttempts: 9, backoff: { initial: 1s, jitter: none } } } }
      """
    )
    let wishes = [#""5s""#, "5", "2.5", "0", "-5", "61", "1e300"]
    let answers = try rules.answers(wishes.map { #"{"type":"E","attempt":1,"retryAfter":\#($0)}"# })
    #expect(answers.map { $0.delay } == [5, 5, 2.5, 1, 1, nil, 1])
    #expect(answers.map { $0.by } == Array(repeating: "app/again", count: 5) + ["app/long", "app/again"])
  }

  @Test("counts tries including the first: the record's attempt is the try")
  func recordedAttempt() throws {
    let rules = try Self.rules("maxAttempts: 3")
    let records = [1, 2, 3, 4, 0, -1, 9_000_000_000].map { #"{"type":"E","attempt":\#($0)}"# }
    let answers = try rules.answers(records)
    // Zero and negative numbers are not tries, so the try is unknown.
    #expect(
      answers.map { $0.evaluation } == ["retry", "retry", "proceed", "proceed", "retry", "retry", "proceed"]
    )
    #expect(answers.map { $0.attempt } == [1, 2, nil, nil, nil, nil, nil])
    #expect(answers[0].retry?["maxAttempts"] as? Int == 3)
  }

  @Test("of one try never retries", arguments: [#""attempt":1"#, #""operation":"a""#, #""x":1"#])
  func maxAttemptsOne(member: String) throws {
    #expect(try Self.evaluations(Self.rules("maxAttempts: 1"), [#"{"type":"E",\#(member)}"#]) == ["proceed"])
  }

  @Test("counts by operation if the record has no attempt, including tries with a recorded attempt")
  func countedByOperation() throws {
    let answers = try Self.rules("maxAttempts: 4").answers([
      #"{"type":"E","operation":"a"}"#, #"{"type":"E","operation":"a","attempt":1}"#,
      #"{"type":"E","operation":"b"}"#,
      #"{"type":"E","operation":"a"}"#, #"{"type":"E","operation":"a"}"#,
      #"{"type":"E","operation":"a","attempt":3}"#,
      #"{"type":"E","operation":"b"}"#,
    ])
    #expect(answers.map { $0.attempt } == [1, 1, 1, 3, nil, 3, 2])
  }

  @Test("without attempt or key grants an untracked retry with the delay of the first try")
  func untracked() throws {
    let answers = try Self.rules("maxAttempts: 2").answers(Array(repeating: #"{"type":"E"}"#, count: 4))
    for answered in answers {
      #expect(answered.retry?.keys.sorted() == ["delay", "maxAttempts"])
      #expect(answered.delay == 0.2)
    }
  }

  @Test("with another per counts its own key, whatever the record's attempt is")
  func otherKeys() throws {
    let answers = try Self.rules("maxAttempts: 3, per: [ type, attributes.host ]").answers([
      #"{"type":"E","host":"a","attempt":9}"#, #"{"type":"E","host":"a"}"#, #"{"type":"E","host":"a"}"#,
      #"{"type":"E","host":"b"}"#, #"{"type":"F","host":"a"}"#, #"{"type":"E","host":["a"]}"#,
      // Without a full key: the attempt, or else untracked.
      #"{"type":"E","attempt":2}"#, #"{"type":"E","attempt":3}"#, #"{"type":"E"}"#,
    ])
    #expect(answers.map { $0.attempt } == [1, 2, nil, 1, 1, 1, 2, nil, nil])
    #expect(
      answers.map { $0.evaluation } == [
        "retry", "retry", "proceed", "retry", "retry", "retry", "retry", "proceed", "retry",
      ]
    )
  }

  @Test("distinguishes keys by type and by the boundaries of their parts")
  func keys() throws {
    let rules = try Self.rules("maxAttempts: 2, per: [ attributes.a, attributes.b ]")
    let records = [
      #"{"type":"E","a":"1","b":"x"}"#, #"{"type":"E","a":1,"b":"x"}"#, #"{"type":"E","a":"1x","b":""}"#,
      #"{"type":"E","a":"","b":"1x"}"#, #"{"type":"E","a":true,"b":"x"}"#,
      #"{"type":"E","a":"true","b":"x"}"#,
    ]
    #expect(
      try Self.evaluations(rules, records + records) == Array(repeating: "retry", count: 6)
        + Array(repeating: "proceed", count: 6)
    )
  }

  @Test("takes key values as matchers do: status, category, problem members, payload")
  func derivedKeys() throws {
    for (path, one, other) in [
      ("status", #"{"problem":{"status":503}}"#, #"{"status":503}"#),
      ("error.payload.0", #"{"type":"E","payload":5}"#, #"{"type":"F","payload":[5]}"#),
      ("problem.type", #"{"problem":{}}"#, #"{"problem":{"type":"about:blank"}}"#),
      ("problem.ext.a", #"{"problem":{"a":1}}"#, #"{"problem":{"a":1,"b":2}}"#),
    ] {
      #expect(
        try Self.evaluations(Self.rules("maxAttempts: 2, per: \(path)"), [one, other]) == [
          "retry", "proceed",
        ],
        "\(path)"
      )
    }
  }

  @Test("counts within (now - w, now]")
  func window() throws {
    let rules = try Self.rules("maxAttempts: 2, per: type, within: 10s")
    let times = [100.0, 109.999999, 110, 119.9, 120, 120.000001]
    let records = times.map { #"{"type":"E","time":\#($0)}"# }
    #expect(
      try Self.evaluations(rules, records) == ["retry", "proceed", "retry", "proceed", "retry", "proceed"]
    )
  }

  @Test("uses a clock that never goes back, and that stands still for records without a time")
  func clock() throws {
    let rules = try Self.rules("maxAttempts: 2, per: type, within: 10s")
    let records = [
      #"{"type":"E","time":100}"#, #"{"type":"F","time":109}"#, #"{"type":"E","time":50}"#,
      // Counted at 109, the current time of the clock.
      #"{"type":"G","time":90}"#, #"{"type":"G","time":118.9}"#, #"{"type":"E"}"#,
      #"{"type":"G","time":119}"#,
    ]
    #expect(
      try Self.evaluations(rules, records) == [
        "retry", "retry", "proceed", "retry", "proceed", "retry", "retry",
      ]
    )
  }

  @Test("counts only granted retries, not exhausted ones")
  func onlyRetried() throws {
    let rules = try Self.rules("maxAttempts: 2, per: type, within: 10s")
    let records = [0, 5, 9, 10].map { #"{"type":"E","time":\#($0)}"# }
    #expect(try Self.evaluations(rules, records) == ["retry", "proceed", "proceed", "retry"])
  }

  @Test("is counted for each rule separately")
  func ownBudgets() throws {
    let rules = try Rules(
      "version: 1\nresponders: [ { id: app, rules: [ { id: a, then: { retry: { maxAttempts: 2 } } }, { id: b, then: { retry: { maxAttempts: 3 } } } ], otherwise: { then: { retry: { maxAttempts: 2 } } } } ]"
    )
    let answers = try rules.answers(Array(repeating: #"{"type":"E","operation":"o"}"#, count: 5))
    #expect(answers.map { $0.by } == ["app/a", "app/b", "app/b", "app/otherwise", nil])
  }

  static let exhausted: [(word: String, message: String, by: String?, evaluation: String, path: [String])] = [
    ("continue", "next", "app/next", "abort", ["app"]),
    ("continue", "x", "app/otherwise", "proceed", ["app"]),
    ("escalate", "next", nil, "cancel", ["app"]), ("proceed", "next", "app/again", "proceed", ["app"]),
    ("cancel", "next", "app/again", "cancel", ["app"]), ("abort", "x", "app/again", "abort", ["app"]),
  ]

  @Test("is checked before do: when exhausted, no action runs and exhausted decides", arguments: exhausted)
  func exhaustion(word: String, message: String, by: String?, evaluation: String, path: [String]) throws {
    let rules = try Self.rules("maxAttempts: 2, exhausted: \(word)")
    let answered = try rules.answer(#"{"message":"\#(message)","attempt":2}"#)
    #expect(answered.by == by && answered.evaluation == evaluation && answered.path == path)
    #expect(answered.actions.isEmpty && answered.retry == nil)
    #expect(answered.isHandled == (by != nil))
    let explained = try rules.answer(#"{"message":"\#(message)","attempt":2}"#, explained: true)
    #expect(
      explained.steps.contains { $0["rule"] as? String == "again" && $0["result"] as? String == "exhausted" }
    )
  }

  @Test("drops the least recently used key when its table is full, and counts the dropped keys")
  func eviction() throws {
    let rules = try Self.rules("maxAttempts: 3, per: type")
    var evaluator = Evaluator(rules.chain)
    var state = ChainState(isAtHand: true, capacity: 2)
    func attempt(_ type: String) -> Int32? {
      let hasRun = evaluator.run(with: #"{"type":"\#(type)"}"#, &state)
      #expect(hasRun)
      return evaluator.outcome.retry?.attempt
    }
    // A is used again, so C evicts B; then B evicts A, the least recently used.
    #expect(["A", "B", "A", "C", "A", "B", "A", "C"].map(attempt) == [1, 1, 2, 1, nil, 1, nil, 1])
    let forgotten = state.forgottenKeys
    #expect(forgotten.retries == 3 && forgotten.total == 3)
  }

  @Test("reports that its state is not available, unless it needs none")
  func notAtHand() throws {
    let rules = try Self.rules("maxAttempts: 3")
    var evaluator = Evaluator(rules.chain)
    var state = ChainState(isAtHand: false)
    func runs(_ record: String) -> Bool { evaluator.run(with: record, &state) }
    #expect(!runs(#"{"type":"E","operation":"a"}"#) && !runs(#"{"type":"E","operation":"a","attempt":1}"#))
    #expect(runs(#"{"type":"E","attempt":1}"#) && runs(#"{"type":"E"}"#) && runs(#"{"message":"skip"}"#))
  }
}

@Suite("A retry's delay")
struct RetryDelayTests {
  private static func rules(_ backoff: String, maxAttempts: Int = 50) throws -> Rules {
    try Rules(
      "version: 1\nresponders: [ { id: shop, rules: [ { id: again, then: { retry: { maxAttempts: \(maxAttempts), backoff: { \(backoff) } } } } ] } ]"
    )
  }

  /// The contract's draw, implemented again: SplitMix64 of FNV-1a of `seed/identity/responder/rule`.
  private static func draw(seed: UInt64, ordinal: Int, place: String = "shop/again") -> Double {
    draw(seed: seed, identity: "\(ordinal)", place: place)
  }

  private static func draw(seed: UInt64, identity: String, place: String = "shop/again") -> Double {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in "\(seed)/\(identity)/\(place)".utf8 { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
    var random = SeededRandom(seed: hash)
    return Double(random.next() >> 11) / 9_007_199_254_740_992
  }

  private static func rounded(_ seconds: Double) -> Double { floor(seconds * 1_000 + 0.5) / 1_000 }

  @Test("is initial × multiplier^(number of earlier tries), at most max")
  func growth() throws {
    let rules = try Self.rules("initial: 200ms, multiplier: 2, max: 3s, jitter: none")
    let delays = try rules.answers((1...6).map { #"{"type":"E","attempt":\#($0)}"# }).map { $0.delay }
    #expect(delays == [0.2, 0.4, 0.8, 1.6, 3, 3])
    let steady = try Self.rules("initial: 250ms, multiplier: 1, jitter: none")
    #expect(try steady.answer(#"{"type":"E","attempt":49}"#).delay == 0.25)
    let capped = try Self.rules("initial: 1h, max: 1s, jitter: none")
    #expect(try capped.answer(#"{"type":"E"}"#).delay == 1)
    let longest = try Self.rules("initial: 1d, multiplier: 1000, max: 100000d, jitter: none")
    #expect(try longest.answer(#"{"type":"E","attempt":49}"#).delay == 8_640_000_000)
  }

  @Test("takes missing keys from defaults.retry, then from the language defaults")
  func defaults() throws {
    let rules = try Rules(
      """
      version: 1
      defaults: { retry: { maxAttempts: 9, backoff: { initial: 1s, jitter: none } } }
      responders:
        - { id: app, rules: [ { id: a, when: { type: A }, then: retry }, { id: b, then: { retry: { backoff: { multiplier: 3 } } } } ] }
      """
    )
    let answers = try rules.answers([
      #"{"type":"A","attempt":6}"#, #"{"type":"B","attempt":8}"#, #"{"type":"B","attempt":3}"#,
    ])
    #expect(answers.map { $0.delay } == [30, 30, 9])
    #expect(answers[0].retry?["maxAttempts"] as? Int == 9)
    let language = try Rules(
      "version: 1\nresponders: [ { id: shop, rules: [ { id: again, then: retry } ] } ]"
    )
    #expect(try language.answer(#"{"type":"E","attempt":3}"#).retry == nil)
    let delay = try language.answer(#"{"type":"E","attempt":2}"#).delay
    #expect(delay == Self.rounded(0.4 * Self.draw(seed: 0, ordinal: 1)))
  }

  @Test("is drawn from the record's own id and its try, if it has an id", arguments: [0, 7, UInt64.max])
  func ownIdentity(seed: UInt64) throws {
    let rules = try Self.rules("initial: 1s, max: 1s, jitter: full")
    let records = [
      (#"{"type":"E","id":"a-1"}"#, "a-1"), (#"{"type":"E","id":41}"#, "41"),
      (#"{"type":"E","id":"a-1","attempt":2}"#, "a-1#2"),
      (#"{"type":"E","id":"a-1","attempt":-3}"#, "a-1#-3"),
      (#"{"type":"E","id":"é\u00e9 \"","attempt":"2"}"#, "éé \""), (#"{"type":"E","attempt":2}"#, "6"),
      (#"{"type":"E","id":"","attempt":12}"#, "#12"),
    ]
    let delays = try rules.answers(records.map { $0.0 }, seed: seed).map { $0.delay }
    #expect(delays == records.map { Self.rounded(Self.draw(seed: seed, identity: $0.1)) })
  }

  @Test("of a record with an id does not change with the records before it")
  func unrelatedRecords() throws {
    let rules = try Self.rules("initial: 1s, max: 1s, jitter: equal")
    let records = (1...40).map { #"{"type":"E","id":"r\#($0)","attempt":\#($0 % 3 + 1)}"# }
    let alone = try rules.answers(records).map { $0.delay }
    let after = try rules.answers([#"{"type":"F","id":"other"}"#, #"{"type":"F"}"#] + records).map {
      $0.delay
    }
    #expect(Set(alone).count > 30)
    #expect(Array(after.dropFirst(2)) == alone)
  }

  @Test(
    "is drawn from the seed, the ordinal and the rule, if the record has no id",
    arguments: [0, 1, 7, UInt64.max]
  )
  func jitter(seed: UInt64) throws {
    let records = (1...40).map { #"{"type":"E","attempt":\#($0 % 5 + 1)}"# }
    let full = try Self.rules("initial: 1s, multiplier: 2, max: 10s, jitter: full").answers(
      records,
      seed: seed
    )
    let equal = try Self.rules("initial: 1s, multiplier: 2, max: 10s, jitter: equal").answers(
      records,
      seed: seed
    )
    let share = try Self.rules("initial: 1s, multiplier: 2, max: 10s, jitter: 0.2").answers(
      records,
      seed: seed
    )
    for ordinal in 1...40 {
      let base = min(10, pow(2, Double(ordinal % 5)))
      let u = Self.draw(seed: seed, ordinal: ordinal)
      #expect(full[ordinal - 1].delay == Self.rounded(u * base))
      #expect(equal[ordinal - 1].delay == Self.rounded(base / 2 + u * base / 2))
      #expect(share[ordinal - 1].delay == Self.rounded(base * 0.8 + u * base * 0.4))
    }
  }

  @Test("is drawn for otherwise by its own name")
  func otherwise() throws {
    let rules = try Rules("version: 1\nresponders: [ { id: shop, otherwise: { then: retry } } ]")
    #expect(
      try rules.answer(#"{"type":"E"}"#).delay
        == Self.rounded(0.2 * Self.draw(seed: 0, ordinal: 1, place: "shop/otherwise"))
    )
  }

  @Test("is at least the server's minimum, rounded half up to a millisecond")
  func retryAfter() throws {
    let rules = try Self.rules("initial: 200ms, max: 1s, jitter: none")
    let wishes = ["100ms", "5s", "1.5ms", "200.4ms", "200.5ms", "1001.4999ms", "2h"]
    let delays = try rules.answers(wishes.map { #"{"type":"E","retryAfter":"\#($0)"}"# }).map { $0.delay }
    #expect(delays == [0.2, 5, 0.2, 0.2, 0.201, 1.001, 7200])
    let half = try Self.rules("initial: 0.5ms, multiplier: 3, jitter: none")
    #expect(
      try half.answers([1, 2, 3].map { #"{"type":"E","attempt":\#($0)}"# }).map { $0.delay } == [
        0.001, 0.002, 0.005,
      ]
    )
    #expect(try half.text(#"{"type":"E","attempt":1}"#).contains(#""delay":0.001}"#))
  }
}
