internal import Reports
internal import Source

/// Annotations of GitHub Actions: failures as errors, gaps in coverage as notices.
package enum TestGitHub {
  package static func text(of report: TestReport) -> String {
    var text = ""
    for finding in report.diagnostics {
      let level: WorkflowCommand.Level = finding.severity == .error ? .error : .warning
      text += WorkflowCommand(level, at: finding.range, title: finding.code, finding.message).text
    }
    for result in report.results {
      switch result.status {
      case .failed:
        text += WorkflowCommand(.error, at: result.place, title: "failed test", detail(of: result)).text
      case .todoPassed:
        let advice = "This passes now. Remove its “todo”."
        text += WorkflowCommand(.notice, at: result.place, title: "todo", advice).text
      case .passed, .todo: continue
      }
    }
    for item in report.ruleSets.compactMap({ $0.coverage }).flatMap({ $0.items }) where !item.isCovered {
      text += WorkflowCommand(.notice, at: item.place, title: "no test", item.gap).text
    }
    return text
  }

  private static func detail(of result: TestResult) -> String {
    let rules = result.rules.map { " (with \($0))" } ?? ""
    return ([result.name + rules] + (result.failure?.differences ?? [])).joined(separator: "\n")
  }
}
