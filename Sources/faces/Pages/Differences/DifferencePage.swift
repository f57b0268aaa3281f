internal import Explanations
package import Differences
internal import Replay
internal import Reports
package import Bytes
package import Engine
package import Records
package import Secrets

package struct DifferenceSample: Sendable {
  package let ordinal: UInt64
  var old: ExplanationView?
  var new: ExplanationView?

  package init(ordinal: UInt64) { self.ordinal = ordinal }

  package mutating func take(
    _ explanation: Explanation, isNew: Bool, of record: ByteSlice, _ redaction: Redactor,
    in zone: ShownZone
  ) {
    let narrative = ExplanationView(explanation, redaction.about(record), in: zone)
    if isNew { new = narrative } else { old = narrative }
  }

  func write(_ markup: inout Markup) {
    markup.element("div", ["class": "two"]) { markup in
      for (title, narrative) in [("Under the old rules", old), ("Under the new rules", new)] {
        markup.element("div") { markup in
          markup.element("h3", text: title)
          narrative?.write(&markup)
        }
      }
    }
  }

  /// The number of groups whose first sample is explained.
  private static let most = 24

  package static func ordinals(of difference: RuleSetDifference) -> [UInt64] {
    guard let replayed = difference.replayed else { return [] }
    // A single evaluation may involve every rule.
    let clauses = max(1, replayed.old.clauses.count + replayed.new.clauses.count)
    let groups = replayed.groups.prefix(max(6, min(most, 100_000 / clauses)))
    return Set(groups.compactMap { $0.samples.first?.ordinal }).sorted()
  }
}

/// The differences of two rule sets as a page: changed outcomes, changed rules, and the comparison without
/// records.
package struct DifferencePage {
  private let difference: RuleSetDifference
  private let samples: [UInt64: DifferenceSample]
  /// The reason why some samples have no explanation, or nil.
  private let note: String?
  private let redaction: Redactor
  private static let examples = 4

  package static func html(
    of difference: RuleSetDifference, samples: [DifferenceSample], note: String?, redaction: Redactor
  ) -> String {
    let byOrdinal = Dictionary(samples.map { ($0.ordinal, $0) }, uniquingKeysWith: { first, _ in first })
    return DifferencePage(difference: difference, samples: byOrdinal, note: note, redaction: redaction).page
      .html
  }

  private var page: Page {
    let matrix = difference.replayed?.matrix
    let drawing: [Report.Part] = [
      .line(
        "outcomes under the old rules on the left, under the new rules on the right. Pale bands are unchanged",
        .loose, in: .page),
      .drawing { markup in if let matrix { TransitionDrawing(matrix: matrix).write(&markup) } },
    ]
    let report = DifferenceReport(
      difference, drawing: matrix.map { $0.total > 0 } ?? false ? drawing : [], note: note
    ) { ordinal in samples[ordinal].map { sample in [.drawing { sample.write(&$0) }] } ?? [] }.report
    let writer = ReportMarkup(redaction)
    return Page(
      title: "Changes: \(DisplayText.cut(difference.new.name ?? difference.new.file, to: 60))",
      lead: { writer.lead(of: report, &$0) },
      answer: { Card.write(cards, redaction, &$0) },
      parts: writer.sections(of: report),
      foot: [
        redaction.sentence,
        "This file loads and sends nothing. --format json has the same figures.",
      ]
    )
  }

  private var cards: [Card] {
    var cards: [Card] = []
    if let replayed = difference.replayed {
      let total = replayed.matrix.total
      func card(_ title: String, _ look: String, _ count: Int, _ pointer: String) -> Card {
        let share: Words = "\(share: count, of: total, at: pointer, in: "/records")"
        return Card(title: title, look: look, figure: "\(count, at: pointer)" + share)
      }
      var changed = card("Changed", "o-abort", replayed.totals.changed, "/changed")
      changed.rows = [
        (replayed.totals.outcome, "outcome", "different outcome"),
        (replayed.totals.effects, "actions", "different actions"),
        (replayed.totals.retries, "retry", "different retry"),
      ].filter { $0.0 > 0 }.map { ("\($0.0, at: Pointer.to("changes", $0.1))", "\($0.2)") }
      if replayed.totals.changed == 0 { changed.parts = [.line("every record has the same result")] }
      cards.append(changed)
      if replayed.matrix.moved > 0 {
        let moves = Self.moves(replayed.matrix)
        let all = moves.map { $0.pointer }.joined(separator: " ")
        var moved = card("Changed outcome", "o-retry", replayed.matrix.moved, all)
        moved.rows = moves.prefix(5).map { ("\($0.count, at: $0.pointer)", "\($0.words)") }
        cards.append(moved)
      }
      if replayed.totals.reassigned > 0 {
        var other = card("Same result, another rule", "o-none", replayed.totals.reassigned, "/reassigned")
        if replayed.totals.recategorised > 0 {
          other.rows = [("\(replayed.totals.recategorised, at: "/recategorised")", "get another category")]
        }
        cards.append(other)
      }
    }
    if let proof = difference.proof {
      let (words, look) = (ProofWords(proof), proof.verdict == .same ? "o-good" : "o-nobody")
      let examples: [Words] = proof.differences.prefix(Self.examples).map {
        "\(loose: DisplayText.cut(ProofWords.difference($0), to: 120))"
      }
      let link: [Report.Part] =
        examples.isEmpty ? [] : [.line("\(link: "See the errors", to: "#static")")]
      cards.append(
        Card(
          title: words.title, look: "\(look) wide all",
          parts: [.line("\(words.sentence)", .loose), .list(examples)] + link))
    }
    return cards
  }

  /// The cells of the matrix off the diagonal, the largest first.
  private static func moves(_ matrix: OutcomeMatrix) -> [(words: String, pointer: String, count: Int)] {
    let endings = matrix.endings
    let all = endings.enumerated().flatMap { row, old in
      endings.enumerated().filter { old != $0.element && matrix[old, $0.element] > 0 }.map { column, new in
        (
          words: "\(old.words) → \(new.words)",
          pointer: Pointer.to("matrix", "counts", "\(row)", "\(column)"), count: matrix[old, new]
        )
      }
    }
    return all.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .map { $0.element }
  }
}
