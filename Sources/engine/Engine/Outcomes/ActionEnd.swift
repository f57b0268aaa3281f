package import Records

/// The end of an action that ran.
package enum ActionEnd: UInt8, BitwiseCopyable, Sendable {
  /// A failure would change nothing.
  case unasked
  /// No result is recorded, so it succeeded.
  case assumed
  case ok, failed, timeout
  /// No result is recorded, and `--failing` names it.
  case failing

  package init(_ result: PerformedResult) {
    switch result {
    case .ok: self = .ok
    case .failed: self = .failed
    case .timeout: self = .timeout
    }
  }

  package var isFailure: Bool {
    switch self {
    case .failed, .timeout, .failing: true
    case .unasked, .assumed, .ok: false
    }
  }
}
