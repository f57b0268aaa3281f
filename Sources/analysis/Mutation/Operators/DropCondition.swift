internal import Source

struct DropCondition: MutationOperator {
  let name = "drop-condition"
  let change = "A condition is removed"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.matchers.flatMap { matcher -> [Mutation] in
      let members = matcher.node.members ?? []
      let mayBeEmpty = matcher.kind == .matcher || matcher.kind == .event
      guard members.count > 1 || mayBeEmpty else { return [] }
      // A member that modifies another comparison is not a condition.
      return members.filter { $0.key != "ignoreCase" }.compactMap { .drop($0.key, of: matcher.node, name) }
    }
  }
}
