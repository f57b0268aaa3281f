package import Counting
internal import ErrorStreams
package import Records
internal import Secrets

package struct InspectedErrors: Sendable {
  private var counts: [UInt64: (shown: String, count: Int)] = [:]
  private let redactor: Redactor
  package private(set) var others = 0
  package private(set) var first: Timestamp?
  package private(set) var last: Timestamp?
  package private(set) var withoutTime = 0
  private static let mostKinds = 1_000
  /// Names are for display; a message may be as long as a record.
  private static let nameLength = 120

  package var kinds: [StreamInspection.Count] {
    counts.values.map { StreamInspection.Count(name: $0.shown, count: $0.count) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  /// The values of the field by which errors are counted.
  private var values: InspectedValues?

  init(_ redactor: Redactor, by field: GroupField?) {
    self.redactor = redactor
    values = field.map { InspectedValues($0, redactor) }
  }

  /// The errors by the values of a field, if they were counted.
  package var byField: FieldTable? { values?.table }

  mutating func count(_ record: borrowing ErrorRecord) {
    let kind = record.kindHash(identity: record.kindIdentity(known: 0))
    if counts[kind] != nil {
      counts[kind]?.count += 1
    } else if counts.count == Self.mostKinds {
      others += 1
    } else {
      counts[kind] = (Self.cut(record.kindName(hidingBy: redactor)), 1)
    }
    values?.count(record)
    guard let time = record.time else {
      withoutTime += 1
      return
    }
    first = first.map { min($0, time) } ?? time
    last = last.map { max($0, time) } ?? time
  }

  private static func cut(_ name: String) -> String {
    let isLong = name.unicodeScalars.count > nameLength
    return isLong ? "\(String(name.unicodeScalars.prefix(nameLength)))…" : name
  }
}
