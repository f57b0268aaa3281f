struct DropThrottle: MutationOperator {
  let name = "drop-throttle"
  let change = "An action is not throttled"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.throttles.compactMap { .drop("throttle", of: $0.action, name) }
  }
}
