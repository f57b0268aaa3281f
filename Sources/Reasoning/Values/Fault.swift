/// A mistake put into the reasoning on purpose, by tests that have to notice it.
package enum Fault: String, CaseIterable, Sendable {
  /// The complement of a conjunction is that of each of its parts.
  case complement
  /// That a field is absent is taken for its presence.
  case absence
  /// A category does not leave out what earlier ones took.
  case categoryOrder
  /// Names in `is` don't count.
  case ancestors
  /// A half-open range takes its end.
  case bounds
  /// A transform leaves the error as it was.
  case transform
  /// A rule that says `continue` ends the climb.
  case goingOn
  /// `match: all` stops at the first.
  case matchAll
  /// `otherwise` is asked of nothing.
  case otherwise
  /// `order: lastFirst` is read as declared.
  case order
  /// A disabled rule is asked.
  case disabled
  /// `escalate` goes on with the next rule.
  case escalation
  /// Cancellations are not ignored.
  case ignored
}
