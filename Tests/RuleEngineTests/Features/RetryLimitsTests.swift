import RuleEngine
import TestSupport
import Testing

@Suite("The deadline of a retry")
struct RetryDeadlineTests {
  static func rules(_ retry: String, jitter: String = "none") throws -> Rules {
    try Rules(
      """
      version: 1
      defaults: { retry: { backoff: { jitter: \(jitter) } } }
      responders:
        - id: app
          rules:
            - { id: again, do: [ { perform: x } ], then: { retry: { \(retry) } } }
          otherwise: { then: proceed }
      """
    )
  }

  @Test(
    "grants a try whose delay ends at it, and none whose delay ends later",
    arguments: [
      (#""9s""#, true), (#""9001ms""#, false), ("9", true), ("9.0", true), ("9.001", false), (#""0s""#, true),
      (#""1h""#, false), ("1e300", true), ("-5", true), (#""soon""#, true), ("null", true), ("[1]", true),
    ]
  )
  func boundary(elapsed: String, isGranted: Bool) throws {
    let rules = try Self.rules("deadline: 10s, exhausted: abort, backoff: { initial: 1s }")
    let answered = try rules.answer(#"{"type":"E","attempt":1,"elapsed":\#(elapsed)}"#)
    #expect(answered.evaluation == (isGranted ? "retry" : "abort"))
    #expect(answered.members["ended"] as? String == (isGranted ? nil : "deadline"))
    #expect(answered.acts == (isGranted ? ["x"] : []), "it is asked before do")
  }

  @Test("is measured from the first error of the key that the rule retried, if the record has no elapsed")
  func byKey() throws {
    let rules = try Self.rules(
      "maxAttempts: 100, per: type, within: 60s, deadline: 10s, backoff: { initial: 4s, multiplier: 1 }"
    )
    let times = [100.0, 106, 106.001, 107, 160, 160.5, 166.001, 500]
    let answers = try rules.answers(times.map { #"{"type":"E","time":\#($0)}"# })
    // At 160 s the first is forgotten and the second, of 106 s, is 54 s old; at 500 s nothing is remembered.
    #expect(answers.map { $0.attempt } == [1, 2, nil, nil, nil, nil, 1, 1])
  }

  @Test("says nothing where the time is unknown, and ends tries by attempts first")
  func unknown() throws {
    let rules = try Self.rules(
      "maxAttempts: 2, deadline: 1ms, exhausted: cancel, backoff: { initial: 1h, max: 1h }"
    )
    let answers = try rules.answers([
      #"{"type":"E"}"#, #"{"type":"E","operation":"a"}"#, #"{"type":"E","attempt":2,"elapsed":"9d"}"#,
      #"{"type":"E","attempt":1,"elapsed":0}"#, #"{"type":"E","operation":"a","attempt":1}"#,
    ])
    #expect(answers.map { $0.evaluation } == ["retry", "retry", "cancel", "cancel", "cancel"])
    #expect(answers.map { $0.members["ended"] as? String } == [nil, nil, "attempts", "deadline", "deadline"])
  }

  @Test(
    "comes after the attempts and before the quota, and what it refuses takes nothing from a quota of retries"
  )
  func order() throws {
    let rules = try Self.rules(
      "maxAttempts: 3, deadline: 10s, exhausted: abort, quota: { retries: 1, within: 1h }, backoff: { initial: 1s }"
    )
    let records = [
      #""attempt":3,"elapsed":20"#, #""attempt":1,"elapsed":20"#, #""attempt":1"#, #""attempt":1"#,
    ]
    let answers = try rules.answers(records.map { #"{"type":"E",\#($0)}"# })
    #expect(answers.map { $0.members["ended"] as? String } == ["attempts", "deadline", nil, "quota"])
  }

  @Test("takes no try where it ends the retry")
  func takesNothing() throws {
    let rules = try Self.rules(
      "maxAttempts: 3, per: type, deadline: 10s, backoff: { initial: 1s, multiplier: 1 }"
    )
    let elapsed = ["1s", "20s", "20s", "20s", "1s", "1s"]
    let answers = try rules.answers(elapsed.map { #"{"type":"E","elapsed":"\#($0)"}"# })
    #expect(answers.map { $0.attempt } == [1, nil, nil, nil, 2, nil])
  }

  @Test("counts the delay that the resolution shows, whatever was drawn", arguments: ["full", "equal"])
  func drawn(jitter: String) throws {
    let backoff = "maxAttempts: 9, backoff: { initial: 8s, max: 8s }"
    let free = try Self.rules(backoff, jitter: jitter)
    let limited = try Self.rules("deadline: 10s, \(backoff)", jitter: jitter)
    let records = (1...60).map {
      #"{"type":"E","attempt":1,"elapsed":"4s"\#($0 % 2 == 0 ? ",\"id\":\"r\($0)\"" : "")}"#
    }
    let delays = try free.answers(records, seed: 5).map { $0.delay ?? .infinity }
    let answers = try limited.answers(records, seed: 5)
    #expect(answers.map { $0.delay } == delays.map { $0 <= 6 ? $0 : nil })
    #expect(delays.contains { $0 > 6 } && delays.contains { $0 <= 6 })
    let explained = try limited.answers(records, seed: 5, explained: true)
    #expect(explained.map { $0.delay } == answers.map { $0.delay })
  }

  @Test("counts the delay that the other side asks for")
  func retryAfter() throws {
    let rules = try Self.rules("deadline: 10s")
    let wishes = ["9s", "11s"]
    let answers = try rules.answers(
      wishes.map { #"{"type":"E","attempt":1,"elapsed":0,"retryAfter":"\#($0)"}"# }
    )
    #expect(answers.map { $0.delay } == [9, nil])
  }

  @Test("is explained")
  func explained() throws {
    let rules = try Self.rules("deadline: 10s, backoff: { initial: 4s }")
    let step = try #require(
      try rules.answer(#"{"type":"E","attempt":1,"elapsed":7}"#, explained: true).steps.first {
        $0["rule"] != nil
      }
    )
    let state = try #require(step["state"] as? [[String: Any]])
    #expect(
      step["result"] as? String == "exhausted"
        && state.map { $0["read"] as? String } == ["tries", "deadline"]
    )
    #expect(
      state[1]["elapsed"] as? Double == 7 && state[1]["delay"] as? Double == 4
        && state[1]["deadline"] as? Double == 10
    )
  }

  @Test("and the quota come from the defaults, unless a rule says another one or none")
  func inherited() throws {
    let rules = try Rules(
      """
      version: 1
      defaults: { retry: { deadline: 1s, quota: { retries: 1, within: 1m }, backoff: { initial: 2s, jitter: none } } }
      responders:
        - id: app
          rules:
            - { id: a, when: { type: A }, then: retry }
            - { id: b, when: { type: B }, then: { retry: { deadline: none } } }
            - { id: c, when: { type: C }, then: { retry: { deadline: none, quota: none } } }
          otherwise: { then: cancel }
      """
    )
    let records = ["A", "B", "B", "C", "C"].map { #"{"type":"\#($0)","attempt":1,"elapsed":0}"# }
    #expect(
      try rules.answers(records).map { $0.by } == [
        "app/otherwise", "app/b", "app/otherwise", "app/c", "app/c",
      ]
    )
  }
}

@Suite("The quota of a retry")
struct RetryQuotaTests {
  private static func rules(_ quota: String, _ retry: String = "maxAttempts: 5") throws -> Rules {
    try RetryDeadlineTests.rules("\(retry), quota: { \(quota) }, exhausted: cancel")
  }

  @Test("grants so many retries within (now - w, now], and counts only those it granted")
  func window() throws {
    let rules = try Self.rules("retries: 2, within: 10s")
    let times = [100.0, 101, 102, 109.999, 110, 110.5, 111, 112]
    let answers = try rules.answers(times.map { #"{"type":"E","attempt":1,"time":\#($0)}"# })
    #expect(
      answers.map { $0.evaluation } == [
        "retry", "retry", "cancel", "cancel", "retry", "cancel", "retry", "cancel",
      ]
    )
    #expect(answers[2].members["ended"] as? String == "quota")
  }

  @Test("equals a count of all granted retries, for any stream, number, window and key")
  func closedForm() throws {
    var random = SeededRandom(seed: 31)
    for _ in 0..<Scale.of(60, quick: 12) {
      let most = Int.random(in: 1...4, using: &random)
      let within = Int.random(in: 1...9, using: &random)
      let keys = [[], ["type"], ["type", "attributes.host"]][Int.random(in: 0..<3, using: &random)]
      let per = keys.isEmpty ? "" : ", per: [ \(keys.joined(separator: ", ")) ]"
      let attempts = Int.random(in: 2...4, using: &random)
      let rules = try Self.rules("retries: \(most), within: \(within)s\(per)", "maxAttempts: \(attempts)")
      var now = 1_000
      var granted: [(key: String, time: Int)] = []
      var records: [String] = []
      var expected: [String] = []
      for _ in 0..<80 {
        now += Int.random(in: 0...2, using: &random)
        let type = ["A", "B"][Int.random(in: 0..<2, using: &random)]
        let host: String? = ["x", "y", nil][Int.random(in: 0..<3, using: &random)]
        let attempt = Int.random(in: 1...4, using: &random)
        records.append(
          #"{"type":"\#(type)","attempt":\#(attempt),"time":\#(now)\#(host.map { ",\"host\":\"\($0)\"" } ?? "")}"#
        )
        let key = keys.map { $0 == "type" ? type : host ?? "(missing)" }.joined(separator: "/")
        if attempt >= attempts {
          expected.append("attempts")
        } else if granted.count(where: { $0.key == key && $0.time > now - within }) >= most {
          expected.append("quota")
        } else {
          granted.append((key, now))
          expected.append("retry")
        }
      }
      let answers = try rules.answers(records)
      #expect(answers.map { $0.members["ended"] as? String ?? $0.evaluation ?? "" } == expected)
    }
  }

  @Test("and the budget take nothing of each other where one of them ends the retry")
  func takesNothing() throws {
    let rules = try Self.rules("retries: 2, within: 1h", "maxAttempts: 3, per: type")
    let answers = try rules.answers(["A", "A", "B", "A", "C"].map { #"{"type":"\#($0)"}"# })
    #expect(answers.map { $0.members["ended"] as? String } == [nil, nil, "quota", "attempts", "quota"])
    let explained = try rules.answer(#"{"type":"A"}"#, explained: true)
    let state = explained.steps.first { $0["rule"] != nil }?["state"] as? [[String: Any]] ?? []
    #expect(state.last?["read"] as? String == "quota" && state.last?["retries"] as? Int == 2)
  }

  @Test("of tries counts the first one, too, each where it began, and says so")
  func tries() throws {
    let rules = try Self.rules(
      "tries: 2, within: 10s",
      "maxAttempts: 9, backoff: { initial: 1s, multiplier: 1 }"
    )
    // The first began a minute before, so the window begins with the second; the fifth would be tried again after it.
    let records = [(160, 60), (161, 0), (162, 0), (170.5, 0), (171, 1)].map {
      #"{"type":"E","attempt":1,"time":\#($0),"attributes":{"lasted":\#($1)}}"#
    }
    let answers = try rules.answers(records)
    #expect(answers.map { $0.evaluation } == ["retry", "retry", "cancel", "retry", "retry"])
    let explained = try rules.answer(#"{"type":"E","attempt":1,"lasted":"5m"}"#, explained: true)
    let state = explained.steps.first { $0["rule"] != nil }?["state"] as? [[String: Any]] ?? []
    #expect(state.last?["read"] as? String == "quota" && state.last?["tries"] as? Int == 2)
    #expect(state.last?["count"] as? Int == 1)
  }

  @Test("counts untracked retries, too")
  func untracked() throws {
    let answers = try Self.rules("retries: 2, within: 1h").answers(
      Array(repeating: #"{"type":"E"}"#, count: 3)
    )
    #expect(answers.map { $0.evaluation } == ["retry", "retry", "cancel"])
  }

  /// The tries of each call that always fails.
  private static func tries(ofFailingCalls calls: Int, _ rules: Rules, completed: [Int] = []) throws -> [Int]
  {
    var evaluator = RuleEvaluator(rules.chain)
    var all: [Int] = []
    for call in 0..<calls {
      for _ in 0..<(call < completed.count ? completed[call] : 0) {
        #expect(throws: InvalidRecord.self) {
          try evaluator.resolution(of: #"{"origin":"shop","operation":"pay","completed":true}"#)
        }
      }
      var tries = 0
      var isOver = false
      while !isOver {
        tries += 1
        let record = #"{"origin":"shop","operation":"pay","attempt":\#(tries),"domain":"grpc","code":14}"#
        isOver = try Answered(evaluator.resolution(of: record)).evaluation != "retry"
      }
      all.append(tries)
    }
    return all
  }

  @Test("of tokens throttles retries as gRPC does: five calls are tried 4, 1, 1, 1, 1 times")
  func throttling() throws {
    // A6: of 10 tokens each failure takes one, and there are no retries from 5 tokens down.
    let rules = try Self.rules("tokens: 10, ratio: 0.1", "maxAttempts: 4")
    #expect(try Self.tries(ofFailingCalls: 5, rules) == [4, 1, 1, 1, 1])
  }

  @Test("of tokens: an error takes its token once, also where an alert or a failed action decides")
  func tokensBehindActions() throws {
    let quota = "quota: { tokens: 4, ratio: 1 }, maxAttempts: 9, backoff: { jitter: none }"
    let alert = "present: { title: T, buttons: [ { title: OK, then: cancel } ] }, throttle: { every: 1h }"
    func evaluations(_ action: String, _ verdict: String, _ results: [String]) throws -> [String?] {
      let rules = try Rules(
        """
        version: 1
        defaults: { retry: { \(quota) } }
        responders:
          - id: app
            rules: [ { id: a, do: [ { \(action) } ], then: \(verdict) } ]
            otherwise: { then: proceed }
        """
      )
      return try rules.answers(
        results.map { #"{"type":"E","time":1,"attempt":1,"answers":["OK"],"performed":["\#($0)"]}"# }
      ).map { $0.evaluation }
    }
    // Of four tokens the first error leaves three, and the second two: half of them.
    #expect(try evaluations(alert, "retry", ["", ""]) == ["cancel", "proceed"])
    #expect(
      try evaluations("perform: x, failed: retry", "cancel", ["ok", "failed"]) == ["cancel", "proceed"]
    )
    #expect(
      try evaluations("perform: x, failed: retry", "retry", ["failed", "failed"]) == ["retry", "proceed"]
    )
    #expect(try evaluations("perform: x, failed: abort", "retry", ["failed", "ok"]) == ["abort", "proceed"])
  }

  @Test("of tokens gets its ratio back from completed operations, up to all tokens")
  func refilled() throws {
    let rules = try Self.rules("tokens: 10, ratio: 0.5", "maxAttempts: 4")
    // 10 − 4 = 6; 6 + 4 = 10, 4 tries; 6 + 1 = 7: to 6 (a retry), to 5; 5 + 0.5, to 4.5.
    #expect(try Self.tries(ofFailingCalls: 4, rules, completed: [9, 8, 2, 1]) == [4, 4, 2, 1])
  }

  @Test("of tokens equals gRPC's arithmetic for any calls")
  func arithmetic() throws {
    var random = SeededRandom(seed: 6)
    for _ in 0..<Scale.of(40, quick: 10) {
      let tokens = Int.random(in: 3...12, using: &random)
      let ratio = Int.random(in: 1...1_500, using: &random)
      let attempts = Int.random(in: 2...5, using: &random)
      let rules = try Self.rules(
        "tokens: \(tokens), ratio: \(Double(ratio) / 1_000)",
        "maxAttempts: \(attempts)"
      )
      let completed = (0..<12).map { _ in Int.random(in: 0...6, using: &random) }
      // As the proposal has it, in thousandths.
      var left = tokens * 1_000
      var expected: [Int] = []
      for call in completed {
        for _ in 0..<call { left = min(tokens * 1_000, left + ratio) }
        var tries = 0
        repeat {
          tries += 1
          left = max(0, left - 1_000)
        } while tries < attempts && left > tokens * 500
        expected.append(tries)
      }
      #expect(try Self.tries(ofFailingCalls: completed.count, rules, completed: completed) == expected)
    }
  }

  @Test("of tokens has a bucket for each origin, and for errors without one")
  func origins() throws {
    let rules = try Self.rules("tokens: 3, ratio: 1", "maxAttempts: 9")
    var evaluator = RuleEvaluator(rules.chain)
    var came: [String?] = []
    for origin in ["a", "a", "b", nil, nil, "done b", "done a", "a", "a", "done", nil] as [String?] {
      let isDone = origin?.hasPrefix("done") == true
      let name = isDone ? origin.map { String($0.dropFirst(5)) }.flatMap { $0.isEmpty ? nil : $0 } : origin
      let said = name.map { #""origin":"\#($0)","# } ?? ""
      let record = isDone ? #"{\#(said)"completed":true}"# : #"{\#(said)"type":"E","attempt":1}"#
      came.append(
        isDone ? nil : (try? evaluator.resolution(of: record)).flatMap { try? Answered($0).evaluation }
      )
      if isDone { _ = try? evaluator.resolution(of: record) }
    }
    #expect(
      came == ["retry", "cancel", "retry", "retry", "cancel", nil, nil, "cancel", "cancel", nil, "cancel"]
    )
  }

  @Test("forgets keys when its table is full, and counts them")
  func eviction() throws {
    let rules = try Self.rules("tokens: 3, ratio: 1")
    var evaluator = Evaluator(rules.chain)
    var state = ChainState(isAtHand: true, capacity: 2)
    let evaluations = ["a", "b", "a", "c", "a", "b"].map { origin -> String in
      let hasRun = evaluator.run(with: #"{"type":"E","attempt":1,"origin":"\#(origin)"}"#, &state)
      #expect(hasRun)
      return evaluator.outcome.evaluation.name
    }
    #expect(evaluations == ["retry", "retry", "cancel", "retry", "cancel", "retry"])
    #expect(state.forgottenKeys.retries == 2 && state.forgottenKeys.total == 2)
  }

  @Test("needs the state")
  func notAtHand() throws {
    let rules = try Self.rules("retries: 3, within: 1m")
    var evaluator = Evaluator(rules.chain)
    var state = ChainState(isAtHand: false)
    let hasRun = evaluator.run(with: #"{"type":"E","attempt":1}"#, &state)
    #expect(!hasRun)
  }
}
