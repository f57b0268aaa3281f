package import Engine

/// The steps of a run, spent evenly on its searches.
///
/// A search may take its share of what is left, and leaves what it does not need to those after it. However many steps
/// the first searches take, the later ones have some.
package final class StepBudget {
  package let total: Int
  /// The steps of all files that are checked together.
  package let ofRun: Int
  package private(set) var left: Int
  /// Questions that needed more than their share.
  package internal(set) var undecided = 0
  private var searchesExpected: Int
  /// Whether the answers are no longer needed: every search from then on is left undecided at once.
  package var isCancelled: (() -> Bool)?
  private static let fewestSearches = 64
  private static let searchesPerName = 8

  /// A budget that expects as many searches as a program with so many clauses and names needs, and some more.
  package init(steps: Int, ofRun: Int, for program: RuleProgram) {
    total = steps
    self.ofRun = ofRun
    left = steps
    searchesExpected = Self.searches(in: program)
  }

  private static func searches(in program: RuleProgram) -> Int {
    let names =
      program.clauses.count + program.categories.count + program.responders.count + program.breakers.count
      + program.types.reduce(0) { $0 + ($1.cases?.count ?? 0) }
      + program.responders.reduce(0) { $0 + ($1.contract?.reports?.count ?? 0) }
    return max(fewestSearches, names * searchesPerName)
  }

  /// The parts of programs that are checked together, by their numbers of searches; the same in any order.
  package static func parts(of steps: Int, for programs: [RuleProgram]) -> [Int] {
    let searches = programs.map { Self.searches(in: $0) }
    let all = searches.reduce(0, +)
    return searches.map { all.dividingFullWidth(steps.multipliedFullWidth(by: $0)).quotient }
  }

  /// The share of the next search.
  func nextShare() -> Int {
    defer { searchesExpected -= 1 }
    if isCancelled?() == true { left = 0 }
    return left / max(Self.fewestSearches, searchesExpected)
  }

  func spend(_ steps: Int) { left = max(0, left - steps) }
}
