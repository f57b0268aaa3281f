public import Records

extension RetryPolicy {
  /// The use of the delay that an error asks for, such as a server's Retry-After.
  public struct RetryAfter: Sendable, Equatable {
    /// The place of the asked delay beside the rule's own.
    public enum Use: String, Sendable, CaseIterable, BitwiseCopyable {
      /// The longer of both counts.
      case atLeast
      /// It counts in place of the rule's own.
      case replace
      /// It does not count.
      case ignore
    }

    /// The answer to an error that asks for more than `max`.
    public enum Above: String, Sendable, CaseIterable, BitwiseCopyable {
      /// A delay of `max`.
      case cap
      /// No retry.
      case exhausted
      /// The rule's own delay, as if it had asked for nothing.
      case backoff
    }

    /// The place of the asked delay beside the rule's own.
    public var use = Use.atLeast
    /// The longest delay that may be asked for; nil: any.
    public var max: TimeSpan?
    /// The most time that an asked delay adds to the rule's own, after jitter; nil: any.
    public var maxOver: TimeSpan?
    /// The answer to an error that asks for more than `max`.
    public var above = Above.cap

    /// The language's defaults: whatever is asked for, at least.
    public init() {}
  }
}
