internal import Source

struct DropAlternative: MutationOperator {
  let name = "drop-alternative"
  let change = "One of several alternatives is removed"

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
