internal import Bytes
internal import Explanations
package import Records

/// Errors by the values of a field.
package struct FieldTable: Sendable {
  /// The errors with one value.
  package struct Row: Sendable {
    /// Empty for none.
    package let value: String
    package let count: Int
    /// The counts by ``ShownOutcome``; empty where no rules decide.
    package let outcomes: [Int]
    /// Nil if no error has a time.
    package let first: Timestamp?
    package let last: Timestamp?

    package init(
      value: String, count: Int, outcomes: [Int], first: Timestamp?, last: Timestamp?
    ) {
      (self.value, self.count, self.outcomes) = (value, count, outcomes)
      (self.first, self.last) = (first, last)
    }
  }

  package let name: String
  /// The spans of time in which each value is counted; nil for the whole stream.
  package let span: GroupField.Span?
  /// The field's path in a record.
  package let path: String
  /// Hours in the order of time, other values by count.
  package let rows: [Row]
  /// The errors without the field; nil if all have it.
  package let missing: Row?
  /// The errors of values that were not kept.
  package let others: Int
  package let isInTime: Bool
  /// The values of a stream that are kept.
  package static let mostValues = 32_768
  /// The values of a stream that are kept, each as often as there are spans of time with it.
  package static let mostMoments = 131_072

  package var errors: Int { rows.reduce(others + (missing?.count ?? 0)) { $0 + $1.count } }

  /// A value, cut where it is long.
  package static func shown(_ value: String) -> String { KindNames.cut(value) }

  package init(_ field: GroupField, _ rows: [Row], missing: Row?, others: Int) {
    (name, span, path, isInTime) = (field.name, field.span, field.path, field.isHour)
    (self.missing, self.others) = (missing, others)
    self.rows = rows.sorted {
      field.isHour ? $0.value < $1.value : ($1.count, $0.value) < ($0.count, $1.value)
    }
  }

  /// A value as people read it.
  package func text(of value: String, in zone: ShownZone) -> String {
    guard isInTime else { return value.isEmpty ? "“”" : value }
    return Timestamp(value).map { zone.minute($0) } ?? value
  }

  /// The table as JSON.
  package var json: String {
    let others = others > 0 ? ", \"others\": \(others)" : ""
    let zone = isInTime ? ", \"zone\": \"UTC\"" : ""
    let missing = missing.map { ", \"missing\": {\(Self.members(of: $0))}" } ?? ""
    let values = rows.map { "{\"value\": \($0.value.json), \(Self.members(of: $0))}" }
    return
      "{\"field\": \(name.json)\(zone), \"errors\": \(errors), \"values\": [\(values.joined(separator: ", "))]\(missing)\(others)}"
  }

  private static func members(of row: Row) -> String {
    var members = ["\"count\": \(row.count)"]
    if !row.outcomes.isEmpty {
      let counts = ShownOutcome.allCases.map {
        "\(($0 == .nobody ? "unhandled" : $0.name).json): \(row.outcomes[$0.rawValue])"
      }
      members.append("\"outcomes\": {\(counts.joined(separator: ", "))}")
    }
    if let first = row.first, let last = row.last {
      members.append("\"first\": \(first.text.json), \"last\": \(last.text.json)")
    }
    return members.joined(separator: ", ")
  }
}
