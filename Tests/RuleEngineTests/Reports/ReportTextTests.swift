import Reports
import Source
import Testing

@Suite("Reports in a terminal")
struct ReportTextTests {
  private struct Row {
    let name: String
    let count: Int
    let wait: Int
  }

  private static let rows = [
    Row(name: "app/again", count: 1_234_567_890, wait: 2_555_000),
    Row(name: "app/later", count: 0, wait: 7_199_000),
  ]

  private func lines(_ layout: Table.Layout) -> [String] {
    let table = Table(
      Self.rows,
      [
        Table.Column<Row>(.name, "rule") { "\(name: $0.name)" },
        Table.Column(.number, "matched") { "\($0.count)" },
        Table.Column(.number, "granted") { "\($0.count)" },
        Table.Column(.number, "avg delay") { "\(duration: $0.wait)" },
      ],
      layout: layout
    )
    let report = Report(
      title: "title",
      markdownTitle: "title",
      lead: [],
      sections: [Report.Section("Table", [.table(table)])]
    )
    return ReportText(terminalStyle: TerminalStyle(isOn: false)).text(of: report)
      .split(separator: "\n").dropFirst(2).map { String($0) }
  }

  @Test("Values as wide as their column don't run together with the column before it")
  func wide() {
    #expect(
      lines(.listed) == [
        "        matched       granted    avg delay  rule",
        "  1,234,567,890 1,234,567,890  42 min 35 s  app/again",
        "              0             0 119 min 59 s  app/later",
      ]
    )
  }

  @Test("Nor do they in other layouts", arguments: [Table.Layout.untitled, .cut, .matrix, .fitted(80)])
  func others(_ layout: Table.Layout) {
    for line in lines(layout) where line.contains("min") {
      let words = line.split(separator: " ").map { String($0) }
      #expect(words.contains("app/again") ? words.contains("42") : words.contains("119"), "\(line)")
      #expect(words.contains("1,234,567,890") || words.contains("app/later"), "\(line)")
    }
  }
}
