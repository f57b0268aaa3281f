package import RuleEngine

/// The steps of a run, spent evenly on its searches.
///
/// A search may take its share of what is left, and leaves what it does not need to those after it. However many steps
/// the first searches take, the later ones have some.
package final class StepBudget {
  package let total: Int
  package private(set) var left: Int
  /// Questions that needed more than their share.
  package internal(set) var undecided = 0
  private var searchesExpected: Int
  private static let fewestSearches = 64
  private static let searchesPerName = 8

  /// As many searches are expected as a program with so many clauses and names needs, and some more.
  package init(steps: Int, for program: RuleProgram) {
    total = steps
    left = steps
    let names =
      program.clauses.count + program.categories.count + program.responders.count + program.breakers.count
      + program.types.reduce(0) { $0 + ($1.cases?.count ?? 0) }
      + program.responders.reduce(0) { $0 + ($1.contract?.reports?.count ?? 0) }
    searchesExpected = names * Self.searchesPerName
  }

  /// The share of the next search.
  func nextShare() -> Int {
    defer { searchesExpected -= 1 }
    return left / max(Self.fewestSearches, searchesExpected)
  }

  func spend(_ steps: Int) { left = max(0, left - steps) }
}
