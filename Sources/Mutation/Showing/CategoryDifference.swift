internal import Reasoning
internal import RuleEngine

/// Whether two rule sets give an error different categories: what counts for tests although nothing may come of it.
enum CategoryDifference {
  /// An error that is given another category, or that there is none.
  static func answer(_ base: ChainOutline, _ mutant: ChainOutline, _ reasoner: Reasoner) -> Answer {
    let (own, other) = (claims(base), claims(mutant))
    guard let own, let other, base.defaultName == mutant.defaultName else { return .notDecided }
    if Set(own.map { $0.name }) != Set(other.map { $0.name }) { return .notDecided }
    if zip(own, other).allSatisfy({ $0.name == $1.name && "\($0.condition)" == "\($1.condition)" }) {
      return .never
    }
    let names = Dictionary(other.map { ($0.name, $0.claimed) }, uniquingKeysWith: { first, _ in first })
    var isDecided = true
    // Of two divisions of the same errors none differs where each part lies in the part of its name.
    for category in own {
      guard let claimed = names[category.name] else { return .notDecided }
      switch reasoner.counterexample(toSubset: category.claimed, of: claimed) {
      case .never: continue
      case .shown(let witness): return .shown(witness)
      case .depends, .notDecided: isDecided = false
      }
    }
    switch reasoner.counterexample(
      toSubset: .any(other.map { $0.condition }),
      of: .any(own.map { $0.condition })
    ) {
    case .never: return isDecided ? .never : .notDecided
    case .shown(let witness): return .shown(witness)
    case .depends, .notDecided: return .notDecided
    }
  }

  /// What each category asks, and what it claims: what it asks of what those before it did not; nil where one is not asked
  /// by what an error is.
  private static func claims(_ outline: ChainOutline) -> [(
    name: String, condition: Condition, claimed: Condition
  )]? {
    var before: [Condition] = []
    var claims: [(name: String, condition: Condition, claimed: Condition)] = []
    for category in outline.categories {
      let condition = category.condition ?? .any([])
      guard !condition.asksCategories else { return nil }
      claims.append((category.name, condition, .all([condition] + before.map { .not($0) })))
      before.append(condition)
    }
    return claims
  }
}

extension ChainOutline {
  fileprivate var defaultName: String? { defaultCategory.map { categories[$0].name } }
}

extension Condition {
  /// Whether it goes by the places of categories, which another rule set may number otherwise.
  fileprivate var asksCategories: Bool {
    switch self {
    case .category: true
    case .all(let parts), .any(let parts): parts.contains { $0.asksCategories }
    case .not(let part), .anyCause(let part), .rootCause(let part), .payloadError(_, let part),
      .oneElement(_, let part), .named(_, let part):
      part.asksCategories
    case .always, .compare, .predicate, .custom: false
    }
  }
}
