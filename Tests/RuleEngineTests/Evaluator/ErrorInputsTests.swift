import Bytes
import Records
@testable import Engine
import RuleEngine
import RuleLanguage
import TestSupport
import Testing

@Suite("The inputs of an evaluation")
struct ErrorInputsTests {
  /// Whether an outcome may be cached after an access to the inputs.
  ///
  /// - Parameter access: returns whether it gave the expected value.
  private func mayBeCached(
    category: String = "own",
    isAssumed: Bool = false,
    connections: [Bool] = [],
    after access: (inout ErrorInputs) -> Bool
  ) throws -> Bool {
    let rules =
      #"{"version":1,"categories":[{"name":"own"}],"responders":[{"id":"app","otherwise":{"then":"cancel"}}]}"#
    var evaluator = Evaluator(try Rules(rules).chain, presetAnswers: ["OK"])
    var isExpected = false
    var isValid = false
    Array(#"{"type":"E","category":"\#(category)","attempt":2}"#.utf8).withUnsafeBytes { bytes in
      guard evaluator.read(ByteSlice(bytes)) == nil else { return }
      evaluator.inputs.begin(ordinal: 7)
      evaluator.inputs.live = LiveInputs(isOn: true, given: [], connections: connections, stateReads: [])
      evaluator.inputs.matcher.hasAssumed = isAssumed
      evaluator.inputs.beginRecording()
      isExpected = access(&evaluator.inputs)
      _ = evaluator.inputs.endRecording { trace in
        isValid = trace.isValid
        return nil
      }
    }
    #expect(isExpected)
    return isValid
  }

  @Test("leave it cacheable if they are questions, or equal for all errors with equal results")
  func questions() throws {
    let results = [
      try mayBeCached { inputs in
        _ = (inputs.error, inputs.isEvent, inputs.firstResponder(), inputs.listedCategory())
        _ = inputs.result(of: Question(kind: .category), category: .nowhere)
        _ = inputs.result(of: Question(kind: .ignored), category: .nowhere)
        inputs.setCategory(CategoryIndex(0))
        return true
      },
      try mayBeCached { inputs in
        var unlisted: Value?
        return inputs.ownCategory(unlisted: &unlisted) == CategoryIndex(0) && unlisted == nil
      },
      try mayBeCached { !$0.takeAssumption() },
      try mayBeCached { !$0.isConnected(at: ResponderIndex(0)) },
    ]
    #expect(results == [true, true, true, true])
  }

  @Test("end caching if they are anything else")
  func anythingElse() throws {
    let results = [
      "the error": try mayBeCached { $0.matcher.record.value(.attempt, of: $0.error).kind == .integer },
      "a change of the error": try mayBeCached { inputs in
        inputs.matcher.hasAssumed = false
        return true
      },
      "a running program": try mayBeCached { $0.live.isOn },
      "a change of its inputs": try mayBeCached { inputs in
        inputs.live = LiveInputs()
        return true
      },
      "a preset answer": try mayBeCached { $0.presetAnswer(at: ClauseIndex(0)) == "OK" },
      "the position in the stream": try mayBeCached { $0.ordinal == 7 },
      "the time": try mayBeCached { !$0.hasTime },
      "a category that is not listed": try mayBeCached(category: "other") { inputs in
        var unlisted: Value?
        return inputs.ownCategory(unlisted: &unlisted) == nil && unlisted != nil
      },
      "an assumed result": try mayBeCached(isAssumed: true) { $0.takeAssumption() },
      "connected code": try mayBeCached(connections: [true]) { $0.isConnected(at: ResponderIndex(0)) },
      "the state": try mayBeCached { inputs in
        var state = ChainState(isAtHand: true)
        return state.consult(inputs) { $0.now } != nil
      },
      "the state that is not at hand": try mayBeCached { inputs in
        var state = ChainState(isAtHand: false)
        return state.consult(inputs) { $0.now } == nil
      },
    ]
    for (input, isCached) in results { #expect(!isCached, "\(input)") }
  }
}
