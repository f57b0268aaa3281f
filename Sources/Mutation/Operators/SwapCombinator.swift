internal import RuleEngine

/// Asks for all where one is enough, and the other way round.
struct SwapCombinator: MutationOperator {
  let name = "swap-combinator"
  let summary = "any becomes all, and all becomes any."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.combinators.compactMap { member, mapping in
      let other = member.key == "any" ? "all" : "any"
      guard (member.value.elements?.count ?? 0) > 1, mapping[other] == nil else { return nil }
      let members = (mapping.members ?? []).map { one in
        one.key == member.key ? Node.Member(key: other, keyRange: one.keyRange, value: one.value) : one
      }
      return Mutation(
        kind: name,
        target: mapping,
        replacement: Node(.mapping(members), style: mapping.style, range: mapping.range),
        place: member.keyRange,
        before: member.key,
        after: other
      )
    }
  }
}
