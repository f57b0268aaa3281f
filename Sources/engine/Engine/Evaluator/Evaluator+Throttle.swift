internal import Bytes

extension Evaluator {
  private mutating func isSkipped(
    _ throttle: CompiledThrottle, at index: Index<CompiledThrottle>, _ state: inout ChainState
  ) -> Bool? {
    let key = key(throttle.per)
    return state.consult(inputs) { $0.count(key, in: throttle.window(at: index)) > 0 }
  }

  /// Whether a throttle skips the action now; notes the run if not. Nil if state is needed that is not
  /// available.
  mutating func skips<Sink: StepSink & ~Copyable>(
    _ index: Index<CompiledThrottle>, _ state: inout ChainState, _ sink: inout Sink
  ) -> Bool? {
    guard let throttle = tables.limits.throttles.element(at: index) else { return false }
    let key = key(throttle.per)
    let isSkipped = state.consult(inputs) {
      $0.take(key, in: throttle.window(at: index), below: 1, notes: true) > 0
    }
    guard let isSkipped else { return nil }
    sink.reads(.throttle(isSkipped: isSkipped), key: throttle.per, within: throttle.every)
    return isSkipped
  }

  /// Whether a clause's alert decides in place of `then`, which applies only when a throttle skips the alert.
  /// Nil if state is needed that is not available.
  mutating func leavesVerdictToAlert(_ clause: ClauseIndex, _ state: inout ChainState) -> Bool? {
    for index in tables.clauses[clause].actions {
      let action = tables.responses.actions[index]
      guard !action.throttle.isNone, !action.alert.isNone, tables.responses.alerts[action.alert].decides
      else {
        continue
      }
      return isSkipped(tables.limits.throttles[action.throttle], at: action.throttle, &state).map { !$0 }
    }
    return false
  }
}

extension CompiledThrottle {
  func window(at index: Index<CompiledThrottle>) -> KeyWindow {
    KeyWindow(kind: .throttles, index: index.raw, within: every, times: 1)
  }
}
