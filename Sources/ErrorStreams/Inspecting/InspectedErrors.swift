internal import Bytes
package import Records

package struct InspectedErrors: Sendable {
  private var counts: [String: Int] = [:]
  package private(set) var others = 0
  package private(set) var first: Timestamp?
  package private(set) var last: Timestamp?
  package private(set) var withoutTime = 0
  private static let mostKinds = 1_000
  /// Names are for display; a message may be as long as a record.
  private static let nameLength = 120

  package var kinds: [StreamInspection.Count] {
    counts.map { StreamInspection.Count(name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  mutating func count(_ record: borrowing JSONTape) {
    count(Self.name(of: record))
    guard let time = Self.text(.time, of: record).flatMap({ Timestamp($0) }) else {
      withoutTime += 1
      return
    }
    first = first.map { min($0, time) } ?? time
    last = last.map { max($0, time) } ?? time
  }

  private mutating func count(_ name: String) {
    if counts[name] == nil, counts.count == Self.mostKinds {
      others += 1
    } else {
      counts[name, default: 0] += 1
    }
  }

  /// The identity of the kind, as in a replay.
  private static func name(of record: borrowing JSONTape) -> String {
    var name = "problem"
    if let type = text(.type, of: record) {
      name = String(type) + (text(.case, of: record).map { ".\(String($0))" } ?? "")
    } else if let domain = text(.domain, of: record) {
      name = String(domain) + (text(.code, of: record).map { " \(String($0))" } ?? "")
    } else if let event = text(.event, of: record) {
      name = String(event)
    } else if let message = text(.message, of: record) {
      var template = Buffer<UInt8>(capacity: 256)
      MessageTemplate.append(of: message, to: &template)
      name = String(template.slice)
    } else if let status = text(.status, of: record) {
      name = "status \(String(status))"
    }
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
