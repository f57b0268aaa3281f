internal import Counting
internal import ErrorStreams
internal import Records
internal import Secrets

/// The errors of a log by the values of a field.
struct InspectedValues: Sendable {
  private struct Errors {
    let shown: String
    var count = 0
    var first: Timestamp?
    var last: Timestamp?

    mutating func add(_ time: Timestamp?) {
      count += 1
      guard let time else { return }
      first = first.map { min($0, time) } ?? time
      last = last.map { max($0, time) } ?? time
    }

    var row: FieldTable.Row {
      FieldTable.Row(value: shown, count: count, outcomes: [], first: first, last: last)
    }
  }

  private let field: GroupField
  private let redactor: Redactor
  private var values: [String: Errors] = [:]
  private var missing = Errors(shown: "")
  private var others = 0

  init(_ field: GroupField, _ redactor: Redactor) { (self.field, self.redactor) = (field, redactor) }

  mutating func count(_ record: borrowing ErrorRecord) {
    guard let value = field.text(record) else { return missing.add(record.time) }
    if values[value] == nil {
      guard values.count < FieldTable.mostValues else {
        others += 1
        return
      }
      values[value] = Errors(shown: FieldTable.shown(redactor.about(record.tape).text(value)))
    }
    values[value]?.add(record.time)
  }

  var table: FieldTable {
    FieldTable(
      field, values.values.map { $0.row }, missing: missing.count > 0 ? missing.row : nil, others: others)
  }
}
