import RuleEngine
import Testing

@Suite("A responder's policy")
struct PolicyTests {
  /// A responder with a policy, below a root that handles everything.
  private func rules(_ policy: String, _ members: String, defaults: String = "{}") throws -> Rules {
    try Rules(
      """
      version: 1
      defaults: \(defaults)
      responders:
        - { id: root, otherwise: { then: abort } }
        - { id: app, parent: root, policy: \(policy), \(members) }
      """
    )
  }

  private static let error = #"{"type":"E","origin":"app"}"#

  @Test("evaluates rules in declared order or from the last to the first")
  func order() throws {
    let members = "rules: [ { id: first, then: proceed }, { id: last, then: cancel } ]"
    #expect(try rules("{}", members).answer(Self.error).by == "app/first")
    #expect(try rules("{ order: declared }", members).answer(Self.error).by == "app/first")
    #expect(try rules("{ order: lastFirst }", members).answer(Self.error).by == "app/last")
  }

  @Test("runs the actions of every matching rule under match: all; the first evaluation decides")
  func all() throws {
    let rules = try rules(
      "{ match: all }",
      """
      rules: [
        { id: a, do: [ { log: a } ] }, { id: b, when: { type: Other }, do: [ { log: b } ], then: abort },
        { id: c, do: [ { log: c } ], then: cancel }, { id: d, do: [ { log: d } ], then: proceed } ]
      """
    )
    let answered = try rules.answer(Self.error)
    #expect(answered.by == "app/c" && answered.evaluation == "cancel" && answered.acts == ["a", "c", "d"])
    #expect(answered.path == ["app"])
  }

  @Test("proceeds by the first match if no rule under match: all has an evaluation")
  func allWithoutVerdict() throws {
    let members = "rules: [ { id: a, do: [ { log: a } ] }, { id: b, do: [ { log: b } ] } ]"
    let answered = try rules("{ match: all }", members).answer(Self.error)
    #expect(answered.by == "app/a" && answered.evaluation == "proceed" && answered.acts == ["a", "b"])
    let reversed = try rules("{ match: all, order: lastFirst }", members).answer(Self.error)
    #expect(reversed.by == "app/b" && reversed.acts == ["b", "a"])
  }

