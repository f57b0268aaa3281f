internal import Records
internal import Reasoning
internal import Engine
internal import RuleLanguage

enum Overlapping {
  /// Pairs per responder. Long lists of rules about one field don't overlap and are skipped before.
  private static let most = 2_000

  /// Pairs of rules with different verdicts that may match the same error, until `body` returns false. It asks for an error that
  /// reaches both, which costs most, after everything else.
  static func each(
    _ rules: CheckedRules, policy: ResponderPolicy.Match,
    _ body: (_ first: PlacedClause, _ second: PlacedClause, _ witness: () -> Witness?) -> Bool
  ) {
    guard let reasoner = rules.reasoner else { return }
    let placed = rules.placedClauses
    for (index, responder) in rules.program.responders.enumerated() {
      guard responder.isEnabled, responder.policy.match == policy else { continue }
      for (first, second) in reasoner.possibleOverlaps(ofResponder: index, upTo: most) {
        let (one, other) = (placed[first], placed[second])
        guard isLookedAt(one, other, rules.clauses),
          !reasoner.sayTheSame(first, second)
        else { continue }
        // A rule that never takes effect has its own finding.
        if policy == .first, reasoner.answers(second).isNever { continue }
        let goesOn = body(one, other) {
          let overlap = reasoner.overlap(first, second)
          return policy == .first && overlap.isShadowed ? nil : overlap.answer.witness
        }
        guard goesOn else { return }
      }
    }
  }

  /// One of the two is written at this responder, or both in abstract responders.
  private static func isLookedAt(_ one: PlacedClause, _ other: PlacedClause, _ clauses: PlacedClauses) -> Bool
  {
    if one.clause.home == nil || other.clause.home == nil { return true }
    return clauses.isLookedAt(one.clause, of: one.responder)
      && clauses.isLookedAt(other.clause, of: other.responder)
  }
}

extension Condition {
  /// Type names match the dynamic type only.
  var withExactTypes: Condition {
    switch self {
    case .compare(let subject, .typeName(let name, _), let source):
      .compare(subject, .typeName(name, exactly: true), source)
    case .compare(let subject, .typeGlob(let glob, _), let source):
      .compare(subject, .typeGlob(glob, exactly: true), source)
    default: mapParts { $0.withExactTypes }
    }
  }
}
