extension Climb {
  /// Counts the error at a rate's place (-1: none, which always holds) and tells whether it is one of enough within the
  /// window; nil where memory is needed that is not at hand.
  mutating func reachesRate<Sink: StepSink & ~Copyable>(
    _ index: Int32,
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Bool? {
    guard index >= 0 else { return true }
    trace.leave()
    guard memory.isAtHand else { return nil }
    let rate = tables.rates[Int(index)]
    let key = key(rate.per)
    let window = KeyWindow(kind: .rates, index: index, within: rate.within, times: rate.atLeast)
    memory.note(key, in: window)
    let count = memory.count(key, in: window)
    sink.reads(.rate(count: count, atLeast: rate.atLeast), key: rate.per, within: rate.within)
    return count >= rate.atLeast
  }
}
