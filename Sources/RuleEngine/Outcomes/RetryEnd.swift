/// The reason why a rule that tries again granted no further try to an error that it matched.
package enum RetryEnd: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  /// `maxAttempts` is reached.
  case attempts

  package var name: String {
    switch self {
    case .attempts: "attempts"
    }
  }
}
