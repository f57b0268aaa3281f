internal import Source

struct DropAction: MutationOperator {
  let name = "drop-action"
  let change = "An action is removed"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.actionLists.flatMap { list in
      (list.elements ?? []).indices.compactMap { index in
        // Removing an action without effect changes nothing.
        list.elements?[index].string == "nothing" ? nil : .drop(index, of: list, name)
      }
    }
  }
}
