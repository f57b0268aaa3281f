internal import Bytes

extension Evaluator {
  /// Notes a responder whose contract does not allow the arriving error.
  ///
  /// - Parameter promised: the first instruction of the contract's condition; none for no promise.
  mutating func checkContract<Sink: StepSink & ~Copyable>(
    ofErrors promised: Index<ConditionInstruction>, of responder: ResponderIndex, _ sink: inout Sink
  ) {
    guard !promised.isNone else { return }
    guard Sink.isRecording else {
      if result(of: Question(kind: .contract, responder: responder)) == 0 {
        outcome.breaksContract(of: responder)
      }
      return
    }
    listen(to: promised, of: responder, &sink)
  }

  mutating func checkContract<Sink: StepSink & ~Copyable>(
    ofEvents promised: Index<ConditionInstruction>, of responder: ResponderIndex, _ sink: inout Sink
  ) {
    if !promised.isNone { listen(to: promised, of: responder, &sink) }
  }

  private mutating func listen<Sink: StepSink & ~Copyable>(
    to promised: Index<ConditionInstruction>, of responder: ResponderIndex, _ sink: inout Sink
  ) {
    sink.beginsContract(of: responder)
    let isNamed = holds(promised, &sink)
    sink.concludes(isNamed ? .matched : .notMatched)
    if !isNamed { outcome.breaksContract(of: responder) }
  }
}
