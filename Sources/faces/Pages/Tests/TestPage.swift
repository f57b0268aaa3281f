internal import Reports
package import Secrets
package import Suites

/// A test run as a page: failures, and coverage on the lines of the rule file.
package struct TestPage {
  private let report: TestReport
  private let redaction: Redactor

  package static func html(of report: TestReport, redaction: Redactor) -> String {
    TestPage(report: report, redaction: redaction).page.html
  }

  private var page: Page {
    let description = report.report
    let writer = ReportMarkup(redaction)
    return Page(
      title: description.title.plain,
      lead: { writer.lead(of: description, &$0) },
      answer: { Card.write(cards, redaction, &$0) },
      parts: writer.sections(of: description),
      foot: [
        redaction.sentence,
        "This file loads and sends nothing. --format json has the same figures.",
      ]
    )
  }

  private var cards: [Card] {
    func card(_ look: String, _ title: String, _ status: TestResult.Status, _ key: String) -> Card {
      let (count, pointer) = (report.count(status), Pointer.to("summary", key))
      let share: Words = "\(share: count, of: report.tests, at: pointer, in: "/summary/tests")"
      return Card(title: title, look: look, figure: "\(count, at: pointer)" + share)
    }
    let (covered, total) = report.coverage
    let percent = CoverageReport.percent(covered, of: total).dropLast()
    let figures: Words = "\(covered, at: "/summary/covered") of \(total, at: "/summary/coverable")"
    let coverage = Card(
      title: "Covered", look: "o-retry",
      figure: "\(value: "\(percent) %", json: "\(percent)", at: "/summary/coverage")",
      parts: [
        .line("\(figures) rules, verdicts, buttons, categories and escalation steps", .label),
        .drawing { Bar(covered, look: "o-retry", of: total).write(&$0) },
      ])
    let todo =
      report.count(.todo) + report.count(.todoPassed) > 0
      ? [
        card("o-cancel wide", "To do", .todo, "todo"),
        card("o-abort wide", "To do, but passes", .todoPassed, "todoPassed"),
      ] : []
    return [
      card(report.count(.failed) > 0 ? "o-bad" : "o-none", "Failed", .failed, "failed"),
      card("o-good", "Passed", .passed, "passed"), coverage,
    ] + todo
  }
}
