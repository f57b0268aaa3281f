/// A report as a comment on a pull request.
package enum ReportMarkdown {
  package static func text(of report: Report) -> String {
    var text = MarkdownText()
    if !report.markdownTitle.isEmpty { text.heading(3, report.markdownTitle.markdown) }
    if let notice = report.notice { text.paragraph("**\(notice)**") }
    write(report.lead, to: &text)
    text.list(
      report.gates.compactMap { gate in
        guard case .line(let words, let tone) = gate.content else { return nil }
        return "\(tone == .bad ? "❌" : "✅") \(words.markdown)"
      })
    for section in report.sections(in: .markdown) {
      switch section.frame {
      case .bare: write(section.parts, to: &text)
      case .open:
        text.heading(4, section.title)
        write(section.parts, to: &text)
      case .closed: text.details(section.title) { write(section.parts, to: &$0) }
      }
    }
    return text.text
  }

  private static func write(_ parts: [Report.Part], to text: inout MarkdownText) {
    for part in parts where part.formats.contains(.markdown) {
      switch part.content {
      case .line(let words, let tone):
        let sentence = tone == .label ? words.markdown : words.sentence.markdown
        text.paragraph(tone == .warning ? "**\(sentence)**" : sentence)
      case .list(let items): text.list(items.map { $0.markdown })
      case .table(let table): write(table, to: &text)
      case .command(let command, let purpose): text.paragraph("\(purpose) \(MarkdownText.code(command))")
      case .details(let title, let parts, _):
        text.details(Markup.escaped(title.plain)) { write(parts, to: &$0) }
      case .filtered(_, _, let parts): write(parts, to: &text)
      case .difference(let lines): text.block(lines.map { String($0.prefix(300)) })
      case .block(let lines, let language): text.block(lines, language: language)
      case .drawing, .listing, .terminal: break
      }
    }
  }

  private static func write(_ table: Table, to text: inout MarkdownText) {
    let columns = table.columns(in: .markdown)
    let rows = table.rows + (table.total.map { [$0] } ?? [])
    text.table(
      columns.map { table.heads[$0].title }, isNumber: columns.map { table.heads[$0].kind == .number },
      rows.map { row in columns.map { row[$0].markdown } }, most: table.limits.markdown)
  }
}
