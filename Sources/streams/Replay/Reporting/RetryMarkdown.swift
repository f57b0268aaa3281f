internal import Explanations
internal import Reports
internal import Engine

enum RetryMarkdown {
  static func write(_ summary: ReplaySummary, to report: inout MarkdownText) {
    let clauses = summary.clauses.filter { $0.retryAccount?.matched ?? 0 > 0 }
    var rows = clauses.compactMap { clause in
      clause.retryAccount.map { row(MarkdownText.code("\(clause.responder)/\(clause.name)"), $0) }
    }
    if rows.count > 1 { rows.append(row("all rules", summary.retryAccount)) }
    let ends = RetryEnd.allCases.map { "exhausted by \($0.cause)" }
    let columns =
      ["rule", "matched", "granted", "untracked"] + ends + ["action failed", "by a person", "delay"]
    report.table(columns, rows)
    if summary.lacksCompletions { report.paragraph(RetryAccount.lackOfCompletions) }
  }

  private static func row(_ name: String, _ account: RetryAccount) -> [String] {
    [name] + [account.matched, account.granted, account.untracked].map { Figures.number($0) }
      + RetryEnd.allCases.map { Figures.number(account.exhausted(by: $0)) }
      + [Figures.number(account.failed), Figures.number(account.byPerson), Figures.duration(account.delay)]
  }
}
