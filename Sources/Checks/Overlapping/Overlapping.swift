internal import Reasoning
internal import RuleEngine

/// Goes through the pairs of rules that may overlap.
enum Overlapping {
  /// How many pairs of a responder are looked at: a long list of rules about one field overlaps nowhere, and is left out
  /// before.
  private static let most = 2_000

  static func each(
    _ rules: CheckedRules,
    policy: ResponderPolicy.Match,
    where isWanted: (_ first: PlacedStation, _ second: PlacedStation) -> Bool,
    _ body: (_ first: PlacedStation, _ second: PlacedStation, Overlap) -> Void
  ) {
    guard let reasoner = rules.reasoner else { return }
    let placed = Dictionary(uniqueKeysWithValues: rules.placedStations.map { ($0.index, $0) })
    for (index, responder) in rules.program.responders.enumerated() {
      guard responder.isEnabled, responder.policy.match == policy else { continue }
      for (first, second) in reasoner.possibleOverlaps(ofResponder: index, upTo: most) {
        guard let one = placed[first], let other = placed[second], isLookedAt(one, other, rules.program)
        else {
          continue
        }
        guard isWanted(one, other) else { continue }
        let overlap = reasoner.overlap(first, second)
        guard overlap.answer.witness != nil, !overlap.saysTheSame else { continue }
        // Of a rule that never answers that is said, and no more.
        if policy == .first, overlap.isShadowed || reasoner.answers(second).isNever {
          continue
        }
        body(one, other, overlap)
      }
    }
  }

  /// Whether a pair is looked at here: one of the two is written here, or both stand in abstract responders.
  private static func isLookedAt(_ one: PlacedStation, _ other: PlacedStation, _ program: RuleProgram) -> Bool
  {
    if one.station.home == nil || other.station.home == nil { return true }
    return program.isLookedAt(one.station, of: one.responder)
      && program.isLookedAt(other.station, of: other.responder)
  }
}

extension Condition {
  /// The same, but that a type's name stands for the dynamic type alone.
  var withExactTypes: Condition {
    switch self {
    case .always, .predicate, .custom, .category, .compare(_, .typeName(_, exactly: true), _): return self
    case .all(let parts): return .all(parts.map { $0.withExactTypes })
    case .any(let parts): return .any(parts.map { $0.withExactTypes })
    case .not(let part): return .not(part.withExactTypes)
    case .named(let name, let part): return .named(name, part.withExactTypes)
    case .oneElement(let subject, let part): return .oneElement(subject, part.withExactTypes)
    case .anyCause(let part): return .anyCause(part.withExactTypes)
    case .rootCause(let part): return .rootCause(part.withExactTypes)
    case .payloadError(let index, let part): return .payloadError(index, part.withExactTypes)
    case .compare(let subject, .typeName(let name, _), let source):
      return .compare(subject, .typeName(name, exactly: true), source)
    case .compare(let subject, .typeGlob(let glob, _), let source):
      return .compare(subject, .typeGlob(glob, exactly: true), source)
    case .compare: return self
    }
  }

  /// What a condition asks for, of the error's own and of its causes alike, categories as such.
  var askedFor: Set<Subject> {
    switch self {
    case .always, .predicate, .custom: []
    case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.askedFor) }
    case .not(let part), .named(_, let part), .oneElement(_, let part), .anyCause(let part),
      .rootCause(let part),
      .payloadError(_, let part):
      part.askedFor
    case .category: [.field(.category)]
    case .compare(let subject, _, _): [subject]
    }
  }
}
