internal import Reasoning
internal import RuleEngine

/// Whether two rule sets give an error different categories: what counts for tests although nothing may come of it.
enum CategoryDifference {
  /// An error that is given another category, or that there is none.
  static func answer(_ base: ChainOutline, _ mutant: ChainOutline, _ reasoner: Reasoner) -> Answer {
    guard let own = claims(base), let other = claims(mutant), base.defaultName == mutant.defaultName else {
      return .notDecided
    }
    if zip(own, other).allSatisfy({ $0.name == $1.name && "\($0.claimed)" == "\($1.claimed)" }) {
      return .never
    }
    let names = Dictionary(other.map { ($0.name, $0.claimed) }, uniquingKeysWith: { first, _ in first })
    guard Set(names.keys) == Set(own.map { $0.name }) else { return .notDecided }
    var isDecided = true
    // Every error has one of the names on each side: where each part lies in the part of its name, they are the same.
    for part in own {
      guard let claimed = names[part.name] else { return .notDecided }
      switch reasoner.counterexample(toSubset: part.claimed, of: claimed) {
      case .never: continue
      case .shown(let witness): return .shown(witness)
      case .depends, .notDecided: isDecided = false
      }
    }
    return isDecided ? .never : .notDecided
  }

  /// What is given each category: what it asks and those before it do not; what none asks for, the default, or no name. Nil
  /// where a category asks for another one by its place.
  private static func claims(_ outline: ChainOutline) -> [(name: String, claimed: Condition)]? {
    var before: [Condition] = []
    var claims: [(name: String, claimed: Condition)] = []
    for category in outline.categories {
      let condition = category.condition ?? .any([])
      guard !condition.asksCategories else { return nil }
      claims.append((category.name, .all([condition] + before.map { .not($0) })))
      before.append(condition)
    }
    let rest = Condition.not(.any(before))
    guard let name = outline.defaultName, let place = claims.firstIndex(where: { $0.name == name }) else {
      return claims + [("", rest)]
    }
    claims[place].claimed = .any([claims[place].claimed, rest])
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
