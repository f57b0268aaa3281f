package import RuleEngine

/// What a run of tests came to: what every format writes.
package struct TestReport: Sendable {
  /// The rule sets, in the order in which they were tested.
  package var ruleSets: [RuleSetResult]
  /// What is wrong with the suites and rules themselves.
  package var diagnostics: [Diagnostic]
  /// Whether coverage is shown item by item.
  package var showsCoverage: Bool

  package init(ruleSets: [RuleSetResult], diagnostics: [Diagnostic], showsCoverage: Bool) {
    self.ruleSets = ruleSets
    self.diagnostics = diagnostics
    self.showsCoverage = showsCoverage
  }

  package func count(_ status: TestResult.Status) -> Int {
    ruleSets.reduce(0) { sum, ruleSet in sum + ruleSet.groups.reduce(0) { $0 + $1.count(status) } }
  }

  /// How many cases and examples ran or are yet to be written.
  package var tests: Int { ruleSets.reduce(0) { $0 + $1.groups.reduce(0) { $0 + $1.results.count } } }

  /// How many things were come by, of how many.
  package var coverage: (covered: Int, total: Int) {
    ruleSets.compactMap { $0.coverage }.reduce(into: (covered: 0, total: 0)) { sum, coverage in
      sum.covered += coverage.covered
      sum.total += coverage.items.count
    }
  }
}
