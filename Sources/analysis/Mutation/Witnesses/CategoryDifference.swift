internal import Source
internal import RuleLanguage
internal import Reasoning
internal import Engine

/// Compares the categories that two rule sets assign, which tests can check even if nothing else differs.
enum CategoryDifference {
  private typealias Alternative = [Condition]

  static func answer(_ base: RuleProgram, _ mutant: RuleProgram, _ reasoner: Reasoner) -> Satisfiability {
    guard let own = alternatives(base), let other = alternatives(mutant),
      base.defaultName == mutant.defaultName,
      Set(own.keys) == Set(other.keys)
    else { return .notDecided(.limit) }
    var isDecided = true
    // Every error gets one name on each side. If each way to a name on one side implies that name on the
    // other, both are equal.
    for (name, alternatives) in own.sorted(by: { $0.key < $1.key }) {
      for alternative in alternatives {
        // Conditions that both sides share hold already.
        let rests = (other[name] ?? []).map { met in
          met.filter { part in !alternative.contains { $0.isIdentical(part) } }
        }
        if rests.contains(where: { $0.isEmpty }) { continue }
        switch reasoner.counterexample(toSubset: .all(alternative), of: .any(rests.map { .all($0) })) {
        case .never: continue
        case .shown(let witness): return .shown(witness)
        case .depends, .notDecided: isDecided = false
        }
      }
    }
    return isDecided ? .never : .notDecided(.limit)
  }

  /// The alternatives by name: a category's condition and not those before it; the default, or "", has the negation of
  /// all. Nil if a category refers to another by its index.
  private static func alternatives(_ program: RuleProgram) -> [String: [Alternative]]? {
    var before: [Condition] = []
    var alternatives: [String: [Alternative]] = [:]
    for category in program.categories {
      let condition = category.condition ?? .any([])
      guard !condition.comparesCategories else { return nil }
      alternatives[category.name.text, default: []].append([condition] + before)
      before.append(.not(condition))
    }
    alternatives[program.defaultName ?? "", default: []].append(before)
    return alternatives
  }
}

extension RuleProgram {
  fileprivate var defaultName: String? { defaultCategory.map { categories[$0].name.text } }
}

extension Condition {
  /// Whether categories are compared by index, which another rule set may number differently.
  fileprivate var comparesCategories: Bool {
    contains { if case .category = $0 { true } else { false } }
  }
}
