internal import Source

struct DropButton: MutationOperator {
  let name = "drop-button"
  let change = "A button is removed"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.alerts.compactMap { $0["buttons"] }.flatMap { list -> [Mutation] in
      guard let buttons = list.elements, buttons.count > 1 else { return [] }
      return buttons.indices.compactMap { .drop($0, of: list, name) }
    }
  }
}
