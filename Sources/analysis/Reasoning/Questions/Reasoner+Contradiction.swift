package import RuleLanguage

extension Reasoner {
  /// A minimal set of conditions that no error satisfies together, preferring early ones. Empty if there is
  /// none, or if that is undecided.
  package func contradiction(among conditions: [Condition]) -> [Int] {
    guard isImpossible(.all(conditions)) else { return [] }
    let core = MinimalCore<Int> { some in self.isImpossible(.all(some.map { conditions[$0] })) }
    return core.core(of: Array(conditions.indices)).sorted()
  }
}
