internal import RuleEngine

/// Leaves one condition of several out; what asked one thing only matches everything then.
struct DropCondition: MutationOperator {
  let name = "drop-condition"
  let summary = "One of the conditions of a matcher is left out."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.matchers.flatMap { matcher -> [Mutation] in
      let members = matcher.node.members ?? []
      let mayBeEmpty = matcher.kind == .matcher || matcher.kind == .event
      guard members.count > 1 || mayBeEmpty else { return [] }
      // What says how another one compares is none by itself.
      return members.filter { $0.key != "ignoreCase" }.compactMap { .drop($0.key, of: matcher.node, name) }
    }
  }
}
