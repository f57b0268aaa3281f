internal import Bytes

extension Climb {
  /// Counts the error at a rate's place (none always holds) and tells whether it is one of enough within the
  /// window; nil where memory is needed that is not at hand.
  mutating func reachesRate<Sink: StepSink & ~Copyable>(
    _ index: Index<CompiledRate>,
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Bool? {
    guard let rate = tables.rates.element(at: index) else { return true }
    let key = key(rate.per)
    let count = memory.consult(inquiry) { $0.noteAndCount(key, in: rate.window(at: index)) }
    guard let count else { return nil }
    sink.reads(.rate(count: count, atLeast: rate.atLeast), key: rate.per, within: rate.within)
    return count >= rate.atLeast
  }
}

extension CompiledRate {
  /// The window in which its errors are counted.
  func window(at index: Index<CompiledRate>) -> KeyWindow {
    KeyWindow(kind: .rates, index: index.raw, within: within, times: atLeast)
  }
}
