internal import Reasoning
internal import Engine
internal import RuleLanguage
internal import Source

/// An equivalence test for when comparing both whole rule sets is too expensive: whether two rules overlap,
/// an error changes its category, or a delay ever reaches its bound.
///
/// Only valid for changes without other effects: neither rules that replace errors nor custom code.
struct LocalEquivalence {
  /// Errors that may show the difference. Both rule sets have to be run to know.
  private(set) var witnesses: [Witness] = []
  private(set) var isProven = true

  private static let mostPairs = 400

  /// Nil if the change of the files in `roots` needs a full comparison.
  init?(
    _ mutation: Mutation, of roots: [Node], _ own: RuleProgram, _ other: RuleProgram, _ reasoner: Reasoner
  ) {
    if mutation.kind == "change-backoff" {
      guard UnreachedBound.isAllThatChanges(own, other) else { return nil }
      return
    }
    guard !own.makesErrors, !other.makesErrors else { return nil }
    if let pairs = OverlappingPairs.pairs(mutation, own, other, reasoner) {
      guard pairs.count <= Self.mostPairs else { return nil }
      for (one, met) in pairs {
        guard ![one, met].contains(where: { own.clauses[$0].condition.comparesCode }) else { return nil }
        add(reasoner.overlap(one, met).answer)
      }
    } else if mutation.isOfCategories(roots) {
      guard !(own.categories + other.categories).contains(where: { $0.condition?.comparesCode == true })
      else {
        return nil
      }
      add(CategoryDifference.answer(own, other, reasoner))
    } else {
      return nil
    }
  }

  private mutating func add(_ answer: Satisfiability) {
    switch answer {
    case .never: return
    case .shown(let witness): witnesses.append(witness)
    case .depends, .notDecided: break
    }
    isProven = false
  }
}

extension Mutation {
  /// Only the conditions or the order of categories change.
  fileprivate func isOfCategories(_ roots: [Node]) -> Bool {
    let changed = target.range
    for root in roots where root.range.file === changed.file {
      guard let list = root["categories"], list.range.holds(changed) else { return false }
      // A value repeated by an alias keeps the place of its anchor.
      return !(root.members ?? []).contains { $0.key != "categories" && $0.value.touches(changed) }
    }
    return false
  }
}

extension SourceRange {
  fileprivate func holds(_ other: SourceRange) -> Bool {
    file === other.file && bytes.lowerBound <= other.bytes.lowerBound
      && other.bytes.upperBound <= bytes.upperBound
  }
}

extension Node {
  fileprivate func touches(_ other: SourceRange) -> Bool {
    if range.file === other.file, range.bytes.overlaps(other.bytes) { return true }
    return (elements ?? []).contains { $0.touches(other) }
      || (members ?? []).contains { $0.value.touches(other) }
  }
}

extension RuleProgram {
  fileprivate var makesErrors: Bool {
    clauses.contains { clause in
      clause.verdict?.makesErrors == true
        || clause.actions.contains {
          $0.alert?.buttons.contains { $0.verdict?.makesErrors == true } == true
        }
    }
  }
}

extension Verdict {
  fileprivate var makesErrors: Bool {
    switch self {
    case .transform, .unwrapPayload, .unwrapCause, .raise: true
    case .evaluation, .retry, .retryByPerson, .continue, .escalate, .emit, .handled: false
    }
  }
}

extension Condition {
  fileprivate var comparesCode: Bool {
    contains {
      switch $0 {
      case .custom, .predicate: true
      default: false
      }
    }
  }
}
