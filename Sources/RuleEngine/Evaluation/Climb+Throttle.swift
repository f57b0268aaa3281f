internal import Bytes

extension Climb {
  /// Whether a throttle skips its action now; nil where memory is needed that is not at hand.
  private mutating func isSkipped(
    _ throttle: CompiledThrottle,
    at index: Int32,
    _ memory: inout ChainMemory
  ) -> Bool? {
    let key = key(throttle.per)
    return memory.consult(inquiry) { $0.count(key, in: throttle.window(at: index)) > 0 }
  }

  /// Asks an action's throttle (-1: none) whether the action is skipped, and notes that it runs where it is not; nil
  /// where memory is needed that is not at hand.
  mutating func skips<Sink: StepSink & ~Copyable>(
    _ index: Int32,
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Bool? {
    guard index >= 0 else { return false }
    let throttle = tables.throttles[Int(index)]
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
  mutating func isLeftToAlert(_ station: Int32, _ memory: inout ChainMemory) -> Bool? {
    for index in tables.stations[Int(station)].actions {
      let action = tables.actions[Int(index)]
      guard action.throttle >= 0, action.alert >= 0, tables.alerts[Int(action.alert)].decides else {
        continue
      }
      return isSkipped(tables.throttles[Int(action.throttle)], at: action.throttle, &memory).map { !$0 }
    }
    return false
  }
}

extension CompiledThrottle {
  /// The window in which its action runs once.
  func window(at index: Int32) -> KeyWindow {
    KeyWindow(kind: .throttles, index: index, within: every, times: 1)
  }
}
