import ReplaySupport
import Testing

@testable import Explanations
@testable import Bytes
@testable import Records
@testable import Engine
import RuleEngine
@testable import Source

@Suite("The text of an explanation")
struct ExplanationTextTests {
  private static let rules = """
    version: 1
    categories: [ { name: low, when: { status: 4 } } ]
    responders:
      - { id: app, rules: [ { id: a, then: cancel } ] }
      - { id: login, parent: app, origins: [ in ], rules: [ { id: b, when: { type: A }, then: cancel } ] }
    """

  /// The text for hand-written steps, including nested evaluations.
  private func narrative(_ line: String, _ tell: (inout StepRecorder, borrowing ErrorRecord) -> Void) throws
    -> [String]
  {
    let chain = try Replays(rules: Self.rules).chain
    var recorder = StepRecorder(chain)
    var evaluator = RuleEvaluator(chain)
    let answered = try evaluator.explanation(of: #"{"type":"A","origin":"in"}"#)
    let bytes = Array(line.utf8)
    var record = ErrorRecord()
    bytes.withUnsafeBytes { buffer in
      let fault = record.read(ByteSlice(buffer))
      #expect(fault == nil)
      record.gatherCauses()
      tell(&recorder, record)
    }
    let told = Explanation(
      steps: recorder.finish(),
      record: answered.record,
      ending: answered.ending,
      redactor: answered.redactor,
      resolution: answered.resolution
    )
    let text = ExplanationText.text(of: told, terminalStyle: TerminalStyle(isOn: false))
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("lists the changes of a transform and the new category")
  func replaced() throws {
    let lines = try narrative(
      #"{"type":"A","status":500,"underlying":[{"type":"B","message":"m","status":4}]}"#
    ) {
      recorder,
      record in
      recorder.arrives(at: Index(1))
      recorder.begins(clause: Index(1))
      recorder.replaces(Index(0), by: Index(1), in: record)
      recorder.begins(category: Index(0))
      recorder.concludes(.matched)
      recorder.concludes(.transformed)
      recorder.begins(clause: Index(1))
      recorder.concludes(.notMatched)
    }
    #expect(
      lines[3..<12] == [
        "login  starts here, for origin in",
        "  ✓ b         matches everything",
        "              → transform: continues as B",
        "              type: “A” becomes “B”",
        "              status: 500 becomes 4",
        "              message: becomes “m”",
        "              underlying: [\"B\"] is removed",
        "  · category  now low",
        "  ✗ b",
      ]
    )
  }

  @Test("indents an event and the error that it raises")
  func nested() throws {
    let lines = try narrative(#"{"event":"expired","underlying":[{"type":"B","case":"c"}]}"#) {
      recorder,
      record in
      recorder.arrives(at: Index(1))
      recorder.begins(clause: Index(1))
      recorder.emits(Index(0), from: Index(1), in: record)
      recorder.arrives(at: Index(1))
      recorder.begins(clause: Index(1))
      recorder.raises(Index(1), from: Index(1), in: record)
      recorder.arrives(at: Index(0))
      recorder.begins(clause: Index(0))
      recorder.concludes(.evaluated(.cancel))
      recorder.settles(error: Outcome.Resolution())
      recorder.concludes(.raised)
      recorder.settles(event: Outcome.Event(errorNode: .first, from: Index(1)))
      recorder.concludes(.emitted)
      recorder.concludes(.evaluated(.proceed))
    }
    #expect(
      lines[3..<18] == [
        "login  starts here, for origin in",
        "  ✓ b  matches everything",
        "       → verdict: proceed; it emits an event",
        "",
        "    event expired  emitted at login, where it starts",
        "",
        "    login  starts here: it emitted the event",
        "      ✓ b  matches everything",
        "           → raises an error; the event is handled",
        "",
        "        raised B.c  a separate error; its outcome changes nothing here",
        "",
        "        app  starts here, at the parent of the responder that raised it",
        "          ✓ a  matches everything",
        "               → verdict: cancel",
      ]
    )
  }

  @Test("shows the state that was read and the resulting decision")
  func readings() throws {
    let lines = try narrative(#"{"type":"A"}"#) { recorder, _ in
      recorder.arrives(at: Index(1))
      recorder.begins(clause: Index(1))
      recorder.reads(.rate(count: 3, atLeast: 5), key: .empty, within: 60_000_000)
      recorder.concludes(.notMatched)
      recorder.arrives(at: Index(0))
      recorder.begins(clause: Index(0))
      recorder.reads(.rate(count: 5, atLeast: 5), key: .empty, within: 60_000_000)
      recorder.reads(.throttle(isSkipped: true), key: .empty, within: 60_000_000)
      recorder.reads(.alertQueue(isOpen: true), key: .empty, within: 60_000_000)
      recorder.reads(.tries(attempt: 1, of: 3, counted: true), key: .empty, within: 60_000_000)
      recorder.concludes(.nothingInside)
    }
    #expect(
      lines[2]
        == "  The record has no time, so rates, throttles and budgets take the time of a record before it."
    )
    #expect(
      lines[5..<14] == [
        "  ✗ b  rate: the 3rd within 1m; the rule needs 5", "",
        "app  next: no rule of login decided",
        "  ✗ a  matches everything",
        "       rate: at least the 5th within 1m, as the rule needs",
        "       throttled: it ran in the 1m before",
        "       an earlier alert is still open",
        "       try 1 of 3",
        "       → there is nothing to unwrap, so the rule counts as not matched",
      ]
    )
  }

  @Test("stays within 100 columns if the words allow it")
  func width() throws {
    let chain = try Replays(rules: Self.rules).chain
    var evaluator = RuleEvaluator(chain)
    let words = (0..<200).map { "word\($0)" }.joined(separator: " ") + String(repeating: "x", count: 500)
    let explanation = try evaluator.explanation(
      of: #"{"type":"\#(words)","message":"\#(words)","origin":"in"}"#
    )
    let text = ExplanationText.text(of: explanation, terminalStyle: TerminalStyle(isOn: false))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(text.contains("characters)"))
  }

  @Test(
    "formats numbers",
    arguments: [
      (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (112, "112th"), (1_021, "1,021st"),
    ]
  )
  func ordinals(number: Int, word: String) {
    #expect(DisplayValue.ordinal(number) == word)
  }

  @Test(
    "shows values on one line and truncates them with their length",
    arguments: [
      (#""a\nb""#, "“a\\nb”"), ("5", "5"), (#"{"a":"b"}"#, #"{"a":"b"}"#),
      (
        "\"\(String(repeating: "é", count: 1_200))\"",
        "“\(String(repeating: "é", count: 60))…” (1,200 characters)"
      ),
    ]
  )
  func values(json: String, shown: String) {
    #expect(DisplayValue.text(ofJSON: json) == shown)
  }
}
