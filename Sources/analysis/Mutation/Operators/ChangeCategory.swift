internal import Source

struct ChangeCategory: MutationOperator {
  let name = "change-category"
  let change = "A rule matches another category"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    let compared = file.values.filter { $0.key == "category" && $0.node.string != nil }.map { $0.node }
    let given = [file.root["defaults"]?["category"]].compactMap { $0 }
    return (compared + given).compactMap { node in
      guard let place = file.names.categories.firstIndex(of: node.string ?? ""),
        file.names.categories.count > 1
      else { return nil }
      let other = file.names.categories[(place + 1) % file.names.categories.count]
      return .replace(node, with: .made(other), name)
    }
  }
}
