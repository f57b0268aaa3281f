internal import Bytes

extension Evaluator {
  /// Counts the error; true if the rate is reached or there is none, nil if state is needed that is not
  /// available.
  mutating func reachesRate<Sink: StepSink & ~Copyable>(
    _ index: Index<CompiledRate>, _ state: inout ChainState, _ sink: inout Sink
  ) -> Bool? {
    guard let rate = tables.limits.rates.element(at: index) else { return true }
    let key = key(rate.per)
    let count = state.consult(inputs) { $0.noteAndCount(key, in: rate.window(at: index)) }
    guard let count else { return nil }
    sink.reads(.rate(count: count, atLeast: rate.atLeast), key: rate.per, within: rate.within)
    return count >= rate.atLeast
  }
}

extension CompiledRate {
  func window(at index: Index<CompiledRate>) -> KeyWindow {
    KeyWindow(kind: .rates, index: index.raw, within: within, times: atLeast)
  }
}
