internal import Source

struct SwapCategories: MutationOperator {
  let name = "swap-categories"
  let change = "Two categories are swapped"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    guard let list = file.categoryList, let categories = list.elements else { return [] }
    return categories.indices.compactMap { index in
      .swap(index, of: list, name) { $0["name"]?.text ?? "a category" }
    }
  }
}
