package import RuleEngine

/// Which records of the streams are answered; the others are counted as filtered, and nothing else is done with them.
///
/// What a matcher asks beside it stands in the chain (`ResponderChain.hasSieve`).
package struct RecordSelection: Sendable {
  /// From this time on; a record without a time is not.
  package var since: Timestamp?
  /// Before this time; a record without a time is not.
  package var until: Timestamp?
  /// What a matcher asks that stands in the chain, as it was written.
  package var matcher: String?
  /// The share of all records that is drawn at random.
  package var share: SampleShare?
  /// How many records are drawn at random, until ``Replayer/settleSample(_:_:_:)`` found the share that this is.
  package var count: Int?
  /// The seed of that draw; the place of a record in its stream decides beside it.
  package var seed: UInt64 = 0

  package init() {}

  /// Whether something else than a matcher is asked.
  package var isOn: Bool { since != nil || until != nil || share != nil }

  /// Whether records without a time are left out.
  package var asksTime: Bool { since != nil || until != nil }

  /// Whether the record that was read last is asked for.
  ///
  /// - Parameters:
  ///   - stream: its stream's place among those that are read.
  ///   - position: where its line begins in the stream's text, in bytes.
  ///   - index: its place among the records of that line, from 0.
  func admits(_ climb: inout Climb, stream: Int, position: Int, index: Int) -> Bool {
    if asksTime {
      guard let time = climb.time else { return false }
      if let since, time < since { return false }
      if let until, time >= until { return false }
    }
    if climb.chain.hasSieve, !climb.passesSieve() { return false }
    guard let share else { return true }
    return share.admits(draw(stream: stream, position: position, index: index))
  }

  /// What is drawn for the record at a place.
  func draw(stream: Int, position: Int, index: Int) -> UInt64 {
    SampleShare.draw(seed: seed, UInt64(stream), UInt64(position), UInt64(index))
  }

  /// What is asked for, in words.
  package var words: [String] {
    var words: [String] = []
    if let since { words.append("since \(since.text)") }
    if let until { words.append("until \(until.text)") }
    if let matcher { words.append("where \(matcher)") }
    if let share { words.append("a sample of \(share.text), seed \(seed)") }
    return words
  }
}
