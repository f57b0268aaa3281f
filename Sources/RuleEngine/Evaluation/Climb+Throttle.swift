internal import Bytes

extension Climb {
  /// Whether a throttle skips its action now; nil where memory is needed that is not at hand.
  private mutating func isSkipped(
    _ throttle: CompiledThrottle,
    at index: Index<CompiledThrottle>,
    _ memory: inout ChainMemory
  ) -> Bool? {
    let key = key(throttle.per)
    return memory.consult(inquiry) { $0.count(key, in: throttle.window(at: index)) > 0 }
  }

  /// Asks an action's throttle, if it has one, whether the action is skipped, and notes that it runs where it is not; nil
  /// where memory is needed that is not at hand.
  mutating func skips<Sink: StepSink & ~Copyable>(
    _ index: Index<CompiledThrottle>,
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Bool? {
    guard let throttle = tables.throttles.element(at: index) else { return false }
    let key = key(throttle.per)
    let isSkipped = memory.consult(inquiry) {
      $0.take(key, in: throttle.window(at: index), below: 1, notes: true) > 0
    }
    guard let isSkipped else { return nil }
    sink.reads(.throttle(isSkipped: isSkipped), key: throttle.per, within: throttle.every)
    return isSkipped
  }

  /// Whether an alert of a station decides in place of its `then`, which holds only when a throttle skips the alert;
  /// nil where memory is needed that is not at hand.
  mutating func isLeftToAlert(_ station: StationIndex, _ memory: inout ChainMemory) -> Bool? {
    for index in tables.stations[station].actions {
      let action = tables.actions[index]
      guard !action.throttle.isNone, !action.alert.isNone, tables.alerts[action.alert].decides else {
        continue
      }
      return isSkipped(tables.throttles[action.throttle], at: action.throttle, &memory).map { !$0 }
    }
    return false
  }
}

extension CompiledThrottle {
  /// The window in which its action runs once.
  func window(at index: Index<CompiledThrottle>) -> KeyWindow {
    KeyWindow(kind: .throttles, index: index.raw, within: every, times: 1)
  }
}
