import RuleEngine
import Testing

@Suite("The alert queue")
struct AlertQueueTests {
  private static let file = """
    version: 1
    responders:
      - id: app
        rules:
          - id: ask
            when: { not: { type: [ Other, Note, Plain ] } }
            do:
              - present:
                  title: T
                  coalesce: [ type ]
                  buttons: [ { title: Go, do: [ { log: go } ], then: proceed }, { title: No, then: continue } ]
          - { id: other, when: { type: Other }, do: [ { present: { title: O, coalesce: type, buttons: [ { title: Y, then: cancel } ] } } ] }
          - { id: plain, when: { type: Plain }, do: [ { present: { title: P, buttons: [ { title: Y, then: cancel } ] } } ] }
          - { id: rest, do: [ { present: { title: R, for: 2s, coalesce: type } } ], then: abort }
    """

  /// By record: the title of each alert with its answer, `+` if it coalesced with the alert before it.
  private static func shown(_ records: [String], file: String = Self.file) throws -> [[String]] {
    try Rules(file).answers(records).map { answered in
      answered.actions.compactMap { action in
        guard let alert = action["present"] as? [String: Any] else { return nil }
        let mark = action["coalesced"] as? Bool == true ? "+" : ""
        return "\(alert["title"] ?? "") \(action["answer"] ?? "?")\(mark)"
      }
    }
  }

  private static func record(_ time: Double, _ type: String = "E", _ answers: String = "[]") -> String {
    #"{"type":"\#(type)","time":\#(time),"answers":\#(answers)}"#
  }

  private static let slow = #"[{"title":"Go","after":"4s"}]"#

  @Test("gives an alert the answer of the open one before it and consumes no other")
  func coalesced() throws {
    let records = [
      Self.record(100, "E", Self.slow), Self.record(100, "E", #"["No"]"#),
      Self.record(103.999, "E", #"["No"]"#),
      // Open from its record's time until `after` later: closed now.
      Self.record(104, "E", #"["Go"]"#), Self.record(104),
    ]
    #expect(try Self.shown(records) == [["T Go"], ["T Go+"], ["T Go+"], ["T Go"], ["T Go"]])
    let answers = try Rules(Self.file).answers(records)
    #expect(answers.map { $0.members["assumed"] as? Bool ?? false } == [false, false, false, false, true])
    #expect(answers.map { $0.evaluation } == Array(repeating: "proceed", count: 5))
    // The button's actions run for each error.
    #expect(answers[1].acts == ["T", "go"])
    #expect(
      answers[1].text.contains(
        #"{"present":{"title":"T","coalesce":["type"],"buttons":["Go","No"]},"responder":"app","rule":"ask","answer":"Go","coalesced":true}"#
      )
    )
  }

  @Test("leaves an answer that was not consumed to the record's next alert")
  func notConsumed() throws {
    let file = """
      version: 1
      responders:
        - id: app
          rules:
            - { id: ask, do: [ { present: { title: T, coalesce: type, buttons: [ { title: No, then: continue } ] } } ] }
            - id: next
              when: { attributes: { again: true } }
              do: [ { present: { title: N, buttons: [ { title: X, then: abort }, { title: Y, then: cancel } ] } } ]
      """
    let records = [
      Self.record(100, "E", #"[{"title":"No","after":"4s"}]"#),
      #"{"type":"E","time":101,"again":true,"answers":["Y"]}"#,
    ]
    #expect(try Self.shown(records, file: file) == [["T No"], ["T No+", "N Y"]])
  }

  @Test("belongs to the whole chain: after another alert or another key, both are shown")
  func oneQueue() throws {
    #expect(
      try Self.shown([Self.record(100, "E", Self.slow), Self.record(101, "F", Self.slow), Self.record(102)])
        == [["T Go"], ["T Go"], ["T Go"]]
    )
    for between in ["Other", "Plain", "Note"] {
      #expect(
        try Self.shown([
          Self.record(100, "E", Self.slow), Self.record(101, between), Self.record(102, "E", #"["No"]"#),
        ])[2]
          == ["T No", "R OK"]
      )
    }
  }

  @Test("ignores a coalesced alert: the first one remains the last shown, and closes at its own time")
  func stays() throws {
    let records = [100, 101, 103, 104].map { Self.record($0, "E", Self.slow) }
    #expect(try Self.shown(records) == [["T Go"], ["T Go+"], ["T Go+"], ["T Go"]])
  }

  @Test(
    "closes an alert at once if its answer has no time, if it was never answered, and if it does not decide"
  )
  func closedAtOnce() throws {
    for answers in [
      "[]", #"["Go"]"#, "[null]", #"[{"title":"Go","after":4}]"#, #"[{"title":"Go","after":"0s"}]"#,
    ] {
      #expect(
        try Self.shown([Self.record(100, "E", answers), Self.record(100, "E", #"["No"]"#)])[1] == [
          "T No", "R OK",
        ]
      )
    }
    #expect(try Self.shown([Self.record(100, "Note"), Self.record(100, "Note")]) == [["R OK"], ["R OK"]])
  }

  @Test("keeps an alert with a wrong answer open, and its assumed answer is assumed for others")
  func wrongAnswer() throws {
    let rules = try Rules(Self.file)
    var evaluator = Evaluator(rules.chain)
    var state = ChainState(isAtHand: true)
    func run(_ record: String) -> [Bool] {
      let hasRun = evaluator.run(with: record, &state)
      #expect(hasRun)
      return [
        evaluator.outcome.isAssumed, evaluator.outcome.actions[0].isCoalesced,
        evaluator.outcome.wrongAnswers == 1,
      ]
    }
    #expect(run(Self.record(0, "E", #"[{"title":"Nope","after":"4s"}]"#)) == [true, false, true])
    #expect(run(Self.record(0, "E", #"["No"]"#)) == [true, true, false])
  }

  @Test("never closes an alert whose answer took forever, without arithmetic overflow")
  func forEver() throws {
    let answer = #"[{"title":"Go","after":"106751991d"}]"#
    #expect(try Self.shown([Self.record(100, "E", answer), Self.record(250_000_000_000)])[1] == ["T Go+"])
  }

  @Test("ignores an alert that a throttle skips")
  func throttled() throws {
    let file = """
      version: 1
      responders:
        - id: app
          rules:
            - { id: note, when: { type: N }, do: [ { present: { title: N }, throttle: { every: 1m } } ], then: proceed }
            - { id: ask, do: [ { present: { title: T, coalesce: type, buttons: [ { title: Go, then: cancel } ] } } ] }
      """
    let records = [
      Self.record(99, "N"), Self.record(100, "E", Self.slow), Self.record(101, "N"), Self.record(102, "E"),
    ]
    #expect(try Self.shown(records, file: file) == [["N OK"], ["T Go"], ["N ?"], ["T Go+"]])
  }

  @Test("is kept only for chains with a coalescing alert")
  func notAtHand() throws {
    func runs(_ file: String, _ type: String) throws -> Bool {
      let rules = try Rules(file)
      var evaluator = Evaluator(rules.chain)
      var state = ChainState(isAtHand: false)
      return evaluator.run(with: Self.record(0, type), &state)
    }
    #expect(try !runs(Self.file, "E") && !runs(Self.file, "Plain"))
    #expect(
      try runs(
        Self.file.replacing("coalesce: [ type ]", with: "").replacing(", coalesce: type", with: ""),
        "E"
      )
    )
  }
}
