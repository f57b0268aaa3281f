internal import Records
internal import Foundation
internal import Engine
internal import SwiftErrors

struct Incident: Sendable {
  let error: (any Error)?
  /// The occurrence without its time and id.
  private(set) var occurrence: ErrorOccurrence
  /// Nothing but the error and its origin is told.
  private(set) var isPlain: Bool
  var event: String?
  var with: JSONValue?
  /// Called once the breakers have counted the error; further calls change nothing.
  var whenCounted: (@Sendable () -> Void)?
  let arrival: Arrival
  /// The time by which windows count, in microseconds.
  var windowTime: Int64

  init(_ error: any Error, from origin: String, _ arrival: Arrival, windowTime: Int64 = 0) {
    self.error = error
    occurrence = ErrorOccurrence(origin: origin)
    isPlain = true
    self.arrival = arrival
    self.windowTime = windowTime
  }

  init(_ error: (any Error)?, _ occurrence: ErrorOccurrence, _ arrival: Arrival, windowTime: Int64 = 0) {
    self.error = error
    self.occurrence = occurrence
    isPlain = false
    self.arrival = arrival
    self.windowTime = windowTime
  }

  /// The answers of people and the results of actions that an outcome depends on, as in records.
  struct Given {
    var answers: [JSONValue] = []
    var performed: [RecordedError.Performed] = []
  }

  /// The same, with what was given while it was handled.
  func with(_ given: Given) -> Incident {
    guard !given.answers.isEmpty || !given.performed.isEmpty else { return self }
    var incident = self
    incident.occurrence.answers += given.answers
    incident.occurrence.performed += given.performed
    incident.isPlain = false
    return incident
  }

  var ordinal: UInt64 { arrival.ordinal }
  /// Since 1970.
  var time: Duration { arrival.time.inMilliseconds }
  var origin: String { occurrence.origin ?? "" }

  var recorded: ErrorOccurrence {
    var occurrence = occurrence
    occurrence.id = "\(ordinal)"
    occurrence.time = Date(timeIntervalSince1970: time / .seconds(1))
    return occurrence
  }

  /// All that is told can be added to what errors of a shape have in common.
  var isUsual: Bool {
    isPlain
      || occurrence.origin != nil && occurrence.attributes.isEmpty && occurrence.answers.isEmpty
        && occurrence.performed.isEmpty
  }

  /// The members that a usual incident has or lacks, beside those of its error.
  static let told = RecordParts([
    .time, .id, .severity, .fatal, .operation, .attempt, .retryAfter, .answers, .performed,
  ])
}

extension [UInt8] {
  /// Appends a key, after a comma unless it is the first member.
  mutating func append(key: StaticString) {
    append(last == UInt8(ascii: "{") ? UInt8(ascii: "\"") : UInt8(ascii: ","))
    if last == UInt8(ascii: ",") { append(UInt8(ascii: "\"")) }
    key.withUTF8Buffer { append(contentsOf: $0) }
    append(UInt8(ascii: "\""))
    append(UInt8(ascii: ":"))
  }

  /// The members of an incident, except its origin and its error.
  mutating func append(_ incident: Incident, hasTime: Bool, hasID: Bool) {
    if hasTime {
      append(key: "time")
      append(json: timestamp(Date(timeIntervalSince1970: incident.time / .seconds(1))))
    }
    if hasID {
      append(key: "id")
      append(json: "\(incident.ordinal)")
    }
    if incident.isPlain { return }
    let occurrence = incident.occurrence
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
