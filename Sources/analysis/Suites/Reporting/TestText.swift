internal import Bytes
package import Source

/// A test run as text: failures with explanations, then a line per rule set, then the total.
package struct TestText {
  private static let told = RuleSetRun.explained
  private static let named = 200

  private let report: TestReport
  private let terminalStyle: TerminalStyle

  private init(_ report: TestReport, _ terminalStyle: TerminalStyle) {
    self.report = report
    self.terminalStyle = terminalStyle
  }

  package static func text(of report: TestReport, terminalStyle: TerminalStyle) -> String {
    let text = TestText(report, terminalStyle)
    return text.failures + text.todos + text.coverage + text.summary
  }

  private var failures: String {
    let failure = FailureText(terminalStyle: terminalStyle)
    let failed = report.ruleSets.flatMap { $0.results }.filter { $0.status == .failed }
    var text = failed.prefix(Self.told).map { failure.text(of: $0) + "\n" }.joined()
    let rest = failed.dropFirst(Self.told)
    text += rest.prefix(Self.named).map { failure.heading($0) }.joined()
    if rest.count > Self.named {
      text += "… and \(rest.count - Self.named) more failures; --format json has all of them\n"
    }
    return text + (rest.isEmpty ? "" : "\n")
  }

  private var todos: String {
    let results = report.ruleSets.flatMap { $0.results }
    let lines = results.compactMap { result -> String? in
      let start = result.place.start
      let place = "\(EscapedText.of(result.place.file.name)):\(start.line):\(start.column):"
      switch result.status {
      case .todo:
        let reason = result.todo.flatMap { $0.isEmpty ? nil : ": \($0)" } ?? ""
        return "\(place) todo: \(EscapedText.of(result.name + reason))\n"
      case .todoPassed: return "\(place) passes now, remove its “todo”: \(EscapedText.of(result.name))\n"
      case .passed, .failed: return nil
      }
    }
    let rest = lines.count - Self.named
    let more = rest > 0 ? "… and \(rest) more; --format json has all of them\n" : ""
    return lines.prefix(Self.named).joined() + more
  }

  private var coverage: String {
    guard report.showsCoverage else { return "" }
    return report.ruleSets.compactMap { $0.coverage }
      .map { CoverageText.text(of: $0, terminalStyle: terminalStyle) + "\n" }.joined()
  }

  private var summary: String {
    let lines = report.ruleSets.map { line($0) }
    let text = lines.joined() + (report.ruleSets.count > 1 ? total : "")
    return FittedText.of(text, width: terminalStyle.width)
  }

  private func line(_ ruleSet: RuleSetResult) -> String {
    let cases = ruleSet.groups.filter { !$0.isExamples }
    let examples = ruleSet.groups.filter { $0.isExamples }
    func count(_ groups: [RuleSetResult.Group]) -> Int { groups.reduce(0) { $0 + $1.results.count } }
    let counted = [(count(cases), "case"), (count(examples), "example")].filter { $0.0 > 0 }
      .map { Self.count($0.0, $0.1) }
    let coverage =
      ruleSet.coverage.map { "; coverage \($0.percent) (\($0.covered) of \($0.items.count))" } ?? ""
    let unusable =
      ruleSet.unusable > 0 ? "; \(Self.count(ruleSet.unusable, "suite")) not run" : ""
    let leftOut = ruleSet.leftOut > 0 ? ", \(ruleSet.leftOut) not selected" : ""
    guard !counted.isEmpty else {
      return "\(EscapedText.of(ruleSet.file)): no tests\(leftOut)\(unusable)\(coverage)\n"
    }
    let outcome = outcome { status in ruleSet.groups.reduce(0) { $0 + $1.count(status) } }
    return
      "\(EscapedText.of(ruleSet.file)): \(counted.joined(separator: " and "))\(leftOut): \(outcome)\(unusable)\(coverage)\n"
  }

  private var total: String {
    let coverage = report.coverage
    let percent = CoverageReport.percent(coverage.covered, of: coverage.total)
    return
      "\(Self.count(report.tests, "test")) of \(Self.count(report.ruleSets.count, "rule set")): \(outcome { report.count($0) }); coverage \(percent) (\(coverage.covered) of \(coverage.total))\n"
  }

  private func outcome(_ count: (TestResult.Status) -> Int) -> String {
    let (failed, passed) = (count(.failed), count(.passed))
    let todo = count(.todo) + count(.todoPassed)
    if failed == 0, todo == 0 { return terminalStyle("all passed", .green) }
    let parts = [
      failed > 0 ? terminalStyle("\(failed) failed", .red) : nil, passed > 0 ? "\(passed) passed" : nil,
      todo > 0 ? "\(todo) todo" : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  private static func count(_ number: Int, _ what: String) -> String {
    "\(number) \(what)\(number == 1 ? "" : "s")"
  }
}
