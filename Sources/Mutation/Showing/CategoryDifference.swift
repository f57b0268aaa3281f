internal import Reasoning
internal import RuleEngine

/// Whether two rule sets give an error different categories: what counts for tests although nothing may come of it.
enum CategoryDifference {
  /// What an error is given a name by: all of these.
  private typealias Way = [Condition]

  /// An error that is given another category, or that there is none.
  static func answer(_ base: RuleProgram, _ mutant: RuleProgram, _ reasoner: Reasoner) -> Answer {
    guard let own = ways(base), let other = ways(mutant), base.defaultName == mutant.defaultName,
      Set(own.keys) == Set(other.keys)
    else { return .notDecided }
    var isDecided = true
    // Every error has one of the names on each side: where each way to a name lies in those to the same, they are the same.
    for (name, ways) in own.sorted(by: { $0.key < $1.key }) {
      for way in ways {
        // What both ask alike holds already.
        let rests = (other[name] ?? []).map { met in
          met.filter { asked in !way.contains { $0.isLike(asked) } }
        }
        if rests.contains(where: { $0.isEmpty }) { continue }
        switch reasoner.counterexample(toSubset: .all(way), of: .any(rests.map { .all($0) })) {
        case .never: continue
        case .shown(let witness): return .shown(witness)
        case .depends, .notDecided: isDecided = false
        }
      }
    }
    return isDecided ? .never : .notDecided
  }

  /// The ways to each name: what its category asks and those before it do not; to the default's, or to none (""), what no
  /// category asks. Nil where a category asks for another one by its place.
  private static func ways(_ program: RuleProgram) -> [String: [Way]]? {
    var before: [Condition] = []
    var ways: [String: [Way]] = [:]
    for category in program.categories {
      let condition = category.condition ?? .any([])
      guard !condition.asksCategories else { return nil }
      ways[category.name.text, default: []].append([condition] + before)
      before.append(.not(condition))
    }
    ways[program.defaultName ?? "", default: []].append(before)
    return ways
  }
}

extension RuleProgram {
  fileprivate var defaultName: String? { defaultCategory.map { categories[$0].name.text } }
}

extension Condition {
  /// Whether it goes by the places of categories, which another rule set may number otherwise.
  fileprivate var asksCategories: Bool {
    contains { if case .category = $0 { true } else { false } }
  }
}
