import RuleEngine
import Testing

@Suite("A throttle")
struct ThrottleTests {
  private static func rules(_ throttle: String, rest: String = "") throws -> Rules {
    try Rules(
      """
      version: 1
      responders:
        - id: app
          rules:
            - { id: tell, do: [ { log: "{error.type}", throttle: { \(throttle) }, level: warning }, { log: after } ], then: cancel }
      """
    )
  }

  /// By record: whether each of its actions was throttled.
  private static func throttled(_ rules: Rules, _ records: [String]) throws -> [[Bool]] {
    try rules.answers(records).map { $0.actions.map { $0["throttled"] as? Bool ?? false } }
  }

  @Test("skips the action while now - last < every, from the last run; the verdict stays the same")
  func window() throws {
    let times = [100.0, 100, 109.999999, 110, 115, 119.999999, 121]
    let answers = try Self.rules("every: 10s").answers(times.map { #"{"type":"E","time":\#($0)}"# })
    #expect(
      answers.map { $0.actions[0]["throttled"] as? Bool ?? false } == [
        false, true, true, false, true, true, false,
      ]
    )
    #expect(answers.allSatisfy { $0.by == "app/tell" && $0.evaluation == "cancel" && $0.actions.count == 2 })
    #expect(answers.allSatisfy { $0.actions[1]["throttled"] == nil })
    #expect(
      answers[1].text.contains(
        #""actions":[{"log":"E","level":"warning","responder":"app","rule":"tell","throttled":true},{"log":"after""#
      )
    )
  }

  @Test("counts by the subjects in per; a missing field is a key of its own; without per, all count together")
  func keys() throws {
    let records = [
      #"{"type":"E","host":"a"}"#, #"{"type":"E"}"#, #"{"type":"F"}"#, #"{"type":"E","host":"a"}"#,
      #"{"type":"E"}"#,
    ]
    func firsts(_ throttle: String) throws -> [Bool] {
      try Self.throttled(Self.rules(throttle), records).map { $0[0] }
    }
    #expect(try firsts("per: [ type, attributes.host ], every: 1m") == [false, false, false, true, true])
    #expect(try firsts("per: type, every: 1m") == [false, true, false, true, true])
    #expect(try firsts("every: 1m") == [false, true, true, true, true])
  }

  @Test("is counted for each action separately: in rules, buttons, otherwise and always")
  func places() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          rules:
            - id: ask
              when: { type: Ask }
              do: [ { present: { title: T, buttons: [ { title: Go, do: [ { log: x, throttle: { every: 1m } } ], then: continue } ] } } ]
            - { id: a, do: [ { log: x, throttle: { every: 1m } }, { log: x, throttle: { every: 1m } } ], then: continue }
          otherwise: { do: [ { log: x, throttle: { every: 1m } } ], then: cancel }
          always: [ { log: x, throttle: { every: 1m } } ]
      """
    )
    let records = [
      #"{"type":"E"}"#, #"{"type":"Ask","answers":["Go"]}"#, #"{"type":"Ask","answers":["Go"]}"#,
    ]
    #expect(
      try Self.throttled(rules, records) == [
        [false, false, false, false], [false, false, true, true, true, true],
        [false, true, true, true, true, true],
      ]
    )
  }

  private static let alert = """
    version: 1
    responders:
      - id: app
        rules:
          - id: ask
            when: { not: { type: Later } }
            do:
              - { log: before }
              - present: { title: T, buttons: [ { title: Go, do: [ { log: go } ], then: proceed }, { title: No, then: abort } ] }
                throttle: { per: type, every: 10s }
            then: THEN
          - { id: next, do: [ { present: { title: N, buttons: [ { title: Y, then: cancel }, { title: Z, then: escalate } ] } } ] }
    """

  @Test("that skips an alert leaves its answer unused, and the rule's own verdict applies")
  func alerts() throws {
    let rules = try Rules(Self.alert.replacing("THEN", with: "continue"))
    let answers = try rules.answers([
      #"{"type":"E","time":100,"answers":["No","Z"]}"#, #"{"type":"E","time":105,"answers":["Y"]}"#,
      #"{"type":"E","time":110,"answers":["Go"]}"#, #"{"type":"F","time":110,"answers":[null]}"#,
      #"{"type":"F","time":111,"answers":["Z"]}"#,
    ])
    #expect(answers.map { $0.by } == ["app/ask", "app/next", "app/ask", "app/ask", nil])
    #expect(answers.map { $0.evaluation } == ["abort", "cancel", "proceed", "cancel", "cancel"])
    #expect(answers[1].acts == ["before", "T", "N"] && answers[2].acts == ["before", "T", "go"])
    #expect(answers[1].actions[1]["answer"] == nil && answers[1].actions[1]["throttled"] as? Bool == true)
    #expect(answers.allSatisfy { $0.members["assumed"] == nil })
  }

  @Test("that skips an alert leaves the decision to a retry with a budget of its own")
  func budget() throws {
    let rules = try Rules(Self.alert.replacing("THEN", with: "{ retry: { per: type, maxAttempts: 3 } }"))
    func answered(_ times: [Int]) throws -> [Answered] {
      try rules.answers(times.map { #"{"type":"E","time":\#($0),"answers":["Go"]}"# })
    }
    let answers = try answered([100, 101, 102, 103, 110, 111])
    #expect(answers.map { $0.evaluation } == ["proceed", "retry", "retry", "cancel", "proceed", "cancel"])
    #expect(answers.map { $0.attempt } == [nil, 1, 2, nil, nil, nil])
    // With an exhausted budget the rule runs nothing.
    #expect(answers[3].acts == ["N"] && answers[3].by == "app/next")
    #expect(answers[0].retry == nil && answers[4].acts == ["before", "T", "go"])
  }

  @Test("drops the least recently used key when its table is full; checking counts as using")
  func eviction() throws {
    let rules = try Self.rules("per: type, every: 1m")
    var evaluator = Evaluator(rules.chain)
    var state = ChainState(isAtHand: true, capacity: 2)
    func isSkipped(_ type: String) -> Bool {
      let hasRun = evaluator.run(with: #"{"type":"\#(type)"}"#, &state)
      #expect(hasRun)
      return evaluator.outcome.actions[0].isThrottled
    }
    #expect(
      ["A", "B", "A", "C", "A", "B", "A"].map(isSkipped) == [false, false, true, false, true, false, true]
    )
    let forgotten = state.forgottenKeys
    #expect(forgotten.throttles == 2 && forgotten.total == 2)
  }

  @Test("reports that its state is not available")
  func notAtHand() throws {
    let rules = try Rules(
      "version: 1\nresponders: [ { id: app, rules: [ { when: { type: E }, do: [ { log: x, throttle: { every: 1s } } ], then: cancel } ] } ]"
    )
    var evaluator = Evaluator(rules.chain)
    var state = ChainState(isAtHand: false)
    func runs(_ record: String) -> Bool { evaluator.run(with: record, &state) }
    #expect(!runs(#"{"type":"E"}"#) && runs(#"{"type":"F"}"#))
  }
}
