internal import Source

struct SwapButtons: MutationOperator {
  let name = "swap-buttons"
  let change = "Two buttons are swapped"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.alerts.compactMap { $0["buttons"] }.flatMap { list in
      (list.elements ?? []).indices.compactMap { index in
        .swap(index, of: list, name) { $0.string ?? $0["title"]?.text ?? "a button" }
      }
    }
  }
}
