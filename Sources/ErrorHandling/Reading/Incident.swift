internal import Foundation
internal import RuleEngine
internal import SwiftErrors

struct Incident: Sendable {
  let error: (any Error)?
  /// Without its time and id.
  let occurrence: ErrorOccurrence
  let isPlain: Bool
  var event: String?
  var with: JSONValue?
  let ordinal: UInt64
  /// Since 1970.
  let time: Duration

  var origin: String { occurrence.origin ?? "" }

  var recorded: ErrorOccurrence {
    var occurrence = occurrence
    occurrence.id = "\(ordinal)"
    occurrence.time = Date(timeIntervalSince1970: time / .seconds(1))
    return occurrence
  }

  static let lean = RecordParts([
    .time, .id, .origin, .type, .case, .is, .domain, .code, .status, .category, .severity, .fatal, .cancelled,
    .operation, .attempt, .retryAfter, .platform,
  ])
}

extension [UInt8] {
  /// After a comma unless it is the first member.
  mutating func append(key: StaticString) {
    append(last == UInt8(ascii: "{") ? UInt8(ascii: "\"") : UInt8(ascii: ","))
    if last == UInt8(ascii: ",") { append(UInt8(ascii: "\"")) }
    key.withUTF8Buffer { append(contentsOf: $0) }
    append(UInt8(ascii: "\""))
    append(UInt8(ascii: ":"))
  }

  /// Except members that the error's record already has.
  mutating func append(_ incident: Incident, requiredParts: RecordParts) {
    if requiredParts.contains(.time) {
      append(key: "time")
      append(json: timestamp(Date(timeIntervalSince1970: incident.time / .seconds(1))))
    }
    if requiredParts.contains(.id) {
      append(key: "id")
      append(json: "\(incident.ordinal)")
    }
    let occurrence = incident.occurrence
    append(key: "origin")
    append(json: incident.origin)
    if incident.isPlain { return }
    if let severity = occurrence.severity {
      append(key: "severity")
      append(json: severity.rawValue)
    }
    if let isFatal = occurrence.isFatal {
      append(key: "fatal")
      append(contentsOf: (isFatal ? "true" : "false").utf8)
    }
    if let operation = occurrence.operation {
      append(key: "operation")
      append(json: operation)
    }
    if let attempt = occurrence.attempt {
      append(key: "attempt")
      append(integer: Int64(attempt))
    }
    if let wish = occurrence.retryAfter {
      append(key: "retryAfter")
      append(json: durationText(wish))
    }
    if let elapsed = occurrence.elapsed {
      append(key: "elapsed")
      append(json: durationText(elapsed))
    }
  }
}
