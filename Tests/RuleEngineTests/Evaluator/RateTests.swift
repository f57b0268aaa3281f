import RuleEngine
import Testing

@Suite("A rate")
struct RateTests {
  private static func rules(_ rate: String, when others: String = "") throws -> Rules {
    try Rules(
      """
      version: 1
      categories: [ { name: down, when: { status: 503 } } ]
      responders:
        - id: app
          rules:
            - { id: burst, when: { rate: { \(rate) }\(others.isEmpty ? "" : ", \(others)") }, then: abort }
            - { id: rest, then: proceed }
      """
    )
  }

  /// By record: whether the rule with the rate decided.
  private static func bursts(_ rules: Rules, _ records: [String]) throws -> [Bool] {
    try rules.answers(records).map { $0.by == "app/burst" }
  }

  private static func timed(_ times: [Double], _ members: String = "") -> [String] {
    times.map { #"{"type":"E"\#(members),"time":\#($0)}"# }
  }

  @Test("is reached by the fifth error of its key within (now - w, now]")
  func window() throws {
    let times = [100.0, 101, 102, 109.999999, 110, 113, 300]
    #expect(
      try Self.bursts(Self.rules("atLeast: 4, within: 10s"), Self.timed(times)) == [
        // At 110 the one of 100 has just left, at 113 those of 101 and 102; 109.9…, 110 and 113 make three.
        false, false, false, true, true, false, false,
      ]
    )
  }

  @Test("of one is always reached")
  func one() throws {
    #expect(try Self.bursts(Self.rules("atLeast: 1, within: 1ms"), Self.timed([1, 2])) == [true, true])
  }

  @Test("counts by the subjects in per; a missing field is a key of its own; without per, all count together")
  func keys() throws {
    let records = [
      #"{"type":"E","host":"a"}"#, #"{"type":"E","host":"b"}"#, #"{"type":"E"}"#, #"{"type":"F","host":"a"}"#,
      #"{"type":"E"}"#, #"{"type":"E","host":"a"}"#, #"{"type":"E","host":null}"#, #"{"type":"E","host":""}"#,
    ]
    #expect(
      try Self.bursts(Self.rules("atLeast: 2, within: 1m, per: [ type, attributes.host ]"), records) == [
        false, false, false, false, true, true, false, false,
      ]
    )
    #expect(
      try Self.bursts(Self.rules("atLeast: 5, within: 1m"), records) == [
        false, false, false, false, true, true, true, true,
      ]
    )
    #expect(
      try Self.bursts(
        Self.rules("atLeast: 2, within: 1m, per: category"),
        [#"{"status":503}"#, records[0], #"{"status":503}"#]
      ) == [false, false, true]
    )
  }

  @Test("counts only errors that match the rule's other conditions, wherever the rate is written")
  func otherConditions() throws {
    let records = [404, 503, 404, 503, 503].map { #"{"status":\#($0)}"# }
    let expected = [false, false, false, false, true]
    #expect(try Self.bursts(Self.rules("atLeast: 3, within: 1m", when: "status: 5xx"), records) == expected)
    let reversed = try Rules(
      "version: 1\nresponders: [ { id: app, rules: [ { id: burst, when: { status: 5xx, rate: { atLeast: 3, within: 1m } }, then: abort } ] } ]"
    )
    #expect(try Self.bursts(reversed, records) == expected)
  }

  @Test("counts errors that reached the rule, whatever its verdict was")
  func reaching() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          rules:
            - { id: before, when: { message: taken }, then: cancel }
            - { id: burst, when: { rate: { atLeast: 2, within: 1m } }, then: { retry: { maxAttempts: 2 } } }
          otherwise: { then: proceed }
      """
    )
    let records = [
      #"{"message":"taken"}"#, #"{"message":"x"}"#, #"{"message":"x","attempt":2}"#,
      #"{"message":"x","attempt":1}"#,
    ]
    #expect(
      try rules.answers(records).map { $0.by } == [
        "app/before", "app/otherwise", "app/otherwise", "app/burst",
      ]
    )
  }

  @Test("is counted for each rule separately, and not for a disabled one")
  func ownKeys() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          rules:
            - { id: off, enabled: false, when: { rate: { atLeast: 1, within: 1m } }, then: abort }
            - { id: three, when: { rate: { atLeast: 3, within: 1m } }, then: abort }
            - { id: two, when: { rate: { atLeast: 2, within: 1m } }, then: cancel }
      """
    )
    let answers = try rules.answers(Array(repeating: #"{"type":"E"}"#, count: 4))
    #expect(answers.map { $0.by } == [nil, "app/two", "app/three", "app/three"])
  }

  @Test("uses event time: the clock never goes back, and a record without a time happens now")
  func clock() throws {
    let records = Self.timed([100, 50]) + [#"{"type":"E"}"#] + Self.timed([109.9, 110])
    #expect(
      try Self.bursts(Self.rules("atLeast: 3, within: 10s"), records) == [false, false, true, true, false]
    )
    let before = [#"{"type":"E"}"#] + Self.timed([-5, -1, 2])
    #expect(try Self.bursts(Self.rules("atLeast: 2, within: 3s"), before) == [false, true, true, true])
    // The longest possible window starts before every time.
    let longest = "atLeast: 2, within: 106751991d"
    #expect(try Self.bursts(Self.rules(longest), Self.timed([-62_000_000_000, 0])) == [false, true])
  }

  @Test("replaces the oldest key when its table is full, and counts the dropped keys")
  func eviction() throws {
    let rules = try Self.rules("atLeast: 2, within: 1m, per: type")
    var evaluator = Evaluator(rules.chain)
    var state = ChainState(isAtHand: true, capacity: 2)
    func isBurst(_ type: String) -> Bool {
      let hasRun = evaluator.run(with: #"{"type":"\#(type)"}"#, &state)
      #expect(hasRun)
      return evaluator.outcome.evaluation == .abort
    }
    #expect(
      ["A", "B", "A", "C", "A", "B", "C"].map(isBurst) == [false, false, true, false, true, false, false]
    )
    let forgotten = state.forgottenKeys
    #expect(forgotten.rates == 3 && forgotten.total == 3)
  }

  @Test("reports that its state is not available, unless the rest of the matcher decides")
  func notAtHand() throws {
    let rules = try Self.rules("atLeast: 1, within: 1m", when: "status: 503")
    var evaluator = Evaluator(rules.chain)
    var state = ChainState(isAtHand: false)
    func runs(_ record: String) -> Bool { evaluator.run(with: record, &state) }
    #expect(!runs(#"{"status":503}"#) && runs(#"{"status":404}"#))
  }

  @Test("that is not reached makes the rule not match")
  func explained() throws {
    let answered = try Self.rules("atLeast: 2, within: 1m").answer(#"{"type":"E"}"#, explained: true)
    #expect(
      answered.steps.contains { $0["rule"] as? String == "burst" && $0["result"] as? String == "not matched" }
    )
  }
}
