internal import Source

struct SwapRules: MutationOperator {
  let name = "swap-rules"
  let change = "Two rules are swapped"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.ruleLists.flatMap { list -> [Mutation] in
      let rules = list.elements ?? []
      return rules.indices.compactMap { index in
        // A rule without an id is named by its position, which would change its name.
        guard index + 1 < rules.count, rules[index]["id"] != nil, rules[index + 1]["id"] != nil else {
          return nil
        }
        return .swap(index, of: list, name) { $0["id"]?.text ?? "a rule" }
      }
    }
  }
}
