internal import Bytes
internal import Records

/// The first of several possible results counts, and the waiting task is resumed once.
final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value, Never>)
    case brought(Value)
  }

  private let state = Lock(State.open)

  /// False if there is a result already.
  @discardableResult
  func bring(_ value: Value) -> Bool {
    let (isFirst, waiting) = state.withLock { state -> (Bool, CheckedContinuation<Value, Never>?) in
      switch state {
      case .open:
        state = .brought(value)
        return (true, nil)
      case .awaited(let continuation):
        state = .brought(value)
        return (true, continuation)
      case .brought: return (false, nil)
      }
    }
    waiting?.resume(returning: value)
    return isFirst
  }

  var brought: Value? {
    state.withLock { if case .brought(let value) = $0 { value } else { nil } }
  }

  /// The value, to be awaited once.
  var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let brought = state.withLock { state -> Value? in
          if case .brought(let value) = state { return value }
          state = .awaited(continuation)
          return nil
        }
        if let brought { continuation.resume(returning: brought) }
      }
    }
  }
}
