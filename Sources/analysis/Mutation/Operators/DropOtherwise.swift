struct DropOtherwise: MutationOperator {
  let name = "drop-otherwise"
  let summary = "A responder has no otherwise."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.responders.compactMap { .drop("otherwise", of: $0, name) }
  }
}
