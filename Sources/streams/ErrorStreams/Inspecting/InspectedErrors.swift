internal import Bytes
package import Records
internal import Secrets

package struct InspectedErrors: Sendable {
  private var counts: [String: (shown: String, count: Int)] = [:]
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

  init(_ redactor: Redactor) { self.redactor = redactor }

  mutating func count(_ record: borrowing JSONTape) {
    count(named: Self.name(of: record, .off), record)
    guard let time = Self.text(.time, of: record).flatMap({ Timestamp($0) }) else {
      withoutTime += 1
      return
    }
    first = first.map { min($0, time) } ?? time
    last = last.map { max($0, time) } ?? time
  }

  private mutating func count(named name: String, _ record: borrowing JSONTape) {
    if counts[name] != nil {
      counts[name]?.count += 1
    } else if counts.count == Self.mostKinds {
      others += 1
    } else {
      counts[name] = (redactor.isOn ? Self.name(of: record, redactor.about(record)) : name, 1)
    }
  }

  /// The identity of the kind, as in a replay.
  private static func name(of record: borrowing JSONTape, _ redactor: Redactor) -> String {
    var name = "problem"
    if let type = text(.type, of: record) {
      name = String(type) + (text(.case, of: record).map { ".\(String($0))" } ?? "")
    } else if let domain = text(.domain, of: record) {
      name = String(domain) + (text(.code, of: record).map { " \(String($0))" } ?? "")
    } else if let event = text(.event, of: record) {
      name = String(event)
    } else if let message = text(.message, of: record) {
      var template = Buffer<UInt8>(capacity: 256)
      if redactor.isOn {
        // Before the template takes the digits out of a token, by which one is known.
        Array(redactor.beginning(message).utf8).withUnsafeBytes {
          MessageTemplate.append(of: ByteSlice($0), to: &template)
        }
      } else {
        MessageTemplate.append(of: message, to: &template)
      }
      name = String(template.slice)
    } else if let status = text(.status, of: record) {
      name = "status \(String(status))"
    }
    name = redactor.text(name)
    let isLong = name.unicodeScalars.count > nameLength
    return isLong ? "\(String(name.unicodeScalars.prefix(nameLength)))…" : name
  }

  /// Nil for none, and for a list or an object.
  private static func text(_ field: Field, of record: borrowing JSONTape) -> ByteSlice? {
    var name = field.name
    return name.withUTF8 { name in
      guard let place = record.member(ByteSlice(UnsafeRawBufferPointer(name)), of: 0) else { return nil }
      switch record[place].kind {
      case .string, .integer, .decimal: return record.text(of: record[place])
      case .null, .false, .true, .array, .object: return nil
      }
    }
  }
}
