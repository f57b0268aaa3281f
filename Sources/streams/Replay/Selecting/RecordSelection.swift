internal import Engine
package import Records

/// All other records are counted as filtered and skipped. A matcher is part of the chain
/// (`ResponderChain.hasRecordFilter`).
package struct RecordSelection: Sendable {
  /// Inclusive. Records without a time are excluded.
  package var since: Timestamp?
  /// Exclusive. Records without a time are excluded.
  package var until: Timestamp?
  /// Notes about how the times were typed: “yesterday” at +01:00.
  package var typedSince: String?
  package var typedUntil: String?
  /// Whether `since` was given as a span before now.
  package var countsFromNow = false
  package var matcher: String?
  package var share: SampleShare?
  /// The size of a random sample, until ``Replayer/settleSample(_:_:_:)`` replaces it by the equivalent share.
  package var count: Int?
  /// The draw depends on it and on the record's position in its stream.
  package var seed: UInt64 = 0

  package init() {}

  package var isOn: Bool { since != nil || until != nil || share != nil }

  package var usesTime: Bool { since != nil || until != nil }

  /// The options that need times, as the user wrote them.
  var timeOptions: [String] {
    (since == nil ? [] : ["--since"]) + (until == nil ? [] : ["--until"])
  }

  /// - Parameters:
  ///   - stream: its index.
  ///   - position: the offset of the last record's line, in bytes.
  ///   - index: among the records of that line, from 0.
  func admits(_ evaluator: inout Evaluator, stream: Int, position: Int, index: Int) -> Bool {
    guard admits(time: evaluator.time) else { return false }
    if evaluator.chain.hasRecordFilter, !evaluator.passesRecordFilter() { return false }
    guard let share else { return true }
    return share.admits(draw(stream: stream, position: position, index: index))
  }

  package func admits(time: Timestamp?) -> Bool {
    guard usesTime else { return true }
    guard let time else { return false }
    if let since, time < since { return false }
    if let until, time >= until { return false }
    return true
  }

  func draw(stream: Int, position: Int, index: Int) -> UInt64 {
    SampleShare.draw(seed: seed, UInt64(stream), UInt64(position), UInt64(index))
  }

  /// The selection with times in UTC, and the offsets of those that were typed without one.
  package var words: [String] {
    func note(_ typed: String?) -> String { typed.map { " (\($0))" } ?? "" }
    return words(since.map { $0.text + note(typedSince) }, until.map { $0.text + note(typedUntil) })
  }

  /// The selection with times in a zone.
  package func words(in zone: ShownZone) -> [String] {
    words(since.map { zone.text($0) }, until.map { zone.text($0) })
  }

  private func words(_ since: String?, _ until: String?) -> [String] {
    var words: [String] = []
    if let since { words.append("since \(since)") }
    if let until { words.append("until \(until)") }
    if let matcher { words.append("where \(matcher)") }
    if let share { words.append("a sample of \(share.text), seed \(seed)") }
    return words
  }
}
