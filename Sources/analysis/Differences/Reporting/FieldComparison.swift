internal import Counting
internal import Explanations
internal import Records
internal import Reports

/// The errors by the values of a field, on both sides.
struct FieldComparison {
  /// A table, its title, and its place in JSON.
  typealias Side = (title: String, table: FieldTable, place: [String])

  private struct Row {
    let value: Words
    /// The errors on each side, and the place of each in JSON.
    var cells: [(row: FieldTable.Row?, place: [String])] = [(nil, []), (nil, [])]

    func count(_ side: Int) -> Int { cells[side].row?.count ?? 0 }
    func outcome(_ outcome: ShownOutcome, _ side: Int) -> Int {
      cells[side].row.map { $0.outcomes[outcome.rawValue] } ?? 0
    }

    func words(_ side: Int) -> Words { figure(count(side), side, "count") }

    /// One number if both are the same.
    func words(_ outcome: ShownOutcome) -> Words {
      let counts = [self.outcome(outcome, 0), self.outcome(outcome, 1)]
      let name = outcome == .nobody ? "unhandled" : outcome.name
      let new = figure(counts[1], 1, "outcomes", name)
      return counts[0] == counts[1] ? new : "\(figure(counts[0], 0, "outcomes", name)) → \(new)"
    }

    private func figure(_ count: Int, _ side: Int, _ keys: String...) -> Words {
      cells[side].row == nil ? "\(count)" : "\(count, at: Pointer.to(cells[side].place + keys))"
    }
  }

  private let sides: [Side]
  private let zone: ShownZone
  private let rows: [Row]
  /// The formats that have the outcomes of handled errors, too.
  private let outcomes: Report.Formats

  /// Nil if the errors were not counted on both sides.
  init?(
    _ before: (title: String, table: FieldTable?, place: [String]),
    _ after: (title: String, table: FieldTable?, place: [String]), outcomes: Report.Formats,
    in zone: ShownZone
  ) {
    guard let first = before.table, let second = after.table else { return nil }
    (self.outcomes, self.zone) = (outcomes, zone)
    sides = [
      (before.title, first, before.place + ["by"]), (after.title, second, after.place + ["by"]),
    ]
    var rows: [String: Row] = [:]
    var missing = Row(value: "\(aside: "(none)")")
    for (index, side) in sides.enumerated() {
      for (place, row) in side.table.rows.enumerated() {
        rows[row.value, default: Row(value: "\(name: first.text(of: row.value, in: zone))")].cells[index] = (
          row, side.place + ["values", "\(place)"]
        )
      }
      missing.cells[index] = (side.table.missing, side.place + ["missing"])
    }
    let sorted = rows.sorted { left, right in
      if first.isInTime { return left.key < right.key }
      let most = [left.value, right.value].map { max($0.count(0), $0.count(1)) }
      return (most[1], left.key) < (most[0], right.key)
    }
    self.rows = sorted.map { $0.value } + (missing.cells.contains { $0.row != nil } ? [missing] : [])
  }

  var section: Report.Section {
    let table = sides[0].table
    return Report.Section(
      "Errors by \(table.name)\(table.isInTime ? " (\(zone.name))" : "")", parts, id: "by", .open)
  }

  private var parts: [Report.Part] {
    let table = sides[0].table
    guard sides.contains(where: { $0.table.errors > 0 }) else { return [] }
    guard sides.contains(where: { !$0.table.rows.isEmpty }) else {
      return [.line("no error has “\(table.path)”")]
    }
    let others: [Report.Part] = sides.filter { $0.table.others > 0 }.map { side in
      let count: Words = "\(side.table.others, "error", at: Pointer.to(side.place + ["others"]))"
      return .line(
        "\(side.title): \(count) of values that were not kept, so the table may lack frequent ones", .warning)
    }
    return [
      .table(
        Table(
          rows, columns, limits: Table.Limits(text: table.isInTime ? 48 : 20, page: 200),
          label: "errors by \(table.name)",
          caption: "Errors by \(table.name)\(table.isInTime ? ", in \(zone.name)" : ""), on both sides.",
          id: "by-rows",
          filter: "Filter values", noun: "value",
          more: { "  and \($0) more values; --format json has all" }))
    ] + others
  }

  private var columns: [Table.Column<Row>] {
    var columns = [Table.Column<Row>(.name, sides[0].table.name) { $0.value }]
    if rows.allSatisfy({ $0.count(0) == $0.count(1) }) {
      columns.append(Table.Column(.number, "errors") { $0.words(1) })
    } else {
      columns += sides.indices.map { side in
        Table.Column(.number, sides[side].title) { $0.words(side) }
      }
    }
    for outcome in ShownOutcome.allCases
    where rows.contains(where: { $0.outcome(outcome, 0) + $0.outcome(outcome, 1) > 0 }) {
      let isUnhandled = outcome == .nobody
      columns.append(
        Table.Column(
          .number, isUnhandled ? "unhandled" : outcome.name, in: isUnhandled ? .all : outcomes
        ) { $0.words(outcome) })
    }
    return columns
  }
}
