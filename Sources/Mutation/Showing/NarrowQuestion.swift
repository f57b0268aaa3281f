internal import Reasoning
internal import RuleEngine

/// What tells a change of one place, asked of that place alone: whether two rules meet, whether an error changes its category,
/// whether a delay is ever bounded. It is answered where a comparison of all that both rule sets do costs too much.
///
/// Only changes of which nothing else can come are asked so: where rules make errors of errors, or code is asked, what is
/// said of errors as they were recorded is not all there is.
struct NarrowQuestion {
  /// Errors that may tell; whether one does is for a run of both to say.
  private(set) var witnesses: [Witness] = []
  /// Whether it is proven that none does.
  private(set) var isProven = true

  /// Rules are asked about in pairs; more than so many are too many.
  private static let mostPairs = 400

  /// Nil where a change of what `roots` hold asks for more.
  init?(
    _ mutation: Mutation,
    of roots: [Node],
    _ own: RuleProgram,
    _ other: RuleProgram,
    _ reasoner: Reasoner
  ) {
    if mutation.kind == "change-backoff" {
      guard UnreachedBound.isAllThatChanges(own, other) else { return nil }
      return
    }
    guard !own.makesErrors, !other.makesErrors else { return nil }
    if let pairs = MeetingRules.pairs(mutation, own, other, reasoner) {
      guard pairs.count <= Self.mostPairs else { return nil }
      for (one, met) in pairs {
        guard ![one, met].contains(where: { own.stations[$0].condition.asksCode }) else { return nil }
        add(reasoner.overlap(one, met).answer)
      }
    } else if mutation.isOfCategories(roots) {
      guard !(own.categories + other.categories).contains(where: { $0.condition?.asksCode == true }) else {
        return nil
      }
      add(CategoryDifference.answer(own, other, reasoner))
    } else {
      return nil
    }
  }

  private mutating func add(_ answer: Answer) {
    switch answer {
    case .never: return
    case .shown(let witness): witnesses.append(witness)
    case .depends, .notDecided: break
    }
    isProven = false
  }
}

extension Mutation {
  /// Whether it changes what categories ask or their order, and nothing that stands elsewhere as well.
  fileprivate func isOfCategories(_ roots: [Node]) -> Bool {
    let changed = target.range
    for root in roots where root.range.file === changed.file {
      guard let list = root["categories"], list.range.holds(changed) else { return false }
      // What an alias repeats keeps the place where it is written first.
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
  /// Whether it, or a part of it, is written within a range.
  fileprivate func touches(_ other: SourceRange) -> Bool {
    if range.file === other.file, range.bytes.overlaps(other.bytes) { return true }
    return (elements ?? []).contains { $0.touches(other) }
      || (members ?? []).contains { $0.value.touches(other) }
  }
}

extension RuleProgram {
  /// Whether a rule puts another error in the place of one, or raises one.
  fileprivate var makesErrors: Bool {
    stations.contains { station in
      station.verdict?.makesErrors == true
        || station.actions.contains { $0.alert?.buttons.contains { $0.verdict?.makesErrors == true } == true }
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
  /// Whether code is asked: who is asked, and of what, is said of the answer.
  fileprivate var asksCode: Bool {
    contains {
      switch $0 {
      case .custom, .predicate: true
      default: false
      }
    }
  }
}
