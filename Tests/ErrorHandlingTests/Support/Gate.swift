import RuleEngine

/// Opens once; whoever waits goes on then.
final class Gate: Sendable {
  private let state = Lock<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func opened() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// A value that several look at.
final class Held<Value: Sendable>: Sendable {
  private let state = Lock<Value?>(nil)

  var value: Value? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
