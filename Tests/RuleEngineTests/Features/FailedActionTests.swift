import Testing

@testable import Engine
import RuleEngine

@Suite("An action with failed")
struct FailedActionTests {
  private static let refresh = """
    version: 1
    responders:
      - id: app
        rules:
          - id: refresh
            when: { status: 401 }
            do: [ { perform: refreshToken, failed: FAILED, limit: 5m }, { log: after } ]
            then: { retry: { maxAttempts: 2, exhausted: cancel, per: attributes.user } }
          - { id: next, do: [ { log: next } ], then: proceed }
        always: [ { log: always } ]
    """

  private func rules(_ failed: String) throws -> Rules {
    try Rules(Self.refresh.replacing("FAILED", with: failed))
  }

  @Test("goes on if it succeeds; without a record of it, success is assumed")
  func success() throws {
    let answers = try rules("abort").answers([
      #"{"status":401,"user":"a","performed":["ok"]}"#, #"{"status":401,"user":"b"}"#,
    ])
    #expect(answers.map { $0.evaluation } == ["retry", "retry"])
    #expect(answers.map { $0.members["assumed"] as? Bool } == [nil, true])
    #expect(
      answers.allSatisfy {
        $0.text.contains(#"{"perform":"refreshToken","responder":"app","rule":"refresh"}"#)
      }
    )
    #expect(answers.allSatisfy { $0.text.contains(#"{"log":"after","#) })
  }

  @Test("that fails or takes too long decides; later actions do not run, and then is not reached")
  func failure() throws {
    for (result, mark) in [("failed", "failed"), ("timeout", "timeout")] {
      let answered = try rules("abort").answer(#"{"status":401,"user":"a","performed":["\#(result)"]}"#)
      #expect(answered.evaluation == "abort" && answered.by == "app/refresh" && answered.retry == nil)
      #expect(
        answered.text.contains(
          #""actions":[{"perform":"refreshToken","responder":"app","rule":"refresh","\#(mark)":true},{"log":"always""#
        )
      )
      #expect(answered.members["assumed"] == nil)
    }
  }

