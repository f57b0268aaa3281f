/// A deliberate mistake in the reasoner, for tests that have to detect it.
package enum InjectedFault: String, CaseIterable, Sendable {
  /// The complement of a conjunction is the conjunction of complements.
  case complement
  /// The absence of a field counts as its presence.
  case absence
  /// A category ignores the claims of earlier ones.
  case categoryOrder
  /// Names in `is` are ignored.
  case ancestors
  /// A half-open range includes its end.
  case bounds
  /// A transform does not change the error.
  case transform
  /// `continue` ends the evaluation.
  case goingOn
  /// `match: all` stops at the first match.
  case matchAll
  /// `otherwise` is never evaluated.
  case otherwise
  /// `order: lastFirst` is ignored.
  case order
  /// A disabled rule is evaluated.
  case disabled
  /// `escalate` continues with the next rule.
  case escalation
  /// Cancellations are not ignored.
  case ignored
}
