internal import JSONRPC
internal import LanguageServer
internal import Reports
internal import Source
internal import Suites

/// The tests of the rules in the editor, and which lines they leave out.
enum RunTests {
  static func answer(_ workbench: Workbench, _ snapshot: Snapshot) throws(ResponseError) -> Node {
    let report = try TestRun.coverage(of: workbench.rules, snapshot)
    let style = TerminalStyle(isOn: false)
    let findings = DiagnosticText(terminalStyle: style)
    let errors = report.diagnostics.filter { $0.severity == .error }
    let items = report.ruleSets.flatMap { $0.coverage?.items ?? [] }
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
      ("tests", .made(report.tests)),
      ("failed", .made(report.count(.failed))),
      ("todo", .made(report.count(.todo))),
      ("covered", .made(items.count - missing.count)),
      ("items", .made(items.count)),
      ("missing", .made(missing)),
    ])
  }
}
