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
    case .compare(let subject, .typeName(let name, _), let source):
      .compare(subject, .typeName(name, exactly: true), source)
    case .compare(let subject, .typeGlob(let glob, _), let source):
      .compare(subject, .typeGlob(glob, exactly: true), source)
    default: mapParts { $0.withExactTypes }
    }
  }

  /// What a condition asks for, of the error's own and of its causes alike, categories as such.
  var askedFor: Set<Subject> {
    reduce(into: []) { subjects, part in
      switch part {
      case .category: subjects.insert(.field(.category))
      case .compare(let subject, _, _): subjects.insert(subject)
      default: break
      }
    }
  }
}
