package import RuleEngine

extension Condition {
  /// Whether it asks the same as it was compiled, wherever both are written; what asks otherwise may still hold for the same
  /// errors.
  package func asksTheSame(as other: Condition) -> Bool { isLike(other) }
}
