public import Records

extension RetryPolicy {
  /// A limit of the retries that a rule grants to all errors together.
  public enum Quota: Sendable {
    /// A limit of so many retries of one key within a window; no fields: the rule's own key.
    case retries(Int, within: TimeSpan, per: [Subject])
    /// A bucket of tokens for each origin, in thousandths. A failure that the rule matches takes a token, a completed
    /// operation gives the ratio back, and a retry is granted while more than half of the tokens are left (gRPC A6).
    case tokens(Int, ratio: Int)
  }
}
