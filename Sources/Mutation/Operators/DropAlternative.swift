internal import RuleEngine

/// Leaves one of several alternatives out: of `any`, or of a list of values.
struct DropAlternative: MutationOperator {
  let name = "drop-alternative"
  let summary = "One of the values of a list, or one of the alternatives of any, is left out."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    let lists =
      file.combinators.filter { $0.member.key == "any" }.map { $0.member.value }
      + file.values.map { $0.node }
    return lists.flatMap { list -> [Mutation] in
      guard let elements = list.elements, elements.count > 1 else { return [] }
      return elements.indices.compactMap { .drop($0, of: list, name) }
    }
  }
}
