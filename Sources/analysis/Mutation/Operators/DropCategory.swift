internal import Source

struct DropCategory: MutationOperator {
  let name = "drop-category"
  let change = "A category matches nothing"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.categories.compactMap { category in
      guard let mutation = Mutation.drop("when", of: category, name), let named = category["name"] else {
        return nil
      }
      return Mutation(
        kind: name, target: category, replacement: mutation.replacement, place: named.range,
        before: named.text, after: "")
    }
  }
}
