package import Reports
internal import Source

extension TestReport {
  /// The number of further tests in a line each.
  private static let named = 200
  private static let mostInMarkdown = 20
  private static let mostOnPage = 50

  /// The run as a report: failures with explanations, what is to do, coverage, then the sums.
  package var report: Report {
    let files = ruleSets.map { DisplayText.cut($0.file, to: 60) }
    let faults = diagnostics.count { $0.severity == .error }
    let isGood = count(.failed) + faults == 0
    let unusable = faults > 0 ? ", \(Self.count(faults, "error")) in suites or rules" : ""
    let sum = "\(Self.count(tests, "test")), \(count(.failed)) failed\(unusable)"
    let items = ruleSets.compactMap { $0.coverage }.flatMap { $0.items }.filter { !$0.isCovered }
    let covered = ruleSets.filter { $0.coverage != nil }.enumerated()
      .compactMap { RuleFileCoverage($1, index: $0) }
    return Report(
      title: files.count == 1
        ? "\(files[0]): tests" : "Tests of \(Figures.counted(files.count, "rule set"))",
      markdownTitle: "",
      lead: [
        .line(
          "\(tests, "test", at: "/summary/tests") of \(names: ruleSets.map { $0.file }, most: 5)",
          in: .page),
        .line("\(isGood ? "✅" : "❌") \(sum)", .label, in: .markdown), .table(sums, in: .markdown),
        .list(
          diagnostics.prefix(Self.mostInMarkdown).map { "\(name: "\($0.range.spot): \($0.message)")" },
          in: .markdown),
      ],
      sections: [
        Report.Section("Failures", failures, id: "failed", page: "Failed", .open),
        Report.Section("To do", todos, id: "todo"),
        Report.Section("Findings", findings, id: "findings"),
        Report.Section("Coverage", showsCoverage ? covered.flatMap { $0.written } : []),
        Report.Section("Not covered by any test (\(items.count))", [.table(Self.gaps(items), in: .markdown)]),
      ] + covered.filter { $0.isTested }.map { $0.section } + [
        Report.Section("All tests", [.table(all, in: .page)], id: "all")
      ] + covered.filter { !$0.isTested }.map { $0.section } + [
        Report.Section(
          "Sum", ruleSets.map { .line($0.sum, in: .text) } + (ruleSets.count > 1 ? [total] : []))
      ])
  }

  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  // MARK: - Tests

  private var failures: [Report.Part] {
    let failed = results.filter { $0.status == .failed }
    let rest = failed.dropFirst(RuleSetRun.explained)
    let more = rest.count - Self.named
    var parts = failed.prefix(RuleSetRun.explained).flatMap { $0.written + [.line("", in: .text)] }
    parts += rest.prefix(Self.named).map { .line($0.heading, in: .text) }
    if more > 0 {
      parts.append(.line("… and \(String(more)) more failures; --format json has all of them", in: .text))
    }
    if !rest.isEmpty {
      parts += [.line("", in: .text), .line("_and \(String(rest.count)) more_", .label, in: .markdown)]
    }
    let others = failed.dropFirst(Self.mostOnPage)
    let left = others.count - Self.named
    parts += failed.prefix(Self.mostOnPage).map { $0.disclosure }
    parts.append(.list(others.prefix(Self.named).map { $0.words }, in: .page))
    return left > 0 ? parts + [.line("and \(left) more failures", .aside, in: .page)] : parts
  }

  private var todos: [Report.Part] {
    let results = results.filter { $0.status == .todo || $0.status == .todoPassed }
    let lines: [Words] = results.prefix(Self.named).map { result in
      let isDone = result.status == .todoPassed
      let reason = isDone ? nil : result.todo.flatMap { $0.isEmpty ? nil : ": \($0)" }
      return
        "\(result.place.spot): \(isDone ? "passes now, remove its “todo”" : "todo"): \(result.name)\(reason ?? "")"
    }
    let items: [Words] = results.prefix(Self.named).map { result in
      let isDone = result.status == .todoPassed
      let reason = result.todo.flatMap { todo -> Words? in
        todo.isEmpty ? nil : ": \(label: todo, longest: 200)"
      }
      return "\(result.words)\(isDone ? " passes now: remove its “todo”" : "")\(reason ?? "")"
    }
    let rest = results.count - Self.named
    return [.list(lines, in: .text), .list(items, in: .page)]
      + (rest > 0
        ? [
          .line("… and \(String(rest)) more; --format json has all of them", in: .text),
          .line("and \(rest) more", .aside, in: .page),
        ] : [])
  }

