internal import Explanations
internal import Reports

/// The largest kinds of each category and of each rule as Markdown.
enum KindMarkdown {
  private static let kinds = 3
  private static let most = 50

  static func write(_ table: KindTable, to report: inout MarkdownText) {
    write(table.categories, named: "category", to: &report)
    write(table.rules, named: "rule", to: &report)
  }

  private static func write(_ groups: [KindTable.Group], named owner: String, to report: inout MarkdownText) {
    let rows = groups.flatMap { group in
      group.kinds.prefix(kinds).map { kind in
        [
          MarkdownText.code(group.name), MarkdownText.code(kind.name), Figures.number(kind.count),
          SpanText.span(of: kind) ?? "", MarkdownText.code("--list --only \(kind.id)"),
        ]
      }
    }
    guard !rows.isEmpty else { return }
    report.details("Largest kinds of errors by \(owner)") {
      $0.table(
        [owner, "error", "errors", "first and last (UTC)", "to list them"], rightFrom: 2, numbers: 1, rows,
        most: most)
    }
  }
}
