internal import Reports
internal import Source

/// A test run as a pull request comment: a row per rule set, then failures, then gaps in coverage.
package enum TestMarkdown {
  private static let mostFailures = 20
  private static let mostItems = 50

  package static func text(of report: TestReport) -> String {
    var text = MarkdownText()
    let failed = report.count(.failed)
    let faults = report.diagnostics.filter { $0.severity == .error }.count
    let sum = "\(report.tests == 1 ? "1 test" : "\(report.tests) tests"), \(failed) failed"
    text.paragraph(
      "\(failed + faults == 0 ? "✅" : "❌") \(sum)\(faults > 0 ? ", \(faults == 1 ? "1 error" : "\(faults) errors") in suites or rules" : "")"
    )
    text.table(
      ["rules", "tests", "failed", "todo", "coverage"],
      report.ruleSets.map { ruleSet in
        func count(_ status: TestResult.Status) -> Int { ruleSet.groups.reduce(0) { $0 + $1.count(status) } }
        let coverage = ruleSet.coverage.map { "\($0.percent) (\($0.covered) of \($0.items.count))" } ?? ""
        let tests = ruleSet.groups.reduce(0) { $0 + $1.results.count }
        return [
          MarkdownText.code(ruleSet.file), "\(tests)", "\(count(.failed))",
          "\(count(.todo) + count(.todoPassed))", coverage,
        ]
      }
    )
    text.list(
      report.diagnostics.prefix(mostFailures).map { finding in
        let start = finding.range.start
        return MarkdownText.code(
          "\(finding.range.file.name):\(start.line):\(start.column): \(finding.message)")
      }
    )
    failures(report, &text)
    uncovered(report, &text)
    return text.text
  }

  private static func failures(_ report: TestReport, _ text: inout MarkdownText) {
    let failures = report.ruleSets.flatMap { $0.results }.filter { $0.status == .failed }
    guard !failures.isEmpty else { return }
    text.heading(4, "Failures")
    for result in failures.prefix(mostFailures) {
      let start = result.place.start
      let place = MarkdownText.code("\(result.place.file.name):\(start.line):\(start.column)")
      text.paragraph("\(place) \(MarkdownText.code(result.name))")
      let lines =
        result.failure.map { FailureText(terminalStyle: TerminalStyle(isOn: false)).difference($0) } ?? []
      if !lines.isEmpty { text.block(lines.map { String($0.prefix(300)) }) }
    }
    if failures.count > mostFailures { text.paragraph("_and \(failures.count - mostFailures) more_") }
  }

  private static func uncovered(_ report: TestReport, _ text: inout MarkdownText) {
    let items = report.ruleSets.compactMap { $0.coverage }.flatMap { $0.items }.filter { !$0.isCovered }
    guard !items.isEmpty else { return }
    text.details("Not covered by any test (\(items.count))") { text in
      text.table(
        ["line", "item", "reason"],
        isNumber: [false, false, false],
        items.map { item in
          let place = "\(item.place.file.name):\(item.place.start.line)"
          return [
            MarkdownText.code(place), MarkdownText.code(item.name),
            item.reason.map { MarkdownText.code($0) } ?? "",
          ]
        },
        most: mostItems
      )
    }
  }
}
