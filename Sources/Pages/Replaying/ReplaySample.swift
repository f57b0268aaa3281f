package import Replay
package import RuleEngine

/// A record of a stream with its explanation, as a page shows it.
package struct ReplaySample: Sendable {
  let id: String
  let ordinal: UInt64
  let name: String
  let time: String?
  /// Who answered, by its place among the chain's stations, or nil.
  let station: String?
  let outcome: ReplayPicture.Outcome
  let story: StoryView

  /// - Parameter record: the record's JSON, whose secrets are hidden wherever they turn up.
  package init(_ explanation: Explanation, of record: ByteSlice, _ chain: ResponderChain, _ privacy: Privacy)
  {
    let privacy = privacy.about(record)
    id = privacy.text(explanation.record.id)
    ordinal = explanation.record.ordinal
    name = privacy.text(explanation.record.name)
    time = explanation.record.time
    station = explanation.ending.station.map { chain.name(ofStation: $0) }
    outcome =
      explanation.ending.isHandled
      ? ReplayPicture.Outcome(rawValue: Int(explanation.ending.evaluation.rawValue)) ?? .nobody : .nobody
    story = StoryView(explanation, privacy)
  }

  /// What links lead to.
  var anchor: String { "record-\(ordinal)" }

  /// How many records are explained in a page.
  private static let most = 48
  private static let mostUnhandled = 16
  /// How many questions they are told in all, at most.
  private static let mostSteps = 100_000

  /// The ordinals of the records that are worth to be explained, ascending: the first of each kind that nobody handled,
  /// and the first of each answer of each rule, the most frequent first.
  package static func ordinals(of summary: ReplaySummary) -> [UInt64] {
    guard let picture = summary.picture else { return [] }
    // One climb may ask every rule there is.
    let most = max(12, min(most, mostSteps / max(1, summary.stations.count)))
    var chosen = Set(picture.firstUnhandled.prefix(min(mostUnhandled, most / 3)))
    var answers: [(count: Int, first: UInt64)] = []
    for (counts, firsts) in zip(picture.answers, picture.firsts) {
      for (count, first) in zip(counts, firsts) {
        if let first { answers.append((count, first)) }
      }
    }
    answers.sort { ($1.count, $0.first) < ($0.count, $1.first) }
    for answer in answers where chosen.count < most { chosen.insert(answer.first) }
    return chosen.sorted()
  }
}

/// The records that a page explains, or why it explains none.
package struct ReplaySamples: Sendable {
  package var samples: [ReplaySample] = []
  /// Why there are none, or not all.
  package var note: String?
  /// The command that explains any record, up to its place among all; nil where there is none.
  package var command: String?

  package init() {}

  /// The sample with an ordinal, where it is among them.
  subscript(ordinal: UInt64?) -> ReplaySample? {
    ordinal.flatMap { wanted in samples.first { $0.ordinal == wanted } }
  }
}
