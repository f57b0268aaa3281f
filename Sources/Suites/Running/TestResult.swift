package import RuleEngine

/// What came of a case, or of an example of a rule.
package struct TestResult: Sendable {
  package enum Status: String, Sendable {
    case passed, failed
    /// It is not expected to hold yet, and does not.
    case todo
    /// It is not expected to hold yet, and does.
    case todoPassed = "todo passed"
  }

  /// Where a case did not hold.
  package struct Failure: Sendable {
    /// Which error of a case it is, in words: `step 2 of 3`; empty where there is one only.
    package let step: String
    /// Each part of the expectation with what there was.
    package let comparisons: [Comparison]
    /// In words what an example was to show.
    package let sentence: String?
    /// Why an example could not be raised: it is no error.
    package var refusal: String?
    /// The error, and its resolution, as JSON.
    package let error: String
    package let resolution: String
    /// The whole climb; nil where too many failed.
    package let explanation: Explanation?
  }

  package let name: String
  /// The rule file, where its suite is about several; else nil.
  package var rules: String?
  package let place: SourceRange
  package let status: Status
  /// The reason of a `todo`.
  package let todo: String?
  package let failure: Failure?
}

/// What came of the suites and examples of one rule set.
package struct RuleSetResult: Sendable {
  /// A suite, or the examples of a rule file.
  package struct Group: Sendable {
    package let file: String
    package let isExamples: Bool
    /// The rule file.
    package let rules: String
    package internal(set) var results: [TestResult] = []

    package func count(_ status: TestResult.Status) -> Int { results.count { $0.status == status } }
  }

  /// The rule file.
  package let file: String
  package internal(set) var groups: [Group] = []
  /// Cases that can't be reached, and what else makes them no tests.
  package internal(set) var diagnostics = Diagnostics()
  /// What was come by; nil where nothing ran.
  package internal(set) var coverage: CoverageReport?
  /// How many suites were not run, because something is wrong with them.
  package internal(set) var unusable = 0
  /// How many cases and examples were left out by name.
  package internal(set) var leftOut = 0

  package var results: [TestResult] { groups.flatMap { $0.results } }
}
