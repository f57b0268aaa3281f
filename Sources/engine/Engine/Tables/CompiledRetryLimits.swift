internal import Bytes

/// A retry's `deadline` and `quota`; a budget with neither has none.
struct CompiledRetryLimits: BitwiseCopyable {
  enum Quota: UInt8, BitwiseCopyable {
    case none, retries, tokens
  }

  /// Microseconds since the first failure; none: `Int64.max`.
  let deadline: Int64
  var quota = Quota.none
  /// The most retries within the window, or the tokens of a full bucket in thousandths.
  var most: Int32 = 0
  /// The thousandths of a token that a completed operation gives back.
  var ratio: Int32 = 0
  /// Microseconds; 0 for tokens.
  var within: Int64 = 0
  var per = IndexRange<SubjectIndex>.empty

  var hasDeadline: Bool { deadline < .max }
}
