internal import Bytes
internal import Source
internal import Suites

package enum MutationJSON {
  /// `{"mutants": […], "diagnostics": […], "ruleSets": […], "summary": {…}}` with a line feed.
  package static func text(of report: MutationReport) -> String {
    let mutants = report.ruleSets.flatMap { ruleSet in ruleSet.mutants.map { mutant($0, ruleSet.file) } }
    let (noticed, counted) = report.score
    var summary = [
      "\"ruleSets\": \(report.ruleSets.count)", "\"mutants\": \(mutants.count)", "\"noticed\": \(noticed)",
      "\"survived\": \(report.survivors)",
      "\"explained\": \(report.ruleSets.reduce(0) { $0 + $1.explained.count })",
      "\"equivalent\": \(report.ruleSets.reduce(0) { $0 + $1.equivalent })",
      "\"notDecided\": \(report.ruleSets.reduce(0) { $0 + $1.notDecided })",
      "\"notTried\": \(report.ruleSets.reduce(0) { $0 + $1.notTried })",
      "\"score\": \(CoverageReport.percent(noticed, of: counted).dropLast())",
    ]
    if let bound = report.bound { summary.append("\"bound\": \(bound.json)") }
    let members = [
      "\"mutants\": \(list(mutants))",
      "\"diagnostics\": \(list(report.diagnostics.map { DiagnosticJSON.item($0) }))",
      "\"ruleSets\": \(list(report.ruleSets.map { ruleSet($0) }))",
      "\"summary\": {\(summary.joined(separator: ", "))}",
    ]
    return "{\(members.joined(separator: ",\n "))}\n"
  }

  private static func list(_ elements: [String]) -> String {
    elements.isEmpty ? "[]" : "[\n  \(elements.joined(separator: ",\n  "))\n ]"
  }

  private static func ruleSet(_ result: MutationResult) -> String {
    let members = [
      "\"rules\": \(result.file.json)", "\"all\": \(result.all)", "\"invalid\": \(result.invalid)",
      "\"cases\": \(result.cases)", "\"examples\": \(result.examples)", "\"noticed\": \(result.noticed)",
      "\"survived\": \(result.survivors.count)", "\"explained\": \(result.explained.count)",
      "\"equivalent\": \(result.equivalent)", "\"score\": \(result.percent.dropLast())",
    ]
    return "{\(members.joined(separator: ", "))}"
  }

  private static func mutant(_ result: MutantResult, _ rules: String) -> String {
    let mutation = result.mutation
    var members = [
      "\"operator\": \(mutation.kind.json)", "\"rules\": \(rules.json)", DiagnosticJSON.place(mutation.place),
      "\"before\": \(mutation.before.json)", "\"after\": \(mutation.after.json)",
      "\"status\": \(result.status.json)",
    ]
    if let explanation = result.explanation { members.append("\"explanation\": \(explanation.json)") }
    switch result.outcome {
    case .noticed(let by, let file):
      members.append("\"by\": \(by.json)")
      if let file { members.append("\"suite\": \(file.json)") }
    case .equivalent, .notTried: break
    case .survived(let witness): members += self.witness(witness)
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func witness(_ witness: MutantWitness) -> [String] {
    switch witness {
    case .depends: return ["\"witness\": \"depends\""]
    case .notDecided: return ["\"witness\": \"notDecided\""]
    case .shown(let shown):
      let steps = shown.steps.map { step in
        let every = step.every > 0 ? ", \"every\": \"\(step.every / 1_000)ms\"" : ""
        return "{\"error\": \(JSONWriter.line(step.error)), \"times\": \(step.times)\(every)}"
      }
      var members = [
        "\"witness\": [\(steps.joined(separator: ", "))]", "\"rulesSay\": \(shown.before.json)",
        "\"mutantSays\": \(shown.after.json)",
      ]
      if let name = shown.seenIn { members.append("\"seenIn\": \(name.json)") }
      if let testCase = shown.testCase { members.append("\"case\": \(testCase.json)") }
      return members
    }
  }
}
