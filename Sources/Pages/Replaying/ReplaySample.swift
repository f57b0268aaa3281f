package import Replay
package import RuleEngine

/// A record of a stream with its explanation.
package struct ReplaySample: Sendable {
  let id: String
  let ordinal: UInt64
  let name: String
  let time: String?
  /// The clause that handled it, or nil.
  let station: String?
  let outcome: ReplayPicture.Outcome
  let story: StoryView

  /// - Parameter record: the record's JSON, whose secrets are hidden in all texts.
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

  /// The target of links.
  var anchor: String { "record-\(ordinal)" }

  /// The largest number of records to explain.
  private static let most = 48
  private static let mostUnhandled = 16
  /// The largest number of evaluation steps in all explanations together.
  private static let mostSteps = 100_000

  /// The ordinals of the records to explain, in ascending order: the first of each unhandled kind, and the
  /// first of each outcome of each rule, the most frequent first.
  package static func ordinals(of summary: ReplaySummary) -> [UInt64] {
    guard let picture = summary.picture else { return [] }
    // A single evaluation may involve every rule.
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

/// The records that a page explains, or the reason why there are none.
package struct ReplaySamples: Sendable {
  package var samples: [ReplaySample] = []
  /// The reason why some or all are missing.
  package var note: String?
  /// The command that explains any record, without the record's number. Nil if there is none.
  package var command: String?

  package init() {}

  /// Adds an explained record, if its outcome is the same as in the first pass.
  package mutating func take(_ sample: ReplaySample, of summary: ReplaySummary) {
    guard let picture = summary.picture else { return }
    let isCounted = summary.stations.indices.contains { index in
      picture.firsts[index][sample.outcome.rawValue] == sample.ordinal
        && "\(summary.stations[index].responder)/\(summary.stations[index].name)" == sample.station
    }
    guard isCounted || sample.outcome == .nobody && picture.firstUnhandled.contains(sample.ordinal) else {
      note = "The streams changed before the second pass, so some records are not explained."
      return
    }
    samples.append(sample)
  }

  subscript(ordinal: UInt64?) -> ReplaySample? {
    ordinal.flatMap { wanted in samples.first { $0.ordinal == wanted } }
  }
}
