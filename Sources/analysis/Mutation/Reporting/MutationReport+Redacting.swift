internal import Source
package import Secrets
internal import Suites

extension MutationReport {
  /// The report with the secrets of the tested errors hidden; the rules stay as they are written.
  package func redacted(by redactor: Redactor) -> MutationReport {
    guard redactor.isOn else { return self }
    var report = self
    for index in ruleSets.indices {
      report.ruleSets[index].mutants = ruleSets[index].mutants.map { $0.redacted(by: redactor) }
    }
    report.diagnostics = diagnostics.map { $0.redacted(by: redactor) }
    return report
  }
}

extension MutantResult {
  fileprivate func redacted(by redactor: Redactor) -> MutantResult {
    let shown: MutantOutcome =
      switch outcome {
      case .noticed(let test, let file): .noticed(by: redactor.text(test), in: file)
      case .survived(.shown(let witness)): .survived(.shown(witness.redacted(by: redactor)))
      case .survived(.depends), .survived(.notDecided), .equivalent, .notTried: outcome
      }
    return MutantResult(mutation: mutation, outcome: shown, explanation: explanation)
  }
}

extension MutantWitness.Shown {
  fileprivate func redacted(by redactor: Redactor) -> MutantWitness.Shown {
    let own = steps.reduce(redactor) { $0.about(json: JSONWriter.line($1.error)) }
    return MutantWitness.Shown(
      steps: steps.map { $0.redacted(by: own) }, seenIn: seenIn.map { own.text($0) },
      before: own.text(before), after: own.text(after), testCase: testCase.map { own.text($0) })
  }
}

extension TestStep {
  fileprivate func redacted(by redactor: Redactor) -> TestStep {
    let json = JSONWriter.line(error)
    let shown = redactor.json(json)
    var diagnostics = Diagnostics()
    guard shown != json,
      let node = SourceReader().read(name: "error.json", bytes: Array(shown.utf8), into: &diagnostics).node
    else { return self }
    return TestStep(
      place: place, record: Array(shown.utf8), error: node, time: time, times: times, every: every,
      expectation: expectation)
  }
}
