import Testing

@testable import Bytes
@testable import Records
@testable import Engine
import RuleEngine

/// Steps that no rule can produce yet, passed to the recorder by hand.
@Suite("The step recorder")
struct StepRecorderTests {
  private static let rules = """
    version: 1
    categories: [ { name: net } ]
    responders:
      - { id: app, rules: [ { id: a, then: cancel } ] }
      - { id: login, parent: app, rules: [ { id: b, then: cancel } ] }
    """

  /// Passes calls to a recorder for a record, and returns the steps as JSON.
  private func json(_ line: String, _ tell: (inout StepRecorder, borrowing ErrorRecord) -> Void) throws
    -> String
  {
    var recorder = StepRecorder(try Rules(Self.rules).chain)
    let bytes = Array(line.utf8)
    var record = ErrorRecord()
    bytes.withUnsafeBytes { buffer in
      let fault = record.read(ByteSlice(buffer))
      #expect(fault == nil)
      record.gatherCauses()
      tell(&recorder, record)
    }
    return stepsJSON(recorder.finish())
  }

  private func stepsJSON(_ steps: [Explanation.Step]) -> String {
    "[\(steps.compactMap { $0.json }.joined(separator: ","))]"
  }

  @Test("lists old and new fields of a replaced error, with causes by name")
  func replaced() throws {
    let line =
      #"{"type":"A","status":500,"message":"m","operation":"o","underlying":[{"type":"B","message":"m","status":4},{"message":"x"}]}"#
    let found = try json(line) { recorder, record in
      recorder.begins(clause: Index(0))
      recorder.replaces(Index(0), by: Index(1), in: record)
      recorder.concludes(.unwrapped)
      recorder.begins(category: Index(0))
      recorder.concludes(.notMatched)
    }
    #expect(
      found == #"[{"responder":"app","rule":"a","replaced":[{"field":"type","before":"A","after":"B"},"#
        + #"{"field":"status","before":500,"after":4},{"field":"operation","before":"o"},"#
        + #"{"field":"underlying","before":["B","x"],"after":["x"]}],"result":"unwrap"},"#
        + #"{"category":"net","result":"not matched"}]"#
    )
  }

  @Test("nests the evaluations of an event and of the error it raises")
  func nested() throws {
    let found = try json(#"{"event":"expired","with":{},"underlying":[{"type":"B","case":"c"}]}"#) {
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
      recorder.arrives(at: Index(0))
      recorder.begins(clause: Index(0))
      recorder.concludes(.notMatched)
    }
    let raised =
      #"{"raised":"B.c","path":["app"],"steps":[{"responder":"app","rule":"a","result":"cancel"}]}"#
    let event =
      #"{"event":"expired","responder":"login","path":["login"],"#
      + #""steps":[{"responder":"login","rule":"b","climbs":[\#(raised)],"result":"raise"}]}"#
    #expect(
      found == #"[{"responder":"login","rule":"b","climbs":[\#(event)],"result":"emit","then":"proceed"},"#
        + #"{"responder":"app","rule":"a","result":"not matched"}]"#
    )
  }

  @Test("keeps a nested evaluation without an ending")
  func unsettled() throws {
    let found = try json(#"{"event":"expired"}"#) { recorder, record in
      recorder.begins(clause: Index(1))
      recorder.emits(Index(0), from: Index(1), in: record)
      recorder.begins(clause: Index(0))
      recorder.concludes(.handled)
    }
    #expect(
      found
        == #"[{"responder":"login","rule":"b","climbs":[{"event":"expired","responder":"login","path":[],"#
        + #""steps":[{"responder":"app","rule":"a","result":"handled"}]}]}]"#
    )
  }

  @Test("records the state that was read")
  func readings() throws {
    let found = try json(#"{"type":"A"}"#) { recorder, _ in
      recorder.begins(clause: Index(0))
      recorder.reads(.tries(attempt: 2, of: 3, counted: true), key: .empty, within: 60_000_000)
      recorder.reads(.tries(attempt: nil, of: 3, counted: false), key: .empty, within: 60_000_000)
      recorder.reads(.rate(count: 3, atLeast: 5), key: .empty, within: 60_000_000)
      recorder.reads(.throttle(isSkipped: true), key: .empty, within: 60_000_000)
      recorder.reads(.alertQueue(isOpen: false), key: .empty, within: 60_000_000)
      recorder.concludes(.nothingInside)
    }
    #expect(
      found == #"[{"responder":"app","rule":"a","state":["#
        + #"{"read":"tries","attempt":2,"maxAttempts":3,"counted":true,"within":"1m"},{"read":"tries","maxAttempts":3,"counted":false,"within":"1m"},"#
        + #"{"read":"rate","count":3,"atLeast":5,"within":"1m"},{"read":"throttle","throttled":true,"within":"1m"},"#
        + #"{"read":"alertQueue","open":false,"within":"1m"}],"# + #""result":"nothing inside"}]"#
    )
  }

  @Test("has a word for every conclusion, and keeps the first one")
  func conclusions() throws {
    let conclusions: [Conclusion] = [
      .matched, .notMatched, .disabled, .exhausted, .nothingInside, .unanswered, .evaluated(.abort),
      .continued, .ran,
      .escalated, .transformed, .unwrapped, .emitted, .handled, .raised,
    ]
    var recorder = StepRecorder(try Rules(Self.rules).chain)
    for conclusion in conclusions {
      recorder.begins(clause: Index(0))
      recorder.concludes(conclusion)
      recorder.concludes(.continued)
    }
    let steps = recorder.finish()
    #expect(Set(steps.map { $0.result }).count == conclusions.count)
    #expect(steps.allSatisfy { !$0.result.isEmpty && $0.verdict == nil })
  }
}
