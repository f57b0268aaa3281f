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
    let isNamed = holds(Int(promised), error, &sink)
    sink.concludes(isNamed ? .matched : .notMatched)
    if !isNamed { outcome.breaksContract(of: responder) }
  }
}
