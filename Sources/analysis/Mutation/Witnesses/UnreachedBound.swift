internal import Records
internal import Engine
internal import RuleLanguage

enum UnreachedBound {
  /// The delays differ only in maximum delays that are never reached.
  static func isAllThatChanges(_ own: RuleProgram, _ other: RuleProgram) -> Bool {
    guard own.clauses.count == other.clauses.count else { return false }
    return zip(own.clauses, other.clauses).allSatisfy { clause, met in
      switch (clause.verdict, met.verdict) {
      case (.retry(let policy), .retry(let changed)): waitsAlike(policy, changed)
      case (.retry, _), (_, .retry): false
      default: true
      }
    }
  }

  private static func waitsAlike(_ policy: RetryPolicy, _ changed: RetryPolicy) -> Bool {
    let (own, other) = (policy.backoff, changed.backoff)
    guard own.initial == other.initial, own.multiplier == other.multiplier, own.jitter == other.jitter,
      own.delays == other.delays, own.maxIncludesJitter == other.maxIncludesJitter,
      policy.retryAfter == changed.retryAfter
    else { return false }
    guard policy.deadline == nil, changed.deadline == nil else { return false }
    if own.max == other.max { return true }
    // With jitter, a delay may reach a bound that its base does not.
    guard !own.maxIncludesJitter else { return false }
    let longest = own.longest(of: max(1, policy.maxAttempts - 1))
    return longest < Double(min(own.max.microseconds, other.max.microseconds))
  }
}