  private var findings: [Report.Part] {
    let rest = diagnostics.count - Self.named
    return [
      .list(
        diagnostics.prefix(Self.named).map { finding in
          "\(name: finding.range.spot): \(label: "\(finding.severity.rawValue): \(finding.message)", longest: 300)"
        }, in: .page)
    ] + (rest > 0 ? [.line("and \(rest) more findings", .aside, in: .page)] : [])
  }

  private var all: Table {
    typealias Row = (place: Int, result: TestResult)
    return Table(
      results.enumerated().map { (place: $0.offset, result: $0.element) },
      [
        Table.Column<Row>(.words, "result") {
          $0.result.chip(at: Pointer.to("tests", "\($0.place)", "status"))
        },
        Table.Column(.name, "test") { "\(label: $0.result.name, longest: 160)" },
        Table.Column(.words, "location") { "\(place: $0.result.place.line)" },
      ], limits: Table.Limits(page: 1_000), label: "tests", caption: "Cases of suites and examples in rules.",
      id: "test-rows", filter: "Filter tests",
      pageMore: { "\(Figures.number($0)) more tests left out; --format json has them all." })
  }

  // MARK: - Sums

  private var sums: Table {
    Table(
      ruleSets,
      [
        Table.Column(.name, "rules") { "\(name: $0.file)" },
        Table.Column(.number, "tests") { "\(String($0.results.count))" },
        Table.Column(.number, "failed") { "\(String($0.count(.failed)))" },
        Table.Column(.number, "todo") { "\(String($0.count(.todo) + $0.count(.todoPassed)))" },
        Table.Column(.number, "coverage") { "\($0.coverage?.share ?? "")" },
      ])
  }

  private var total: Report.Part {
    let outcome = RuleSetResult.outcome { count($0) }
    let share = CoverageReport.share(coverage.covered, of: coverage.total)
    return .line(
      "\(Self.count(tests, "test")) of \(Self.count(ruleSets.count, "rule set")): \(outcome); coverage \(share)",
      in: .text)
  }

  private static func gaps(_ items: [CoverageItem]) -> Table {
    Table(
      items,
      [
        Table.Column(.name, "line") { "\(place: $0.place.line)" },
        Table.Column(.words, "item") { "\(name: $0.name)" },
        Table.Column(.words, "reason") { item in item.reason.map { "\(name: $0)" } ?? "" },
      ])
  }
}

extension RuleSetResult {
  fileprivate var sum: Words {
    let cases = groups.filter { !$0.isExamples }.reduce(0) { $0 + $1.results.count }
    let counted = [(cases, "case"), (results.count - cases, "example")].filter { $0.0 > 0 }
      .map { TestReport.count($0.0, $0.1) }
    let left = leftOut > 0 ? ", \(leftOut) not selected" : ""
    let outcome: Words = counted.isEmpty ? "" : ": \(Self.outcome { count($0) })"
    let rest =
      (unusable > 0 ? "; \(TestReport.count(unusable, "suite")) not run" : "")
      + (coverage.map { "; coverage \($0.share)" } ?? "")
    return
      "\(file): \(counted.isEmpty ? "no tests" : counted.joined(separator: " and "))\(left)\(outcome)\(rest)"
  }

  fileprivate static func outcome(_ count: (TestResult.Status) -> Int) -> Words {
    let (failed, passed) = (count(.failed), count(.passed))
    let todo = count(.todo) + count(.todoPassed)
    if failed == 0, todo == 0 { return "\("all passed", .green)" }
    let parts: [(count: Int, words: Words)] = [
      (failed, "\("\(failed) failed", .red)"), (passed, "\(String(passed)) passed"),
      (todo, "\(String(todo)) todo"),
    ]
    return parts.filter { $0.count > 0 }.map { $0.words }.joined(", ")
  }
}
