package import Source

package struct TestReport: Sendable {
  package var ruleSets: [RuleSetResult]
  package var diagnostics: [Diagnostic]
  package var showsCoverage: Bool

  package init(ruleSets: [RuleSetResult], diagnostics: [Diagnostic], showsCoverage: Bool) {
    self.ruleSets = ruleSets
    self.diagnostics = diagnostics
    self.showsCoverage = showsCoverage
  }

  package func count(_ status: TestResult.Status) -> Int {
    ruleSets.reduce(0) { $0 + $1.count(status) }
  }

  /// The number of cases and examples, including todos.
  package var tests: Int { results.count }

  package var results: [TestResult] { ruleSets.flatMap { $0.results } }

  package var coverage: (covered: Int, total: Int) {
    ruleSets.compactMap { $0.coverage }.reduce(into: (covered: 0, total: 0)) { sum, coverage in
      sum.covered += coverage.covered
      sum.total += coverage.items.count
    }
  }
}
