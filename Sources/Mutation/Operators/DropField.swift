internal import RuleEngine

/// Leaves a part of what takes an error's place out.
struct DropField: MutationOperator {
  let name = "drop-field"
  let summary = "A transform, a raise or an emit names one thing less, or wraps no longer."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.verdicts.flatMap { verdict -> [Mutation] in
      let node = verdict.node
      let parts = ["transform", "raise"].compactMap { node[$0] }
      let inner = parts.flatMap { part in
        (part.members ?? []).compactMap { Mutation.drop($0.key, of: part, name) }
      }
      guard node["emit"] != nil, node["with"] != nil else { return inner }
      return inner + [Mutation.drop("with", of: node, name)].compactMap { $0 }
    }
  }
}
