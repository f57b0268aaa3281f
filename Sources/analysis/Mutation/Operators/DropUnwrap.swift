internal import Source

struct DropUnwrap: MutationOperator {
  let name = "drop-unwrap"
  let change = "An entry of defaults.unwrap is removed"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    guard let entries = file.root["defaults"]?["unwrap"] else { return [] }
    return entries.elements?.indices.compactMap { .drop($0, of: entries, name) } ?? []
  }
}
