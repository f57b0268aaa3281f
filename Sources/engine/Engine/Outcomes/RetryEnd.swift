/// The reason why a rule that tries again granted no further try to an error that it matched.
package enum RetryEnd: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  /// `maxAttempts` is reached.
  case attempts
  /// The error asks for a longer delay than `retryAfter` grants.
  case retryAfter
  /// The delay would end later than `deadline` after the first failure.
  case deadline
  /// `quota` has no retry, or no token, left for it.
  case quota

  package var name: String {
    switch self {
    case .attempts: "attempts"
    case .retryAfter: "retryAfter"
    case .deadline: "deadline"
    case .quota: "quota"
    }
  }
}