  @Test(
    "decides with every word",
    arguments: [
      ("proceed", "app/refresh", "proceed"), ("cancel", "app/refresh", "cancel"),
      ("retry", "app/refresh", "retry"), ("continue", "app/next", "proceed"),
    ]
  )
  func words(failed: String, by: String, evaluation: String) throws {
    let answered = try rules(failed).answer(#"{"status":401,"user":"a","performed":"failed"}"#)
    #expect(answered.by == by && answered.evaluation == evaluation)
  }

  @Test("that says escalate leaves the responder")
  func escalate() throws {
    let answered = try rules("escalate").answer(#"{"status":401,"user":"a","performed":["failed"]}"#)
    #expect(answered.isHandled == false && answered.by == nil && answered.path == ["app"])
  }

  @Test("gives back the retry that was granted")
  func notCounted() throws {
    let record = #"{"status":401,"user":"a","performed":["RESULT"]}"#
    let results = ["failed", "timeout", "failed", "ok", "ok"]
    let answers = try rules("abort").answers(results.map { record.replacing("RESULT", with: $0) })
    #expect(answers.map { $0.evaluation } == ["abort", "abort", "abort", "retry", "cancel"])
  }

  @Test("is not asked where no try is left")
  func exhausted() throws {
    let answered = try rules("abort").answer(#"{"status":401,"attempt":2,"performed":["failed"]}"#)
    #expect(answered.evaluation == "cancel" && !answered.text.contains("refreshToken"))
  }

  @Test("that says retry has the budget of defaults, asked when it fails")
  func ownBudget() throws {
    let rules = try Rules(
      """
      version: 1
      defaults: { retry: { maxAttempts: 2, backoff: { initial: 1s, jitter: none }, exhausted: abort } }
      responders: [ { id: app, rules: [ { id: a, do: [ { perform: x, failed: retry } ], then: proceed } ] } ]
      """
    )
    let answers = try rules.answers(
      ["failed", "ok", "failed"].map { #"{"type":"E","operation":"o","performed":"\#($0)"}"# }
    )
    #expect(answers.map { $0.evaluation } == ["retry", "proceed", "abort"])
    #expect(answers[0].delay == 1 && answers[0].attempt == 1)
  }

  @Test("that says retry spends the budget of the rule's own retry, and each error spends it once")
  func sharedBudget() throws {
    let rules = try Rules(
      """
      version: 1
      defaults: { retry: { maxAttempts: 9, backoff: { initial: 1s, jitter: none }, exhausted: proceed } }
      responders:
        - id: app
          rules:
            - id: a
              do: [ { perform: one, failed: retry }, { perform: two, failed: retry } ]
              then: { retry: { maxAttempts: 3, exhausted: abort, backoff: { initial: 2s } } }
            - { id: other, then: cancel }
      """
    )
    let records = [#""failed""#, #""ok","failed""#, #""ok","ok""#, #""failed""#].map {
      #"{"type":"E","operation":"o","performed":[\#($0)]}"#
    }
    let answers = try rules.answers(records)
    #expect(answers.map { $0.evaluation } == ["retry", "retry", "abort", "abort"])
    #expect(answers.map { $0.attempt } == [1, 2, nil, nil])
    #expect(answers.map { $0.delay } == [2, 4, nil, nil])
    #expect(answers[0].text.contains(#""rule":"a","failed":true}]"#))
    #expect(answers[2].acts.isEmpty)
  }

  @Test("that says retry shares one budget of defaults among all actions of its rule")
  func oneBudgetOfDefaults() throws {
    let rules = try Rules(
      """
      version: 1
      defaults: { retry: { maxAttempts: 2, exhausted: abort } }
      responders:
        - id: app
          rules:
            - { id: a, do: [ { perform: one, failed: retry }, { perform: two, failed: retry } ], then: proceed }
      """
    )
    let records = [#""failed""#, #""ok","failed""#].map {
      #"{"type":"E","operation":"o","performed":[\#($0)]}"#
    }
    #expect(try rules.answers(records).map { $0.evaluation } == ["retry", "abort"])
  }

  @Test("takes the next result of the record, also behind buttons, in events and for raised errors")
  func order() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          rules: [ { id: raised, when: { type: Raised }, do: [ { perform: third, failed: cancel } ], then: proceed } ]
        - id: low
          parent: app
          rules:
            - id: first
              do: [ { present: { title: T, buttons: [ { title: OK, do: [ { perform: first, failed: abort } ] } ] } } ]
              then: { emit: opened, evaluation: cancel }
          events:
            - { id: second, do: [ { perform: second, failed: handled } ], then: { raise: { type: Raised } } }
      """
    )
    func answer(_ results: String) throws -> Answered {
      try rules.answer(#"{"type":"E","origin":"low","performed":[\#(results)]}"#)
    }
    #expect(try answer(#""failed""#).evaluation == "abort")
    let handled = try answer(#""ok","failed""#)
    #expect(handled.evaluation == "cancel" && handled.members["raised"] == nil)
    #expect(handled.text.contains(#""by":{"responder":"low","rule":"second"},"handled":true"#))
    let raised = try #require(try answer(#""ok","ok","timeout""#).members["raised"] as? [String: Any])
    #expect(raised["evaluation"] as? String == "cancel" && raised["assumed"] == nil)
    let assumed = try answer(#""ok","ok""#)
    #expect((assumed.members["raised"] as? [String: Any])?["assumed"] as? Bool == true)
  }

  @Test("under match: all ends its own rule only")
  func matchAll() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          policy: { match: all }
          rules:
            - { id: a, do: [ { perform: x, failed: abort }, { log: skipped } ], then: cancel }
            - { id: b, do: [ { log: ran } ], then: proceed }
            - { id: c, do: [ { perform: y, failed: escalate } ] }
      """
    )
    let answered = try rules.answer(#"{"type":"E","performed":["failed","failed"]}"#)
    #expect(answered.evaluation == "abort" && answered.by == "app/a" && answered.acts.contains("ran"))
    #expect(!answered.text.contains("skipped"))
  }

  @Test("that is throttled takes no result")
  func throttled() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          rules: [ { id: a, do: [ { perform: x, failed: abort, throttle: { every: 1h } } ], then: proceed } ]
      """
    )
    let record = #"{"type":"E","time":"2026-11-20T08:00:00Z","performed":["failed"]}"#
    #expect(try rules.answers([record, record]).map { $0.evaluation } == ["abort", "proceed"])
  }

  @Test("takes a word that is not a result, and assumes success")
  func noResult() throws {
    for results in [#"["perhaps"]"#, "[5]", #""OK""#] {
      let answered = try rules("abort").answer(#"{"status":401,"user":"a","performed":\#(results)}"#)
      #expect(answered.evaluation == "retry" && answered.members["assumed"] as? Bool == true)
    }
  }

  @Test("fails where it is told to, if the record does not say")
  func failing() throws {
    var evaluator = RuleEvaluator(try rules("abort").chain)
    evaluator.fail(actionsNamed: ["refreshToken"])
    let answers = try [#"{"status":401,"user":"a"}"#, #"{"status":401,"user":"a","performed":["ok"]}"#].map {
      try Answered(try evaluator.resolution(of: $0))
    }
    #expect(answers.map { $0.evaluation } == ["abort", "retry"])
    #expect(answers.allSatisfy { $0.members["assumed"] == nil })
  }

  @Test("of a plugin may have failed and limit; keys of its own win")
  func plugins() throws {
    struct Page: ActionPlugin {
      let key = "page"
      let summary = "Pages."
      let examples: [String] = []
      let companions = ["limit"]
      func action(for members: [Node.Member], in context: ActionContext) -> Action? {
        Action(members.map { .init($0.key, context.plain($0.value)) }, label: "page")
      }
    }
    struct Pager: Plugin {
      var actions: [any ActionPlugin] { [Page()] }
    }
    let rules = try Rules(
      "version: 1\nresponders: [ { id: app, rules: [ { id: a, do: [ { page: ops, limit: 3, failed: cancel } ], then: proceed } ] } ]",
      registry: Registry(plugins: [BuiltIn(), Pager()])
    )
    let answered = try rules.answer(#"{"type":"E","performed":["failed"]}"#)
    #expect(
      answered.evaluation == "cancel" && answered.text.contains(#"{"page":"ops","limit":3,"responder""#)
    )
  }

  @Test("is the same in its long form, which fmt rewrites")
  func longForm() throws {
    let long = Self.refresh.replacing(
      "{ perform: refreshToken, failed: FAILED, limit: 5m }",
      with: "{ perform: { name: refreshToken, failed: abort, limit: none } }"
    )
    let record = #"{"status":401,"user":"a","performed":["failed"]}"#
    #expect(try Rules(long).text(record) == rules("abort").text(record))
  }
}
