internal import Records

/// The result of an operation that may throw any error, under a chain.
public typealias Handled<Value> = TypedHandled<Value, any Error>

/// The result of an operation under a chain. Its errors have the type that the operation declares: `throws(APIError)`
/// gives `TypedHandled<Value, APIError>`.
public enum TypedHandled<Value, Failure: Error> {
  /// It succeeded, at the first try or a later one.
  case completed(Value)
  /// It failed, and the error is dealt with; go on in whatever way is natural.
  case proceed(Failure, Resolution)
  /// It failed; leave out the next step, and stay where you are.
  case cancel(Failure, Resolution)
  /// It failed too severely; leave the whole flow or process it happened in.
  case abort(Failure, Resolution)

  init(_ error: Failure, _ resolution: Resolution) {
    self =
      switch resolution.evaluation {
      case .proceed: .proceed(error, resolution)
      case .abort: .abort(error, resolution)
      // A retry is returned only if it was impossible, because the work was cancelled meanwhile.
      case .cancel, .retry: .cancel(error, resolution)
      }
  }

  /// The value; nil if the operation failed.
  public var value: Value? {
    if case .completed(let value) = self { value } else { nil }
  }

  /// The resolution of the last failure; nil if the operation succeeded.
  public var resolution: Resolution? {
    switch self {
    case .completed: nil
    case .proceed(_, let resolution), .cancel(_, let resolution), .abort(_, let resolution): resolution
    }
  }

  /// The value; throws the last error if the operation failed.
  public func get() throws(Failure) -> Value {
    switch self {
    case .completed(let value): return value
    case .proceed(let error, _), .cancel(let error, _), .abort(let error, _): throw error
    }
  }
}

extension TypedHandled: Sendable where Value: Sendable {}
