package import Engine
internal import Secrets
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
    package let rejection: String?
    package let error: String
    package let resolution: String
    /// The explanation of the evaluation. Nil if too many tests failed.
    package let explanation: Explanation?

    /// - Parameter own: what hides the secrets of the error; the explanation has none.
    init(
      step: String = "", comparisons: [ExpectationResult] = [], sentence: String? = nil,
      rejection: String? = nil, error: String, resolution: String, explanation: Explanation?, _ own: Redactor
    ) {
      self.step = step
      self.comparisons = comparisons.map { $0.redacted(by: own) }
      self.sentence = sentence.map { own.text($0) }
      self.rejection = rejection.map { own.text($0) }
      (self.error, self.resolution) = (own.json(error), own.json(resolution))
      self.explanation = explanation
    }
  }

  package let name: String
  /// The rule file if its suite tests several, or nil.
  package var rules: String?
  package let place: SourceRange
  package let status: Status
  package let todo: String?
  package let failure: Failure?

  init(
    name: String, place: SourceRange, status: Status, todo: String? = nil, failure: Failure? = nil,
    _ own: Redactor
  ) {
    (self.name, self.todo) = (own.text(name), todo.map { own.text($0) })
    (self.place, self.status, self.failure) = (place, status, failure)
  }
}

extension ExpectationResult {
  fileprivate func redacted(by redactor: Redactor) -> ExpectationResult {
    let shown = Expectation.Item(
      key: item.key, place: item.place, text: redactor.json(item.text), meaning: item.meaning)
    return ExpectationResult(item: shown, found: found.map { redactor.json($0) }, holds: holds)
  }
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
