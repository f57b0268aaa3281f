internal import Source
internal import Reports

/// A run as annotations of GitHub Actions: survivors as errors, explained ones as notices.
package enum MutationGitHub {
  package static func text(of report: MutationReport) -> String {
    var text = ""
    for finding in report.diagnostics {
      let level: WorkflowCommand.Level = finding.severity == .error ? .error : .warning
      text += WorkflowCommand(level, at: finding.range, title: finding.code, finding.message).text
    }
    for result in report.ruleSets.flatMap({ $0.mutants }) where result.isSurvivor {
      if let explanation = result.explanation {
        let message = "\(result.change) (\(explanation))"
        text += WorkflowCommand(.notice, at: result.mutation.place, title: "explained", message).text
      } else {
        let message = "No test notices \(result.change)\n\(result.plain)"
        text += WorkflowCommand(.error, at: result.mutation.place, title: "survived", message).text
      }
    }
    return text
  }
}
