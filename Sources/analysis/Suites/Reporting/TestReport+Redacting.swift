internal import Engine
package import Source
package import Secrets

extension TestReport {
  /// The report with the secrets of the tested errors hidden; the rules stay as they are written.
  package func redacted(by redactor: Redactor) -> TestReport {
    guard redactor.isOn else { return self }
    var report = self
    for index in ruleSets.indices { report.ruleSets[index] = ruleSets[index].redacted(by: redactor) }
    report.diagnostics = diagnostics.map { $0.redacted(by: redactor) }
    return report
  }
}

extension RuleSetResult {
  fileprivate func redacted(by redactor: Redactor) -> RuleSetResult {
    var result = self
    for index in groups.indices {
      result.groups[index].results = groups[index].results.map { $0.redacted(by: redactor) }
    }
    return result
  }
}

extension TestResult {
  fileprivate func redacted(by redactor: Redactor) -> TestResult {
    let own = failure.map { redactor.about(json: $0.error) } ?? redactor
    return TestResult(
      name: own.text(name), rules: rules, place: place, status: status, todo: todo.map { own.text($0) },
      failure: failure?.redacted(by: own))
  }
}

extension TestResult.Failure {
  fileprivate func redacted(by redactor: Redactor) -> TestResult.Failure {
    TestResult.Failure(
      step: step,
      comparisons: comparisons.map { comparison in
        let item = comparison.item
        return ExpectationResult(
          item: Expectation.Item(
            key: item.key, place: item.place, text: redactor.json(item.text), meaning: item.meaning),
          found: comparison.found.map { redactor.json($0) }, holds: comparison.holds)
      },
      sentence: sentence.map { redactor.text($0) },
      rejection: rejection.map { redactor.text($0) },
      error: redactor.json(error),
      resolution: redactor.json(resolution),
      explanation: explanation?.redacted(by: redactor)
    )
  }
}

extension Diagnostic {
  /// Only the message: places and witnesses show what an author wrote in a rule file.
  package func redacted(by redactor: Redactor) -> Diagnostic {
    guard redactor.isOn else { return self }
    return Diagnostic(
      code, severity, redactor.text(message), at: range, related: related, witness: witness, fix: fix)
  }
}
