import Foundation
import RuleEngine
import Testing

@Suite("An event")
struct EventTests {
  /// A chain of three responders. The lowest emits `opened` with values; each has event rules.
  private func rules(
    emit: String = "{ emit: opened, with: { file: \"{error.message}\", n: \"{error.code}\" } }",
    low: String = "[]",
    mid: String = "[]",
    app: String = "[]"
  ) throws -> Rules {
    try Rules(
      """
      version: 1
      defaults: { category: plain }
      categories: [ { name: lost, when: { type: Lost } } ]
      responders:
        - { id: app, rules: [ { id: all, do: [ { log: "{error.type}" } ], then: abort } ], events: \(app) }
        - { id: mid, parent: app, rules: [ { id: lost, when: { type: Lost }, then: cancel } ], events: \(mid) }
        - { id: low, parent: mid, rules: [ { id: emits, when: { type: E }, do: [ { log: r } ], then: \(emit) } ], events: \(low), always: [ { log: "{outcome.evaluation}" } ] }
      """
    )
  }

  private static let error = #"{"type":"E","origin":"low","message":"a.txt","code":5}"#
  private static let event = #"{"event":"opened","with":{"file":"b.txt"},"origin":"low"}"#

  private func event(_ answered: Answered) throws -> [String: Any] {
    let events = try #require(answered.members["events"] as? [[String: Any]])
    #expect(events.count == 1)
    return try #require(events.first)
  }

  private func by(_ event: [String: Any]) -> String? {
    (event["by"] as? [String: Any]).map { "\($0["responder"] ?? "")/\($0["rule"] ?? "")" }
  }

  // MARK: Emitting

  @Test("is emitted by a rule that handles its error with the given evaluation, proceed by default")
  func emits() throws {
    let answered = try rules().answer(Self.error)
    #expect(answered.by == "low/emits" && answered.evaluation == "proceed" && answered.isHandled == true)
    #expect(answered.path == ["low"])
    for evaluation in ["proceed", "cancel", "abort"] {
      let emit = "{ emit: opened, evaluation: \(evaluation) }"
      #expect(try rules(emit: emit).answer(Self.error).evaluation == evaluation)
    }
  }

