struct DropThrottle: MutationOperator {
  let name = "drop-throttle"
  let summary = "An action is no longer throttled."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.throttles.compactMap { .drop("throttle", of: $0.action, name) }
  }
}
