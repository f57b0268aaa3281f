internal import Bytes

extension Climb {
  /// Counts the error at a rate's place (-1: none, which always holds) and tells whether it is one of enough within the
  /// window; nil where memory is needed that is not at hand.
  mutating func reachesRate<Sink: StepSink & ~Copyable>(
    _ index: Int32,
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Bool? {
    guard index >= 0 else { return true }
    let rate = tables.rates[Int(index)]
    let key = key(rate.per)
    let count = memory.consult(inquiry) { $0.noteAndCount(key, in: rate.window(at: index)) }
    guard let count else { return nil }
    sink.reads(.rate(count: count, atLeast: rate.atLeast), key: rate.per, within: rate.within)
    return count >= rate.atLeast
  }
}

extension CompiledRate {
  /// The window in which its errors are counted.
  func window(at index: Int32) -> KeyWindow {
    KeyWindow(kind: .rates, index: index, within: within, times: atLeast)
  }
}
