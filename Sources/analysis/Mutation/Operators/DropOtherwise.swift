struct DropOtherwise: MutationOperator {
  let name = "drop-otherwise"
  let change = "An otherwise is removed"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.responders.compactMap { .drop("otherwise", of: $0, name) }
  }
}
