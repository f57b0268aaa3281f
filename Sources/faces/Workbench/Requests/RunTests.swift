internal import JSONRPC
internal import LanguageServer
internal import Reports
internal import Source
internal import Suites

/// The tests of the rules in the editor, and which lines they leave out.
enum RunTests {
  /// The tests by file, not run.
  static func list(_ workbench: Workbench, _ snapshot: Snapshot) throws(ResponseError) -> Node {
    let suites = try TestRun.list(of: workbench.rules, snapshot).map { suite in
      node(suite.file, suite.isExamples, suite.tests.map { node($0.name, $0.place, nil, snapshot) })
    }
    return .made([("suites", .made(suites))])
  }

  private static func node(_ file: String, _ isExamples: Bool, _ tests: [Node]) -> Node {
    .made([("file", .made(file)), ("isExamples", .made(isExamples)), ("tests", .made(tests))])
  }

  private static func node(
    _ name: String, _ place: SourceRange, _ status: TestResult.Status?, _ snapshot: Snapshot
  ) -> Node {
    .made([
      ("name", .made(name)), ("uri", .made(snapshot.uri(of: place.file.name))),
      ("line", .made(place.start.line - 1)), ("status", status.map { .made($0.rawValue) } ?? .null),
    ])
  }

  static func answer(_ workbench: Workbench, _ snapshot: Snapshot) throws(ResponseError) -> Node {
    let report = try TestRun.coverage(of: workbench.rules, snapshot)
    let style = TerminalStyle(isOn: false)
    let findings = DiagnosticText(terminalStyle: style)
    let errors = report.diagnostics.filter { $0.severity == .error }
    let items = report.ruleSets.flatMap { $0.coverage?.items ?? [] }
    let suites = report.ruleSets.flatMap { $0.groups }.map { group in
      node(
        group.file, group.isExamples, group.results.map { node($0.name, $0.place, $0.status, snapshot) })
    }
    let missing = items.filter { !$0.isCovered }.map { item -> Node in
      .made([
        ("name", .made(item.name)), ("uri", .made(snapshot.uri(of: item.place.file.name))),
        ("line", .made(item.place.start.line - 1)),
      ])
    }
    return .made([
      (
        "text",
        .made(
          errors.map { findings.text(of: $0) }.joined()
            + ReportText(terminalStyle: style).text(untitled: report.report))
      ),
      ("suites", .made(suites)),
      ("errors", .made(errors.count)),
      ("tests", .made(report.tests)),
      ("failed", .made(report.count(.failed))),
      ("todo", .made(report.count(.todo))),
      ("covered", .made(items.count - missing.count)),
      ("items", .made(items.count)),
      ("missing", .made(missing)),
    ])
  }
}
