internal import RuleEngine

/// Does one thing less.
struct DropAction: MutationOperator {
  let name = "drop-action"
  let summary = "One of the actions of a rule, an otherwise, an always or a button is left out."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.actionLists.flatMap { list in
      (list.elements ?? []).indices.compactMap { index in
        // What does nothing does nothing less.
        list.elements?[index].string == "nothing" ? nil : .drop(index, of: list, name)
      }
    }
  }
}
