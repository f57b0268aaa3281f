internal import Explanations
internal import Replay
internal import Reports
internal import Bytes
internal import Source
package import Secrets
package import Suites

/// A test run as a page: failures, and coverage on the lines of the rule file.
package struct TestPage {
  private let report: TestReport
  private let redaction: Redactor
  /// The number of failures to show in full, and of further ones by name.
  private static let displayOrder = 50
  private static let named = 200

  package static func html(of report: TestReport, redaction: Redactor) -> String {
    TestPage(report: report, redaction: redaction).page.html
  }

  private struct Placed {
    let result: TestResult
    let pointer: String
  }

  private var results: [Placed] {
    report.ruleSets.flatMap { $0.groups }.flatMap { $0.results }.enumerated().map {
      Placed(result: $1, pointer: Pointer.to("tests", "\($0)"))
    }
  }

  private var page: Page {
    var parts: [Page.Part] = []
    let results = results
    let failed = results.filter { $0.result.status == .failed }
    if !failed.isEmpty {
      parts.append(Page.Part(id: "failed", title: "Failed", write: { self.failures(failed, &$0) }))
    }
    let todo = results.filter { $0.result.status == .todo || $0.result.status == .todoPassed }
    if !todo.isEmpty { parts.append(Page.Part(id: "todo", title: "To do", write: { self.todos(todo, &$0) })) }
    if !report.diagnostics.isEmpty {
      parts.append(Page.Part(id: "findings", title: "Findings", write: findings))
    }
    let covered = report.ruleSets.filter { $0.coverage != nil }.enumerated().compactMap { index, ruleSet in
      ruleSet.coverage.map {
        CoverageView(coverage: $0, index: index, isTested: !ruleSet.results.isEmpty)
      }
    }
    parts += covered.filter { $0.isTested }.map { $0.part }
    if !results.isEmpty {
      parts.append(Page.Part(id: "all", title: "All tests", write: { self.all(results, &$0) }))
    }
    parts += covered.filter { !$0.isTested }.map { $0.part }
    let names = report.ruleSets.map { DisplayText.cut($0.file, to: 60) }
    return Page(
      title: names.count == 1 ? "\(names[0]): tests" : "Tests of \(Figures.counted(names.count, "rule set"))",
      lead: lead,
      answer: cards,
      parts: parts,
      foot: [
        redaction.sentence,
        "This file loads and sends nothing. --format json has the same figures.",
      ]
    )
  }

  private func lead(_ markup: inout Markup) {
    markup.element("p") { markup in
      markup.figure(report.tests, of: "/summary/tests")
      markup.text(report.tests == 1 ? " test of " : " tests of ")
      for (index, ruleSet) in report.ruleSets.prefix(5).enumerated() {
        if index > 0 { markup.text(", ") }
        markup.name(ruleSet.file)
      }
      if report.ruleSets.count > 5 {
        markup.element("span", ["class": "limit"], text: " and \(report.ruleSets.count - 5) more")
      }
    }
  }

  private func cards(_ markup: inout Markup) {
    let (covered, total) = report.coverage
    markup.element("ul", ["class": "cards"]) { markup in
      let failed = report.count(.failed)
      card(failed > 0 ? "o-bad" : "o-none", "Failed", failed, "/summary/failed", &markup)
      card("o-good", "Passed", report.count(.passed), "/summary/passed", &markup)
      markup.element("li", ["class": "card o-retry"]) { markup in
        markup.element("h2", text: "Covered")
        markup.element("p", ["class": "big"]) { markup in
          markup.element(
            "data",
            [
              "value": "\(CoverageReport.percent(covered, of: total).dropLast())",
              "data-of": "/summary/coverage",
            ],
            text: "\(CoverageReport.percent(covered, of: total).dropLast()) %"
          )
        }
        markup.element("p") { markup in
          markup.figure(covered, of: "/summary/covered")
          markup.text(" of ")
          markup.figure(total, of: "/summary/coverable")
          markup.text(" rules, verdicts, buttons, categories and escalation steps")
        }
        Bar(covered, look: "o-retry", of: total).write(&markup)
      }
      if report.count(.todo) + report.count(.todoPassed) > 0 {
        card("o-cancel", "To do", report.count(.todo), "/summary/todo", isWide: true, &markup)
        card(
          "o-abort", "To do, but passes", report.count(.todoPassed), "/summary/todoPassed", isWide: true,
          &markup)
      }
    }
  }

  private func card(
    _ look: String, _ title: String, _ count: Int, _ pointer: String, isWide: Bool = false,
    _ markup: inout Markup
  ) {
    markup.element("li", ["class": "card \(look)\(isWide ? " wide" : "")"]) { markup in
      markup.element("h2", text: title)
      markup.element("p", ["class": "big"]) { markup in
        markup.figure(count, of: pointer)
        markup.share(count, of: report.tests, at: pointer, in: "/summary/tests")
      }
    }
  }

  // MARK: - Failures

  private func failures(_ failed: [Placed], _ markup: inout Markup) {
    for placed in failed.prefix(Self.displayOrder) {
      markup.newLine()
      markup.element("details", ["open": ""]) { markup in
        summary(placed, &markup)
        if let failure = placed.result.failure { self.failure(failure, &markup) }
      }
    }
    let rest = failed.dropFirst(Self.displayOrder)
    guard !rest.isEmpty else { return }
    markup.element("ul") { markup in
      for placed in rest.prefix(Self.named) {
        markup.element("li") { place(placed.result, &$0) }
      }
    }
    if rest.count > Self.named {
      markup.aside("and \(GroupedNumber.text(rest.count - Self.named)) more failures", class: "more limit")
    }
  }

  private func summary(_ placed: Placed, _ markup: inout Markup) {
    markup.element("summary") { markup in
      let status = placed.result.status
      markup.element(
        "span", ["class": "chip \(status == .failed ? "o-bad" : status == .passed ? "o-good" : "o-cancel")"],
        text: status.rawValue)
      place(placed.result, &markup)
    }
  }

  private func place(_ result: TestResult, _ markup: inout Markup) {
    markup.element("bdi", ["class": "label"], text: DisplayText.cut(redaction.text(result.name), to: 160))
    markup.text(" ")
    let start = result.place.start
    markup.name("\(result.place.file.name):\(start.line):\(start.column)", class: "name meta")
  }

  private func failure(_ failure: TestResult.Failure, _ markup: inout Markup) {
    let redaction = Array(failure.error.utf8).withUnsafeBytes { self.redaction.about(ByteSlice($0)) }
    if !failure.step.isEmpty { markup.element("p", ["class": "meta limit"], text: failure.step) }
    markup.element("div", ["class": "diff", "role": "group", "aria-label": "Expected and found"]) { markup in
      for line in FailureText(terminalStyle: TerminalStyle(isOn: false)).difference(failure).prefix(60) {
        let look = line.hasPrefix("-") ? "t-red" : line.hasPrefix("+") ? "t-green" : "t-dim"
        markup.element("p", ["class": look]) {
          $0.element("bdi", ["class": "name"], text: DisplayText.cut(redaction.text(line), to: 400))
        }
      }
    }
    if let explanation = failure.explanation { ExplanationView(explanation, redaction).write(&markup) }
  }

  private func todos(_ todo: [Placed], _ markup: inout Markup) {
    markup.element("ul") { markup in
      for placed in todo.prefix(Self.named) {
        markup.element("li") { markup in
          place(placed.result, &markup)
          if placed.result.status == .todoPassed { markup.text(" passes now: remove its “todo”") }
          if let reason = placed.result.todo, !reason.isEmpty {
            markup.text(": ")
            markup.element("bdi", ["class": "label"], text: DisplayText.cut(reason, to: 200))
          }
        }
      }
    }
    if todo.count > Self.named { markup.aside("and \(todo.count - Self.named) more", class: "more limit") }
  }

  private func findings(_ markup: inout Markup) {
    markup.element("ul") { markup in
      for finding in report.diagnostics.prefix(Self.named) {
        markup.element("li") { markup in
          let start = finding.range.start
          markup.name("\(finding.range.file.name):\(start.line):\(start.column)")
          markup.text(": ")
          markup.element(
            "bdi", ["class": "label"],
            text: DisplayText.cut(redaction.text("\(finding.severity.rawValue): \(finding.message)"), to: 300)
          )
        }
      }
    }
    if report.diagnostics.count > Self.named {
      markup.aside("and \(report.diagnostics.count - Self.named) more findings", class: "more limit")
    }
  }

  // MARK: - All

  private func all(_ results: [Placed], _ markup: inout Markup) {
    let most = 1_000
    Filter.write(for: "test-rows", label: "Filter tests", &markup)
    markup.scrolling("Table of tests") { markup in
      markup.element("table", ["id": "test-rows", "data-sort": ""]) { markup in
        markup.element("caption", text: "Cases of suites and examples in rules.")
        markup.element("thead") { markup in
          markup.element("tr") { markup in
            for title in ["Result", "Test", "Location"] {
              markup.element("th", ["scope": "col"], text: title)
            }
          }
        }
        markup.element("tbody") { markup in
          for placed in results.prefix(most) {
            let result = placed.result
            markup.newLine()
            markup.element("tr") { markup in
              markup.element("td") { markup in
                let look =
                  result.status == .failed ? "o-bad" : result.status == .passed ? "o-good" : "o-cancel"
                markup.element(
                  "span", ["class": "chip \(look)", "data-of": "\(placed.pointer)/status"],
                  text: result.status.rawValue)
              }
              markup.element("th", ["scope": "row"]) {
                $0.element(
                  "bdi", ["class": "label"], text: DisplayText.cut(redaction.text(result.name), to: 160))
              }
              markup.element("td") { markup in
                let start = result.place.start
                markup.name("\(result.place.file.name):\(start.line)", class: "name meta")
              }
            }
          }
        }
      }
    }
    if results.count > most {
      markup.aside(
        "\(GroupedNumber.text(results.count - most)) more tests left out; --format json has them all.",
        class: "more limit")
    }
  }
}
