import RuleEngine
import Testing

@Suite("An alert with recovery")
struct RecoveryTests {
  private static let file = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: ask, do: [ { present: { title: "{error.message}", recovery: true, style: sheet } }, { log: after } ] }
    """

  private static let options =
    #""options":["Give up",{"title":"Try \"again\"","recovers":true},{"title":"Later"}]"#

  private static func answer(_ members: String) throws -> Answered {
    try Rules(file).answer(#"{"message":"M",\#(members)}"#)
  }

  @Test("has the error's options as buttons: one that recovers is a person's retry, any other cancels")
  func options() throws {
    for (answer, title, evaluation) in [
      (#""Give up""#, "Give up", "cancel"), ("0", "Give up", "cancel"), ("1", #"Try "again""#, "retry"),
      (#""Try \"again\"""#, #"Try "again""#, "retry"), (#"{"title":"Later"}"#, "Later", "cancel"),
      ("2", "Later", "cancel"),
    ] {
      let answered = try Self.answer(#"\#(Self.options),"attempt":99,"answers":[\#(answer)]"#)
      #expect(answered.evaluation == evaluation && answered.actions[0]["answer"] as? String == title)
      #expect(answered.by == "app/ask" && answered.isHandled == true && answered.retry == nil)
      #expect(answered.acts == ["M", "after"] && answered.members["assumed"] == nil)
    }
  }

  @Test("is written as declared, with the titles of the options last")
  func written() throws {
    #expect(
      try Self.answer(#"\#(Self.options),"answers":1"#).text.contains(
        #"{"present":{"title":"M","recovery":true,"style":"sheet","buttons":["Give up","Try \"again\"","Later"]},"responder":"app","rule":"ask","answer":"Try \"again\""}"#
      )
    )
  }

  @Test(
    "without options has a single OK, which cancels",
    arguments: ["", #","options":[]"#, #","options":null"#, #","options":[7,{"recovers":true},null]"#]
  )
  func none(options: String) throws {
    for answers in [#"["OK"]"#, "[0]"] {
      let answered = try Self.answer(#""answers":\#(answers)\#(options)"#)
      #expect(answered.evaluation == "cancel" && answered.isHandled == true)
      #expect(
        answered.text.contains(
          #""style":"sheet","buttons":["OK"]},"responder":"app","rule":"ask","answer":"OK"}"#
        )
      )
      #expect(answered.members["assumed"] == nil)
    }
  }

  @Test("accepts one option in place of a list, and skips options without a title")
  func shapes() throws {
    let one = try Self.answer(#""options":{"title":"Retry","recovers":true},"answers":"Retry""#)
    #expect(one.evaluation == "retry")
    let mixed = try Self.answer(
      #""options":[5,"A",{"recovers":true},{"title":"B","recovers":true}],"answers":[1]"#
    )
    #expect(mixed.evaluation == "retry" && mixed.actions[0]["answer"] as? String == "B")
    let text = try Self.answer(#""options":[{"title":"A","recovers":"yes"}],"answers":["A"]"#)
    #expect(text.evaluation == "cancel")
  }

  @Test("reports an answer that matches no option and assumes the first; null is never answered")
  func wrong() throws {
    for answers in [#"["OK"]"#, "[3]", "[-1]", "[]"] {
      let answered = try Self.answer(#"\#(Self.options),"answers":\#(answers)"#)
      #expect(answered.evaluation == "cancel" && answered.members["assumed"] as? Bool == true)
      #expect(answered.actions[0]["answer"] as? String == "Give up")
      #expect(answered.actions[0]["assumed"] as? Bool == true)
    }
    let never = try Self.answer(#"\#(Self.options),"answers":[null]"#)
    #expect(never.evaluation == "cancel" && never.isHandled == true && never.acts == ["M"])
    #expect(never.text.contains(#""rule":"ask","answer":null}"#))
  }

  @Test("compares a preset answer with the options' titles")
  func preset() throws {
    let rules = try Rules(Self.file)
    var state = ChainState(isAtHand: true)
    func run(_ members: String, _ title: String) -> (Evaluation, isAssumed: Bool, wrong: Int) {
      var evaluator = Evaluator(rules.chain, presetAnswers: [title])
      let hasRun = evaluator.run(with: #"{"type":"E"\#(members)}"#, &state)
      #expect(hasRun)
      return (evaluator.outcome.evaluation, evaluator.outcome.isAssumed, evaluator.outcome.wrongAnswers)
    }
    #expect(run(",\(Self.options)", #"Try "again""#) == (.retry, false, 0))
    #expect(run(",\(Self.options)", "OK") == (.cancel, true, 1))
    #expect(run("", "OK") == (.cancel, false, 0))
  }

  @Test("with recovery: false shows its own buttons")
  func off() throws {
    let rules = try Rules(
      "version: 1\nresponders: [ { id: app, rules: [ { id: a, do: [ { present: { title: T, recovery: false } } ], then: abort } ] } ]"
    )
    #expect(
      try rules.text(#"{"type":"E","options":["A"],"answers":["A"]}"#).contains(
        #"{"present":{"title":"T","recovery":false,"buttons":["OK"]},"responder":"app","rule":"a","answer":"OK"}"#
      )
    )
  }

  @Test("that coalesces takes the option of the same title, or else is shown itself")
  func coalesced() throws {
    let rules = try Rules(Self.file.replacing("recovery: true", with: "recovery: true, coalesce: type"))
    func record(_ options: String, _ answers: String) -> String {
      #"{"type":"E","message":"M","time":1,"options":\#(options),"answers":\#(answers)}"#
    }
    let answers = try rules.answers([
      record(#"["A",{"title":"B","recovers":true}]"#, #"[{"title":"B","after":"1m"}]"#),
      record(#"[{"title":"B","recovers":true},"A"]"#, #"["A"]"#),
      record(#"["B"]"#, "[]"),
      record(#"["C"]"#, #"[{"title":"C","after":"1m"}]"#),
      record("[]", #"[{"title":"OK","after":"1m"}]"#),
      record(#"["C","OK"]"#, "[]"),
    ])
    #expect(answers.map { $0.evaluation } == ["retry", "retry", "cancel", "cancel", "cancel", "cancel"])
    #expect(answers.map { $0.actions[0]["answer"] as? String } == ["B", "B", "B", "C", "OK", "OK"])
    #expect(
      answers.map { $0.actions[0]["coalesced"] as? Bool ?? false } == [false, true, true, false, false, true]
    )
  }
}
