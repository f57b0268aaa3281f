package import Engine
package import Source

package struct TestResult: Sendable {
  package enum Status: String, Sendable {
    case passed, failed
    /// Not expected to pass yet, and fails.
    case todo
    /// Not expected to pass yet, but passes.
    case todoPassed = "todo passed"
  }

  package struct Failure: Sendable {
    package let step: String
    package let comparisons: [ExpectationResult]
    package let sentence: String?
    package var rejection: String?
    package let error: String
    package let resolution: String
    /// The explanation of the evaluation. Nil if too many tests failed.
    package let explanation: Explanation?
  }

  package let name: String
  /// The rule file if its suite tests several, or nil.
  package var rules: String?
  package let place: SourceRange
  package let status: Status
  package let todo: String?
  package let failure: Failure?
}

package struct RuleSetResult: Sendable {
  package struct Group: Sendable {
    package let file: String
    package let isExamples: Bool
    package let rules: String
    package internal(set) var results: [TestResult] = []

    package func count(_ status: TestResult.Status) -> Int { results.count { $0.status == status } }
  }

  package let file: String
  package internal(set) var groups: [Group] = []
  package internal(set) var diagnostics = Diagnostics()
  package internal(set) var coverage: CoverageReport?
  package internal(set) var unusable = 0
  package internal(set) var leftOut = 0

  package var results: [TestResult] { groups.flatMap { $0.results } }

  package func count(_ status: TestResult.Status) -> Int { groups.reduce(0) { $0 + $1.count(status) } }
}
