internal import RuleEngine

/// How an operation under a chain ended.
public enum Handled<Value> {
  /// It succeeded, at the first try or a later one.
  case completed(Value)
  /// It failed; go on as if nothing had happened.
  case proceed(any Error, Resolution)
  /// It failed; give it up quietly.
  case cancel(any Error, Resolution)
  /// It failed; stop what it belongs to.
  case abort(any Error, Resolution)

  init(_ error: any Error, _ resolution: Resolution) {
    self =
      switch resolution.evaluation {
      case .proceed: .proceed(error, resolution)
      case .abort: .abort(error, resolution)
      // A retry is given to the caller only where it could not be made: the work was cancelled meanwhile.
      case .cancel, .retry: .cancel(error, resolution)
      }
  }

  /// The value; nil where it failed.
  public var value: Value? {
    if case .completed(let value) = self { value } else { nil }
  }

  /// The resolution of the last failure; nil where it succeeded.
  public var resolution: Resolution? {
    switch self {
    case .completed: nil
    case .proceed(_, let resolution), .cancel(_, let resolution), .abort(_, let resolution): resolution
    }
  }

  /// The value; throws the last error where it failed.
  public func get() throws -> Value {
    switch self {
    case .completed(let value): return value
    case .proceed(let error, _), .cancel(let error, _), .abort(let error, _): throw error
    }
  }
}

extension Handled: Sendable where Value: Sendable {}
