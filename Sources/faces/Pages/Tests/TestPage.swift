internal import Bytes
internal import Explanations
internal import Reports
package import Secrets
package import Suites

/// A test run as a page: failures, and coverage on the lines of the rule file.
package struct TestPage {
  private let report: TestReport
  private let redaction: Redactor
  /// The number of failures to show in full, and of further ones by name.
  private static let inFull = 50
  private static let named = 200

  package static func html(of report: TestReport, redaction: Redactor) -> String {
    TestPage(report: report, redaction: redaction).page.html
  }

  private var page: Page {
    let description = report.report
    let writer = ReportMarkup(redaction)
    let sections = writer.sections(of: description).map {
      Page.Part(id: $0.id, title: $0.title, write: $0.write)
    }
    let isFailed = report.count(.failed) > 0
    let covered = report.ruleSets.filter { $0.coverage != nil }.enumerated().compactMap { index, ruleSet in
      ruleSet.coverage.map {
        CoverageView(coverage: $0, index: index, isTested: !ruleSet.results.isEmpty)
      }
    }
    return Page(
      title: description.title.plain,
      lead: { writer.lead(of: description, &$0) },
      answer: { Card.write(cards, redaction, &$0) },
      parts: (isFailed ? [Page.Part(id: "failed", title: "Failed", write: failures)] : [])
        + sections.filter { $0.id != "all" } + covered.filter { $0.isTested }.map { $0.part }
        + sections.filter { $0.id == "all" } + covered.filter { !$0.isTested }.map { $0.part },
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

  // MARK: - Failures

  private func failures(_ markup: inout Markup) {
    let failed = report.results.filter { $0.status == .failed }
    for result in failed.prefix(Self.inFull) {
      markup.newLine()
      markup.element("details", ["open": ""]) { markup in
        markup.element("summary") { (result.chip() + result.words).write(&$0, redaction) }
        if let failure = result.failure { self.failure(failure, &markup) }
      }
    }
    let rest = failed.dropFirst(Self.inFull)
    let more = rest.count - Self.named
    ReportMarkup(redaction).write(
      [.list(rest.prefix(Self.named).map { $0.words })]
        + (more > 0 ? [.line("and \(more) more failures", .aside)] : []), &markup)
  }

  private func failure(_ failure: TestResult.Failure, _ markup: inout Markup) {
    let redaction = Array(failure.error.utf8).withUnsafeBytes { self.redaction.about(ByteSlice($0)) }
    if !failure.step.isEmpty { markup.element("p", ["class": "meta limit"], text: failure.step) }
    markup.element("div", ["class": "diff", "role": "group", "aria-label": "Expected and found"]) { markup in
      for line in failure.differences.prefix(60) {
        let look = line.hasPrefix("-") ? "t-red" : line.hasPrefix("+") ? "t-green" : "t-dim"
        markup.element("p", ["class": look]) {
          $0.element("bdi", ["class": "name"], text: DisplayText.cut(redaction.text(line), to: 400))
        }
      }
    }
    if let explanation = failure.explanation { ExplanationView(explanation, redaction).write(&markup) }
  }
}
