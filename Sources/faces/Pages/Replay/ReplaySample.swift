package import Records
internal import Explanations
package import Replay
package import Bytes
package import Engine
package import Secrets
internal import Counting

package struct ReplaySample: Sendable {
  let id: String
  let ordinal: UInt64
  let name: String
  let time: String?
  let clause: String?
  let outcome: ReplayDetail.Outcome
  let narrative: ExplanationView

  /// - Parameter record: the record's JSON, whose secrets are hidden in all texts.
  package init(
    _ explanation: Explanation, of record: ByteSlice, _ chain: ResponderChain, _ redaction: Redactor,
    in zone: ShownZone
  ) {
    let redaction = redaction.about(record)
    id = redaction.text(explanation.record.id)
    ordinal = explanation.record.ordinal
    name = redaction.text(explanation.record.name)
    time = explanation.record.time
    clause = explanation.ending.clause.map { chain.name(ofClause: $0) }
    outcome =
      explanation.ending.isHandled
      ? ReplayDetail.Outcome(rawValue: Int(explanation.ending.evaluation.rawValue)) ?? .nobody : .nobody
    narrative = ExplanationView(explanation, redaction, in: zone)
  }

  /// The target of links.
  var anchor: String { "record-\(ordinal)" }

  private static let most = 48
  private static let mostUnhandled = 16
  /// The largest number of evaluation steps in all explanations together.
  private static let mostSteps = 100_000

  /// The ordinals of the records to explain, in ascending order: the first of each unhandled kind, and the
  /// first of each outcome of each rule, the most frequent first.
  package static func ordinals(of summary: ReplaySummary) -> [UInt64] {
    guard let detail = summary.detail else { return [] }
    // A single evaluation may involve every rule.
    let most = max(12, min(most, mostSteps / max(1, summary.clauses.count)))
    var chosen = Set(detail.firstUnhandled.prefix(min(mostUnhandled, most / 3)))
    var answers: [(count: Int, first: UInt64)] = []
    for (counts, firsts) in zip(detail.answers, detail.firsts) {
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
  package var note: String?
  /// The command that explains any record, without the record's number. Nil if there is none.
  package var command: String?

  package init() {}

  /// Adds an explained record, if its outcome is the same as in the first pass.
  package mutating func take(_ sample: ReplaySample, of summary: ReplaySummary) {
    guard let detail = summary.detail else { return }
    let isCounted = summary.clauses.indices.contains { index in
      detail.firsts[index][sample.outcome.rawValue] == sample.ordinal
        && "\(summary.clauses[index].responder)/\(summary.clauses[index].name)" == sample.clause
    }
    guard isCounted || sample.outcome == .nobody && detail.firstUnhandled.contains(sample.ordinal) else {
      note = "The streams changed before the second pass, so some records are not explained."
      return
    }
    samples.append(sample)
  }

  subscript(ordinal: UInt64?) -> ReplaySample? {
    ordinal.flatMap { wanted in samples.first { $0.ordinal == wanted } }
  }
}