  @Test("is reported with its values, its emitter and its handler")
  func reported() throws {
    let rules = try rules(mid: "[ { id: h, when: { event: opened }, then: handled } ]")
    #expect(
      try rules.text(Self.error).contains(
        #""events":[{"event":"opened","with":{"file":"a.txt","n":5},"from":{"responder":"low","rule":"emits"},"by":{"responder":"mid","rule":"h"},"handled":true}]"#
      )
    )
  }

  @Test("without values has none, whatever the record carries")
  func withoutValues() throws {
    let rules = try rules(emit: "{ emit: opened }", low: "[ { when: { with: { a: 1 } }, then: handled } ]")
    let answered = try rules.answer(#"{"type":"E","origin":"low","with":{"a":1}}"#)
    let event = try event(answered)
    #expect(event["with"] == nil && event["handled"] as? Bool == false)
  }

  @Test("that is unhandled is reported, without effect on the error's outcome")
  func unhandled() throws {
    let answered = try rules().answer(Self.error)
    let event = try event(answered)
    #expect(event["by"] == nil && event["handled"] as? Bool == false)
    #expect(answered.isHandled == true)
  }

  @Test("can be emitted by otherwise and by a button")
  func otherEmitters() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          rules: [ { id: ask, when: { type: Ask }, do: [ { present: { title: A, buttons: [ { title: Y, then: { emit: yes } }, { title: N, then: cancel } ] } } ] } ]
          otherwise: { then: { emit: other, evaluation: abort } }
      """
    )
    let other = try rules.answer(#"{"type":"E"}"#)
    #expect(other.by == "app/otherwise" && other.evaluation == "abort")
    #expect(
      other.text.contains(
        #""events":[{"event":"other","from":{"responder":"app","otherwise":true},"handled":false}]"#
      )
    )
    let asked = try rules.answer(#"{"type":"Ask","answers":["Y"]}"#)
    #expect(
      asked.by == "app/ask" && asked.text.contains(#"{"event":"yes","from":{"responder":"app","rule":"ask"}"#)
    )
  }

  @Test("starts with the event rules of the emitting responder, then escalates")
  func nestedEvaluations() throws {
    let heard = "[ { do: [ { log: \"{with.file}\" } ], then: handled } ]"
    #expect(try by(event(rules(low: heard, mid: heard).answer(Self.error))) == "low/#1")
    #expect(try by(event(rules(mid: heard, app: heard).answer(Self.error))) == "mid/#1")
    #expect(try by(event(rules(app: heard).answer(Self.error))) == "app/#1")
  }

  @Test("is followed by always after all its effects, or before it in the chain")
  func always() throws {
    let heard = "[ { do: [ { log: heard } ], then: handled } ]"
    #expect(try rules(low: heard).answer(Self.error).acts == ["r", "heard", "proceed"])
    let chained = try Rules(
      """
      version: 1
      responders: [ { id: app, policy: { always: inChain }, rules: [ { then: { emit: x } } ], events: \(heard), always: [ { log: always } ] } ]
      """
    )
    #expect(try chained.answer(#"{"type":"E"}"#).acts == ["always", "heard"])
  }

  // MARK: Event rules

  @Test("goes to the next rule after continue and transform, to the parent after escalate")
  func verdicts() throws {
    let last = "{ id: last, do: [ { log: last } ], then: handled }"
    let after = try rules(low: "[ { do: [ { log: a } ], then: continue }, \(last) ]")
    #expect(try after.answer(Self.error).acts.prefix(3) == ["r", "a", "last"])
    let up = try rules(low: "[ { do: [ { log: a } ], then: escalate }, \(last) ]", mid: "[ \(last) ]")
    #expect(try up.answer(Self.error).acts.prefix(3) == ["r", "a", "last"])
    #expect(try by(event(up.answer(Self.error))) == "mid/last")
    let none = try rules(low: "[ { then: continue } ]", mid: "[ { then: escalate } ]")
    #expect(try event(none.answer(Self.error))["handled"] as? Bool == false)
  }

  @Test("is matched by name and values, in declared order under any policy")
  func matching() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          policy: { order: lastFirst, match: all }
          events:
            - { id: off, enabled: false, then: handled }
            - { id: named, when: { event: [ "open*", closed ] , with: { n: { atLeast: 2 }, "user.name": "A" } }, then: handled }
            - { id: two, when: { event: opened }, then: handled }
            - { id: rest, then: handled }
      """
    )
    #expect(try rules.answer(#"{"event":"opening","with":{"n":2,"user":{"name":"A"}}}"#).by == "app/named")
    #expect(try rules.answer(#"{"event":"opened","with":{"n":1}}"#).by == "app/two")
    #expect(try rules.answer(#"{"event":"Opened"}"#).by == "app/rest")
  }

  @Test("keeps its name, and its values through a transform that does not set them")
  func transform() throws {
    let log = "{ do: [ { log: \"{with.file}|{with.n}\" } ], then: handled }"
    func acts(_ transform: String, _ when: String) throws -> [String] {
      let low =
        "[ { then: { transform: \(transform) } }, { when: \(when), do: [ { log: \"{with.file}|{with.n}\" } ], then: handled } ]"
      return try rules(low: low, app: "[ \(log) ]").answer(Self.error).acts
    }
    #expect(try acts("{ event: shut }", "{ event: shut }")[1] == "a.txt|5")
    #expect(try acts("{ with: { file: \"{with.n} {error.type}\" } }", "{ event: opened }")[1] == "5 E|")
    #expect(try acts("{ event: shut, with: {} }", "{ event: shut }")[1] == "|")
    // The events of a resolution show the event as it was emitted.
    let answered = try rules(low: "[ { then: { transform: { event: shut, with: {} } } } ]").answer(Self.error)
    #expect(try event(answered)["event"] as? String == "opened")
    #expect(try event(answered)["with"] as? [String: Any] != nil)
  }

  @Test("can use its error in texts, including the error's category")
  func errorInTexts() throws {
    let low = "[ { do: [ { log: \"{error.type} {error.category} {error.message}\" } ], then: handled } ]"
    #expect(try rules(low: low).answer(Self.error).acts[1] == "E plain a.txt")
  }

  // MARK: Raising

  private static let raises =
    "[ { id: up, do: [ { log: up } ], then: { raise: { type: Lost, status: 401 } } } ]"

  @Test("is handled if an error is raised in its place, which starts at the parent")
  func raise() throws {
    let answered = try rules(mid: Self.raises).answer(Self.error)
    let event = try event(answered)
    #expect(by(event) == "mid/up" && event["handled"] as? Bool == true)
    #expect(answered.by == "low/emits" && answered.evaluation == "proceed" && answered.path == ["low"])
    let raised = try raised(answered)
    #expect(raised.by == "app/all" && raised.evaluation == "abort" && raised.path == ["app"])
    #expect(raised.category == "lost" && answered.category == "plain")
    #expect(raised.acts == ["Lost"] && answered.acts == ["r", "up", "proceed"])
    #expect(answered.text.contains(#""error":{"type":"Lost","status":401}"#))
  }

  private func raised(_ answered: Answered) throws -> Answered {
    let raised = try #require(answered.members["raised"] as? [String: Any])
    return try Answered(String(decoding: try JSONSerialization.data(withJSONObject: raised), as: UTF8.self))
  }

  @Test("raises an error with the same id, time, origin and circumstances")
  func raisedHead() throws {
    let log =
      "[ { id: r, do: [ { log: \"{error.id} {error.operation} {attributes.a}{error.message}\" } ], then: proceed } ]"
    let rules = try Rules(
      """
      version: 1
      responders:
        - { id: app, rules: \(log) }
        - { id: low, parent: app, rules: [ { then: { emit: x } } ], events: [ { then: { raise: { type: N } } } ] }
      """
    )
    let text = try rules.text(
      #"{"id":7,"time":1700000000,"origin":"low","type":"E","message":"m","operation":"op","a":1}"#
    )
    #expect(
      text.contains(
        #""raised":{"id":"7","time":1700000000,"origin":"low","path":["app"],"by":{"responder":"app","rule":"r"}"#
      )
    )
    #expect(text.contains(#""log":"7 op 1""#))
  }

  @Test("raised at a root has no parent: unhandled as the root says, without a path")
  func raiseAtRoot() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - { id: app, unhandled: { evaluation: abort }, rules: [ { then: { emit: x, evaluation: cancel } } ], events: \(Self.raises), always: [ { log: always } ] }
      """
    )
    let answered = try rules.answer(#"{"type":"E"}"#)
    #expect(answered.evaluation == "cancel" && answered.isHandled == true)
    #expect(answered.acts == ["up", "always"])
    let raised = try raised(answered)
    #expect(
      raised.evaluation == "abort" && raised.isHandled == false && raised.path == nil && raised.by == nil
    )
    #expect(raised.acts.isEmpty)
  }

  @Test("can raise an ignored error")
  func raiseIgnored() throws {
    let answered = try rules(low: "[ { then: { raise: { type: CancellationError } } } ]").answer(Self.error)
    let raised = try raised(answered)
    #expect(raised.by == "ignore cancellation" && raised.evaluation == "cancel" && raised.path == nil)
    #expect(raised.category == "plain" && raised.acts.isEmpty)
  }

  @Test("can raise errors repeatedly, with nested resolutions and consecutive answers")
  func nested() throws {
    let ask =
      "{ present: { title: Q, buttons: [ { title: Y, then: { emit: again } }, { title: N, then: cancel } ] } }"
    let rules = try Rules(
      """
      version: 1
      responders:
        - { id: app, rules: [ { do: [ { present: { title: R, buttons: [ { title: Y, then: proceed }, { title: N, then: abort } ] } } ] } ] }
        - { id: mid, parent: app, rules: [ { do: [ \(ask) ] } ], events: [ { then: { raise: { type: B } } } ] }
        - { id: low, parent: mid, rules: [ { do: [ \(ask) ] } ], events: [ { then: { raise: { type: A } } } ] }
      """
    )
    let answered = try rules.answer(#"{"type":"E","origin":"low","answers":["Y","Y","N"]}"#)
    let first = try raised(answered)
    let second = try raised(first)
    #expect([answered.by, first.by, second.by] == ["low/#1", "mid/#1", "app/#1"])
    #expect([answered.evaluation, first.evaluation, second.evaluation] == ["proceed", "proceed", "abort"])
    #expect(second.members["raised"] == nil)
    // A missing answer at the end marks the resolution that needed it.
    let short = try rules.answer(#"{"type":"E","origin":"low","answers":["Y"]}"#)
    let inner = try raised(short)
    #expect(short.members["assumed"] == nil && inner.members["assumed"] as? Bool == true)
  }

  // MARK: Records

  @Test("as a record starts with its origin's events and has no evaluation, category or always")
  func record() throws {
    let rules = try rules(
      low: "[ { when: { event: other }, then: handled } ]",
      mid: "[ { id: h, do: [ { log: \"{with.file}\" } ], then: handled } ]"
    )
    #expect(
      try rules.text(Self.event)
        == #"{"id":"1","origin":"low","path":["low","mid"],"by":{"responder":"mid","rule":"h"},"handled":true,"actions":[{"log":"b.txt","responder":"mid","rule":"h"}],"events":[{"event":"opened","with":{"file":"b.txt"},"by":{"responder":"mid","rule":"h"},"handled":true}]}"#
    )
  }

  @Test("as a record that is unhandled has visited every responder")
  func recordUnhandled() throws {
    #expect(
      try rules().text(Self.event)
        == #"{"id":"1","origin":"low","path":["low","mid","app"],"handled":false,"events":[{"event":"opened","with":{"file":"b.txt"},"handled":false}]}"#
    )
    let none = try Rules(
      "version: 1\ndefaults: { responder: none }\nresponders: [ { id: app, events: [ { then: handled } ] } ]"
    )
    #expect(
      try none.text(#"{"event":"x","origin":"y"}"#)
        == #"{"id":"1","origin":"y","handled":false,"events":[{"event":"x","handled":false}]}"#
    )
  }

  @Test("as a record may raise an error, which takes no identity from it")
  func recordRaises() throws {
    let answered = try rules(low: Self.raises).answer(
      #"{"event":"opened","origin":"low","type":"E","message":"m","category":"lost","cancelled":true}"#
    )
    #expect(answered.by == "low/up" && answered.category == nil && answered.evaluation == nil)
    let raised = try raised(answered)
    #expect(raised.by == "mid/lost" && raised.evaluation == "cancel" && raised.path == ["mid"])
    #expect(answered.text.contains(#""error":{"type":"Lost","status":401}"#))
  }

  @Test("as a record has no category for templates, whatever its own member says")
  func recordCategory() throws {
    let low = "[ { do: [ { log: \"[{error.category}]\" } ], then: handled } ]"
    #expect(
      try rules(low: low).answer(#"{"event":"opened","origin":"low","category":"lost"}"#).acts == ["[]"]
    )
  }

  @Test("skips disabled responders")
  func disabled() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - { id: app, events: [ { then: handled } ] }
        - { id: low, parent: app, enabled: false, events: [ { then: handled } ] }
      """
    )
    let answered = try rules.answer(#"{"event":"x","origin":"low"}"#)
    #expect(answered.path == ["app"] && answered.by == "app/#1")
  }
}
