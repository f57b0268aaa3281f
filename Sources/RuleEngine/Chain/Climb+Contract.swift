extension Climb {
  /// Notes a responder at which arrives what its contract does not name.
  ///
  /// - Parameters:
  ///   - promised: the first instruction of what its contract names, or -1 where it promises nothing.
  ///   - responder: the responder by its place.
  mutating func checkContract<Sink: StepSink & ~Copyable>(
    _ promised: Int32,
    of responder: Int32,
    _ sink: inout Sink
  ) {
    guard promised >= 0 else { return }
    sink.asksContract(of: responder)
    trace.reach(.contract(responder), category: outcome.category)
    let isNamed = holds(Int(promised), error, &sink)
    sink.concludes(isNamed ? .matched : .notMatched)
    guard !isNamed else { return }
    outcome.breaksContract(of: responder)
    trace.mark()
  }
}
