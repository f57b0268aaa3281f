public import Records

extension RetryPolicy {
  /// A limit of the retries that a rule grants to all errors together.
  public enum Quota: Sendable {
    /// A limit of so many retries, or tries, of one key within a window; no fields: the rule's own key.
    case retries(Int, within: TimeSpan, per: [Subject], window: Window)
    /// A bucket of tokens for each origin, in thousandths. A failure that the rule matches takes a token, a completed
    /// operation gives the ratio back, and a retry is granted while more than half of the tokens are left (gRPC A6).
    case tokens(Int, ratio: Int)
    /// A bucket of the file's `quotas`, by name, that rules share; a retry takes its cost, in thousandths of a token.
    case shared(String, cost: Int)

    /// The course of a window of retries.
    public enum Window: String, Sendable, CaseIterable {
      /// It ends now, at every moment.
      case sliding
      /// It begins with its first retry and lasts its length, whatever comes between.
      case fixed
      /// A fixed window of tries instead of retries: each counts at the time at which it began, the first one too.
      case tries
    }
  }
}