  @Test("leaves an error that no rule matched to otherwise, then to the parent")
  func allWithoutMatch() throws {
    let none = "rules: [ { when: { type: Other }, then: cancel } ]"
    #expect(try rules("{ match: all }", none).answer(Self.error).by == "root/otherwise")
    let answered = try rules("{ match: all }", none + ", otherwise: { do: [ { log: o } ] }").answer(
      Self.error
    )
    #expect(answered.by == "app/otherwise" && answered.evaluation == "proceed")
    #expect(
      try rules("{ match: all }", none + ", otherwise: { then: escalate }").answer(Self.error).by
        == "root/otherwise"
    )
  }

  private static let asking = """
    rules: [
      { id: ask, do: [ { present: { title: A, buttons: [ { title: Up, then: escalate }, { title: No, then: cancel } ] } } ] },
      { id: then, do: [ { present: { title: B, buttons: [ { title: Go, then: proceed }, { title: Up, then: escalate } ] } } ] } ]
    """

  @Test("shows every alert under match: all, even after the deciding rule, and takes its answer")
  func allAlerts() throws {
    let rules = try rules("{ match: all }", Self.asking)
    let both = try rules.answer(#"{"type":"E","origin":"app","answers":["No","Go"]}"#)
    #expect(both.by == "app/ask" && both.evaluation == "cancel" && both.acts == ["A", "B"])
    #expect(!both.text.contains("assumed"))
  }

  @Test("lets a button escalate under match: all, if no evaluation was given")
  func allEscalate() throws {
    let rules = try rules("{ match: all }", Self.asking)
    #expect(try rules.answer(#"{"type":"E","origin":"app","answers":["Up","Go"]}"#).by == "app/then")
    let up = try rules.answer(#"{"type":"E","origin":"app","answers":["Up","Up"]}"#)
    #expect(up.by == "root/otherwise" && up.acts == ["A", "B"])
  }

  @Test("ends at an alert under match: all that is never answered, with the earlier evaluation")
  func allUnanswered() throws {
    let rules = try rules("{ match: all }", Self.asking)
    let first = try rules.answer(#"{"type":"E","origin":"app","answers":[null,"Go"]}"#)
    #expect(first.by == "app/ask" && first.evaluation == "cancel" && first.acts == ["A"])
    let second = try rules.answer(#"{"type":"E","origin":"app","answers":["Up",null]}"#)
    #expect(second.by == "app/then" && second.evaluation == "cancel")
  }

  @Test("counts a retry under match: all only if it decides, and skips a rule with an exhausted budget")
  func allRetry() throws {
    let rules = try rules(
      "{ match: all }",
      """
      rules: [
        { id: a, when: { status: 500 }, then: { retry: { maxAttempts: 2, backoff: { jitter: none } } } },
        { id: b, do: [ { log: b } ] },
        { id: c, then: { retry: { maxAttempts: 3, backoff: { jitter: none } } } } ]
      """
    )
    let record = #"{"type":"E","origin":"app","status":500,"attempt":1}"#
    #expect(try rules.answer(record).by == "app/a")
    let second = try rules.answer(record.replacing("\"attempt\":1", with: "\"attempt\":2"))
    #expect(second.by == "app/c" && second.retry?["maxAttempts"] as? Int == 3 && second.acts == ["b"])
    let third = try rules.answer(record.replacing("\"attempt\":1", with: "\"attempt\":3"))
    #expect(third.by == "app/b" && third.evaluation == "proceed" && third.retry == nil)
  }

  @Test("uses otherwise if no rule decided; with unmatched, only if no rule matched")
  func otherwise() throws {
    let members = "rules: [ { id: r, when: { type: E }, then: continue } ], otherwise: { then: cancel }"
    let other = #"{"type":"F","origin":"app"}"#
    #expect(try rules("{}", members).answer(Self.error).by == "app/otherwise")
    #expect(try rules("{ otherwise: unmatched }", members).answer(Self.error).by == "root/otherwise")
    #expect(try rules("{ otherwise: unmatched }", members).answer(other).by == "app/otherwise")
  }

  @Test("counts a rule with an exhausted budget, or with nothing to unwrap, as not matched")
  func otherwiseAfterExhaustion() throws {
    for then in ["{ retry: { maxAttempts: 1 } }", "{ unwrap: underlying }", "{ unwrap: payload.0 }"] {
      let members = "rules: [ { do: [ { log: no } ], then: \(then) } ], otherwise: { then: cancel }"
      let answered = try rules("{ otherwise: unmatched }", members).answer(Self.error)
      #expect(answered.by == "app/otherwise" && answered.acts.isEmpty)
    }
  }

  @Test("uses otherwise after a transform without a later decision, but not after escalate")
  func otherwiseAfterTransform() throws {
    func members(_ then: String) -> String {
      "rules: [ { then: \(then) } ], otherwise: { do: [ { log: \"{error.type}\" } ], then: cancel }"
    }
    let answered = try rules("{}", members("{ transform: { type: New } }")).answer(Self.error)
    #expect(answered.by == "app/otherwise" && answered.acts == ["New"])
    #expect(try rules("{}", members("escalate")).answer(Self.error).by == "root/otherwise")
  }

  @Test("runs always in the chain right after the responder's own actions, with an empty outcome")
  func inChain() throws {
    let rules = try rules(
      "{ always: inChain }",
      """
      rules: [ { do: [ { log: r } ], then: { transform: { message: new } } } ], otherwise: { do: [ { log: o } ], then: escalate },
      always: [ { log: "{error.message}" }, { perform: p, with: { how: "{outcome.evaluation}", it: "{outcome.handled}" } } ]
      """
    )
    let answered = try rules.answer(Self.error)
    #expect(answered.acts == ["r", "o", "new", "p"])
    #expect(answered.text.contains(#""with":{"how":"","it":""}"#))
  }

  @Test("skips always in the chain only if an alert was never answered")
  func inChainUnanswered() throws {
    let alert =
      "{ present: { title: A, buttons: [ { title: Y, then: escalate }, { title: N, then: cancel } ] } }"
    let members = "rules: [ { do: [ \(alert) ] } ], always: [ { log: always } ]"
    let chained = try rules("{ always: inChain }", members)
    for answers in ["[null]", "[\"Y\"]", "[\"N\"]", "[]", "[\"Wrong\"]"] {
      let answered = try chained.answer(#"{"type":"E","origin":"app","answers":\#(answers)}"#)
      #expect(answered.acts == (answers == "[null]" ? ["A"] : ["A", "always"]), "\(answers)")
    }
    // As “after” it runs whatever the answer was.
    let after = try rules("{}", members).answer(#"{"type":"E","origin":"app","answers":[null]}"#)
    #expect(after.acts == ["A", "always"])
  }

  @Test("inherits missing keys from defaults.policy")
  func defaults() throws {
    let members = "rules: [ { id: a, then: proceed }, { id: b, do: [ { log: b } ], then: cancel } ]"
    let defaults = "{ policy: { order: lastFirst, match: all } }"
    let answered = try rules("{ match: first }", members, defaults: defaults).answer(Self.error)
    #expect(answered.by == "app/b" && answered.acts == ["b"])
    let both = try rules("{ order: declared }", members, defaults: defaults).answer(Self.error)
    #expect(both.by == "app/a" && both.acts == ["b"])
  }
}
