internal import RuleEngine

/// Asks a rule before the one that stands before it.
struct SwapRules: MutationOperator {
  let name = "swap-rules"
  let summary = "Two neighbouring rules, or event rules, change places."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.ruleLists.flatMap { list -> [Mutation] in
      let rules = list.elements ?? []
      return rules.indices.compactMap { index in
        // What has no id is called by its place: another place is another name.
        guard index + 1 < rules.count, rules[index]["id"] != nil, rules[index + 1]["id"] != nil else {
          return nil
        }
        return .swap(index, of: list, name) { $0["id"]?.text ?? "a rule" }
      }
    }
  }
}
