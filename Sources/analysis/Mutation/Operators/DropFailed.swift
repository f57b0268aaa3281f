struct DropFailed: MutationOperator {
  let name = "drop-failed"
  let change = "The failure of an action changes nothing"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.failures.compactMap { .drop("failed", of: $0.action, name) }
  }
}
