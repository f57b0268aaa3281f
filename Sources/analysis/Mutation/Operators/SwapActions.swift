internal import Source

struct SwapActions: MutationOperator {
  let name = "swap-actions"
  let change = "Two actions are swapped"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.actionLists.flatMap { list in
      (list.elements ?? []).indices.compactMap { index in
        .swap(index, of: list, name) { $0.string ?? $0.members?.first?.key ?? "an action" }
      }
    }
  }
}
