package import RuleEngine

extension Reasoner {
  /// The places of conditions that no error satisfies together, none of which can be left out: the first ones rather than
  /// the last; none where an error satisfies all of them, or where that is not known.
  package func contradiction(among conditions: [Condition]) -> [Int] {
    guard satisfiable(.all(conditions)).isNever else { return [] }
    let core = Core<Int> { some in self.satisfiable(.all(some.map { conditions[$0] })).isNever }
    return core.core(of: Array(conditions.indices)).sorted()
  }
}
