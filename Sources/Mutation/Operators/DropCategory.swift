internal import RuleEngine

/// Leaves what a category asks out, so that it is a name only.
struct DropCategory: MutationOperator {
  let name = "drop-category"
  let summary = "A category claims no error any more."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.categories.compactMap { category in
      guard let mutation = Mutation.drop("when", of: category, name), let named = category["name"] else {
        return nil
      }
      return Mutation(
        kind: name,
        target: category,
        replacement: mutation.replacement,
        place: named.range,
        before: named.text,
        after: ""
      )
    }
  }
}
