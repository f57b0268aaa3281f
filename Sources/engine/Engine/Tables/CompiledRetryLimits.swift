internal import Bytes

/// A retry's `deadline` and `quota`; a budget with neither has none.
struct CompiledRetryLimits: BitwiseCopyable {
  enum Quota: UInt8, BitwiseCopyable {
    case none, retries, tries, tokens
    /// One of the chain's quotas.
    case shared
  }

  /// Microseconds since the first failure; none: `Int64.max`.
  let deadline: Int64
  var quota = Quota.none
  /// The most retries or tries within the window, or the tokens of a full bucket in thousandths.
  var most: Int32 = 0
  /// The thousandths of a token that a completed operation gives back.
  var ratio: Int32 = 0
  /// Microseconds; 0 for tokens.
  var within: Int64 = 0
  /// Whether the window begins with its first retry or try.
  var isFixed = false
  var per = IndexRange<SubjectIndex>.empty
  /// The shared quota, and the thousandths of a token that a retry takes from it.
  var shared = Index<CompiledQuota>.nowhere
  var cost: Int32 = 0

  var hasDeadline: Bool { deadline < .max }
}

/// An entry of `quotas`, in thousandths of a token.
struct CompiledQuota: BitwiseCopyable {
  let tokens: Int32
  let success: Int32
  /// Whether a completed operation gives back what its last retry took.
  let givesCost: Bool
  let per: IndexRange<SubjectIndex>
}
