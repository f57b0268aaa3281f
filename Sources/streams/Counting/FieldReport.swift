internal import Bytes
internal import Explanations
package import Records
package import Reports

/// The section of a report with the errors by the values of a field.
package struct FieldReport {
  private let table: FieldTable
  private let zone: ShownZone

  package init(_ table: FieldTable, in zone: ShownZone) { (self.table, self.zone) = (table, zone) }

  private struct Row {
    let words: Words
    let row: FieldTable.Row
    /// The place of the row in JSON.
    let pointer: [String]

    func figure(_ count: Int, _ key: String...) -> Words {
      "\(count, at: Pointer.to(["by"] + pointer + key))"
    }
  }

  package var section: Report.Section {
    Report.Section(
      "Errors by \(table.name)\(table.isInTime ? " (\(zone.name))" : "")", parts, id: "by", .open)
  }

  private var parts: [Report.Part] {
    let errors = table.errors
    guard errors > 0 else { return [] }
    guard !table.rows.isEmpty else { return [.line("No error has “\(table.path)”.")] }
    let rows =
      table.rows.enumerated().map { index, row in
        Row(words: "\(name: table.text(of: row.value, in: zone))", row: row, pointer: ["values", "\(index)"])
      } + (table.missing.map { [Row(words: "\(aside: "(none)")", row: $0, pointer: ["missing"])] } ?? [])
    let counts = rows.map { $0.row.count }
    let count = rows.count
    let rest: Words =
      table.others > 0
      ? "and \(table.others, "error", at: "/by/others") of values that were not kept: the table may lack frequent ones"
      : ""
    return [
      .table(
        Table(
          rows, columns(errors),
          limits: Table.Limits(text: table.isInTime ? 48 : 20, markdown: 50, page: 200),
          label: "errors by \(table.name)",
          caption: "Errors by \(table.name)\(table.isInTime ? ", in \(zone.name)" : "").",
          id: "by-rows", filter: "Filter values", noun: "value",
          more: { left in
            let errors = counts.suffix(left).reduce(0, +)
            return
              "\(padded(Figures.number(errors), 7))  more, of \(left) of \(count) values; --format json has all"
          }))
    ] + (rest.isEmpty ? [] : [.line(rest, .warning)])
  }

  private func columns(_ errors: Int) -> [Table.Column<Row>] {
    var columns = [
      Table.Column<Row>(.name, table.name) { $0.words },
      Table.Column(.number, "errors") { $0.figure($0.row.count, "count") },
      Table.Column(.number, "share", width: 9) {
        "\(share: $0.row.count, of: errors, at: Pointer.to(["by"] + $0.pointer + ["count"]), in: "/by/errors")"
      },
    ]
    for outcome in ShownOutcome.allCases
    where (table.rows + (table.missing.map { [$0] } ?? [])).contains(where: {
      $0.outcomes.count > outcome.rawValue && $0.outcomes[outcome.rawValue] > 0
    }) {
      let name = outcome == .nobody ? "unhandled" : outcome.name
      // A terminal has no room for all of them.
      columns.append(
        Table.Column(.number, name, in: outcome == .nobody ? .all : .marked) {
          $0.figure($0.row.outcomes[outcome.rawValue], "outcomes", name)
        })
    }
    if !table.isInTime, table.rows.contains(where: { $0.first != nil }) {
      columns.append(
        Table.Column(.time, "first and last (\(zone.name))") {
          "\(ErrorSpan.text($0.row.first, $0.row.last, in: zone) ?? "")"
        })
    }
    return columns
  }
}
