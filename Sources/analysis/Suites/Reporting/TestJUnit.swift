internal import Reports
internal import Source

/// JUnit XML: a suite per test suite and per rule file with examples. A todo is skipped; an unusable suite is
/// an error.
package enum TestJUnit {
  package static func text(of report: TestReport) -> String {
    var suites = report.ruleSets.flatMap { $0.groups.map { suite($0) } }
    let errors = report.diagnostics.filter { $0.severity == .error }
    if !errors.isEmpty { suites.append(.init("errctl test", errors.map { error($0) })) }
    return JUnitDocument(name: "errctl test", suites).text
  }

  private static func suite(_ group: RuleSetResult.Group) -> JUnitDocument.Suite {
    let name = group.isExamples ? "examples of \(group.file)" : "\(group.file) on \(group.rules)"
    return .init(name, group.results.map { .init($0.name, in: name, outcome(of: $0)) })
  }

  private static func outcome(of result: TestResult) -> JUnitDocument.Result {
    switch result.status {
    case .passed: return .passed
    case .todo, .todoPassed:
      let reason = result.status == .todo ? result.todo ?? "" : "it passes now; remove its “todo”"
      return .skipped(message: "todo" + (reason.isEmpty ? "" : ": \(reason)"))
    case .failed:
      let text = ReportText(terminalStyle: TerminalStyle(isOn: false)).text(of: result.written)
      return .failure(type: "failed", message: message(of: result), text: text)
    }
  }

  static func message(of result: TestResult) -> String {
    guard let failure = result.failure else { return result.name }
    if let sentence = failure.sentence { return sentence }
    guard let first = failure.comparisons.first(where: { !$0.holds }) else { return result.name }
    let found = first.found.isEmpty ? "nothing" : first.found.prefix(3).joined(separator: ", ")
    return "expected \(first.item.key): \(first.item.text), found \(found)"
  }

  private static func error(_ finding: Diagnostic) -> JUnitDocument.TestCase {
    let (file, start) = (finding.range.file.name, finding.range.start)
    return .init(
      "\(finding.code) at \(start.line):\(start.column)", in: file,
      .error(
        type: finding.code, message: finding.message,
        text: "\(finding.range.spot): \(finding.message)"))
  }
}
