import RuleEngine
import Testing

@Suite("Alerts")
struct AlertTests {
  private static let file = """
    version: 1
    responders:
      - id: app
        rules:
          - id: ask
            when: { not: { type: Other } }
            do:
              - { log: before }
              - present:
                  title: Ask
                  buttons:
                    - { title: Again, then: retry, role: default, do: [ { log: again } ] }
                    - { title: Stop, then: abort, do: [ { log: stop }, { present: { title: Sure } } ] }
                    - { title: Next, then: continue }
                    - { title: Up, then: escalate }
              - { log: after }
          - { id: second, when: { type: E }, do: [ { present: { title: Second, buttons: [ { title: Y, then: proceed }, { title: N, then: cancel } ] } } ] }
        always: [ { log: always } ]
    """

  private static func answer(_ answers: String?) throws -> Answered {
    try Rules(file).answer(#"{"type":"E"\#(answers.map { #","answers":\#($0)"# } ?? "")}"#)
  }

  @Test(
    "the answer of a deciding button is the verdict; its actions run before the next action",
    arguments: [
      (#"["Stop"]"#), (#""Stop""#), "[1]", "1", #"[{"title":"Stop","after":"4s"}]"#, #"[{"title":1}]"#,
    ]
  )
  func answers(form: String) throws {
    let answered = try Self.answer(form)
    #expect(answered.evaluation == "abort" && answered.by == "app/ask" && answered.isHandled == true)
    #expect(answered.acts == ["before", "Ask", "stop", "Sure", "after", "always"])
    #expect(answered.actions[1]["answer"] as? String == "Stop")
    #expect(answered.actions[3]["answer"] as? String == "OK")
    #expect(!answered.text.contains("assumed"))
  }

  @Test("without an answer the first button is assumed, as the alert and the resolution show")
  func assumed() throws {
    for form in [nil, "[]", "null"] {
      let answered = try Self.answer(form)
      #expect(answered.evaluation == "retry" && answered.members["assumed"] as? Bool == true)
      #expect(
        answered.actions[1]["assumed"] as? Bool == true && answered.actions[1]["answer"] as? String == "Again"
      )
      #expect(answered.acts == ["before", "Ask", "again", "after", "always"])
    }
  }

  @Test(
    "in always, where no button decides, the first is assumed if the buttons have actions",
    arguments: [false, true]
  )
  func alwaysAssumes(hasAction: Bool) throws {
    let action = hasAction ? ", do: [ { perform: send } ]" : ""
    let rules = """
      version: 1
      responders:
        - id: app
          rules: [ { id: a, then: cancel } ]
          always: [ { present: { title: Report?, buttons: [ { title: "No" }, { title: Send\(action) } ] } } ]
      """
    let answered = try Rules(rules).answer(#"{"type": "E", "answers": ["Send"]}"#)
    #expect(answered.members["assumed"] as? Bool == (hasAction ? true : nil))
    #expect(answered.actions[0]["answer"] as? String == "No")
    #expect(answered.actions[0]["assumed"] as? Bool == (hasAction ? true : nil))
  }

  @Test(
    "an answer that matches no button is consumed, and the first button is assumed",
    arguments: [
      "[\"No\"]", "[4]", "[-1]", "[1.5]", "[true]", "[[1]]", #"[{"title":"No"}]"#, "[{}]",
    ]
  )
  func wrong(form: String) throws {
    let rules = try Rules(Self.file)
    let answered = try Self.answer(form)
    #expect(answered.evaluation == "retry" && answered.members["assumed"] as? Bool == true)
    var evaluator = Evaluator(rules.chain)
    var state = ChainState(isAtHand: true)
    let hasRun = evaluator.run(with: #"{"type":"E","answers":\#(form)}"#, &state)
    let wrongAnswers = evaluator.outcome.wrongAnswers
    #expect(hasRun && wrongAnswers == 1)
  }

  @Test("a retry chosen by a person has neither budget nor delay")
  func personsRetry() throws {
    let answered = try Rules(Self.file).answer(#"{"type":"E","attempt":99,"answers":["Again"]}"#)
    #expect(answered.evaluation == "retry" && answered.retry == nil && answered.members["assumed"] == nil)
  }

  @Test("each deciding alert consumes one answer, in order")
  func consuming() throws {
    let answered = try Self.answer(#"["Next","N"]"#)
    #expect(
      answered.by == "app/second" && answered.evaluation == "cancel" && answered.members["assumed"] == nil
    )
    let tooFew = try Self.answer(#"["Next"]"#)
    #expect(
      tooFew.by == "app/second" && tooFew.evaluation == "proceed"
        && tooFew.members["assumed"] as? Bool == true
    )
    #expect(tooFew.actions[1]["assumed"] == nil)
    let up = try Self.answer(#"["Up","N"]"#)
    #expect(up.by == nil && up.isHandled == false && up.evaluation == "cancel")
  }

  @Test("null means never answered: cancel, handled, and the remaining actions do not run")
  func unanswered() throws {
    let answered = try Self.answer("[null]")
    #expect(answered.evaluation == "cancel" && answered.isHandled == true && answered.by == "app/ask")
    #expect(answered.acts == ["before", "Ask", "always"])
    #expect(answered.text.contains(#""rule":"ask","answer":null}"#) && !answered.text.contains("assumed"))
    let second = try Self.answer(#"["Next",null,"Y"]"#)
    #expect(second.by == "app/second" && second.evaluation == "cancel")
    let explained = try Rules(Self.file).answer(#"{"type":"E","answers":[null]}"#, explained: true)
    let asked = explained.steps.last { $0["result"] != nil }
    #expect(asked?["result"] as? String == "unanswered" && asked?["then"] as? String == "cancel")
  }

  @Test("a preset answer is used after the recorded ones and is not assumed")
  func preset() throws {
    let rules = try Rules(Self.file)
    var state = ChainState(isAtHand: true)
    func run(_ record: String, _ preset: [String?]) -> (Evaluation, isAssumed: Bool, wrong: Int) {
      var evaluator = Evaluator(rules.chain, presetAnswers: preset)
      let hasRun = evaluator.run(with: record, &state)
      #expect(hasRun)
      return (evaluator.outcome.evaluation, evaluator.outcome.isAssumed, evaluator.outcome.wrongAnswers)
    }
    #expect(run(#"{"type":"E"}"#, ["Stop"]) == (.abort, false, 0))
    #expect(run(#"{"type":"E","answers":["Again"]}"#, ["Stop"]) == (.retry, false, 0))
    #expect(run(#"{"type":"E","answers":["Next"]}"#, ["Stop", "N"]) == (.cancel, false, 0))
    #expect(run(#"{"type":"E"}"#, ["Nobody"]) == (.retry, true, 1))
    #expect(run(#"{"type":"E"}"#, [nil]) == (.retry, true, 0))
  }

  @Test("an alert that does not decide takes its first button, runs its actions and consumes no answer")
  func notDeciding() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          rules:
            - id: tell
              do:
                - { present: { message: Hi, for: 2s, buttons: [ { title: Fine, do: [ { log: fine } ] }, Bad ] } }
                - { present: { title: Ask, buttons: [ { title: A, then: abort }, { title: B, then: cancel } ] } }
      """
    )
    let answered = try rules.answer(#"{"type":"E","answers":["B"]}"#)
    #expect(answered.evaluation == "cancel" && answered.members["assumed"] == nil)
    #expect(
      answered.text.contains(
        #"{"present":{"message":"Hi","for":"2s","buttons":["Fine","Bad"]},"responder":"app","rule":"tell","answer":"Fine"},{"log":"fine""#
      )
    )
  }

  @Test("an alert is written in full: keys in order, buttons as titles, including the default OK")
  func written() throws {
    let rules = try Rules(
      #"{"version":1,"responders":[{"id":"app","rules":[{"do":[{"present":{"at":"origin","title":"A {error.message}","style":"sheet","buttons":[{"role":"cancel","title":"No"},"Yes"],"message":"M"}},{"present":{"title":5}}],"then":"cancel"}]}]}"#
    )
    let text = try rules.text(#"{"message":"\"q\""}"#)
    #expect(
      text.contains(
        #"{"present":{"at":"origin","title":"A \"q\"","style":"sheet","buttons":["No","Yes"],"message":"M"},"responder""#
      )
    )
    #expect(text.contains(#"{"present":{"title":5,"buttons":["OK"]},"responder":"app","rule":"#))
  }

  @Test(
    "mistakes in an alert are reported",
    arguments: [
      ("{ title: T, buttons: [ A, A ], }", "duplicate-button"),
      ("{ title: T, buttons: [ A, { title: B, then: retry } ] }", "button-without-verdict"),
      ("{ buttons: [ A ] }", "wrong-value"), ("{ title: T, buttons: [] }", "wrong-value"),
      ("{ title: T, colour: red }", "unknown-key"),
      ("{ title: T, for: 2s, buttons: [ { title: A, then: retry } ] }", "wrong-value"),
      ("{ title: T, style: popup }", "wrong-value"),
    ]
  )
  func faults(alert: String, code: String) {
    let file =
      "version: 1\nresponders: [ { id: app, rules: [ { do: [ { present: \(alert) } ], then: cancel } ] } ]"
    #expect(Rules.faults(file).contains(code))
  }
}
