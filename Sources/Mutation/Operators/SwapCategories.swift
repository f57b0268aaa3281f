internal import RuleEngine

/// Asks for a category before the one that stands before it.
struct SwapCategories: MutationOperator {
  let name = "swap-categories"
  let summary = "Two neighbouring categories change places."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    guard let list = file.categoryList, let categories = list.elements else { return [] }
    return categories.indices.compactMap { index in
      .swap(index, of: list, name) { $0["name"]?.text ?? "a category" }
    }
  }
}
