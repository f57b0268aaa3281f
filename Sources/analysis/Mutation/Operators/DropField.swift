internal import Source

struct DropField: MutationOperator {
  let name = "drop-field"
  let change = "A part of a replacement error is removed"

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
