internal import Explanations
package import Differences
internal import Replay
internal import Reports
package import Bytes
package import Engine
internal import RuleLanguage
package import Secrets

package struct DifferenceSample: Sendable {
  package let ordinal: UInt64
  var old: ExplanationView?
  var new: ExplanationView?

  package init(ordinal: UInt64) { self.ordinal = ordinal }

  package mutating func take(
    _ explanation: Explanation, isNew: Bool, of record: ByteSlice, _ redaction: Redactor
  ) {
    let narrative = ExplanationView(explanation, redaction.about(record))
    if isNew { new = narrative } else { old = narrative }
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
  private static let most = 100
  private static let examples = 4

  package static func html(
    of difference: RuleSetDifference, samples: [DifferenceSample], note: String?, redaction: Redactor
  ) -> String {
    let byOrdinal = Dictionary(samples.map { ($0.ordinal, $0) }, uniquingKeysWith: { first, _ in first })
    return DifferencePage(difference: difference, samples: byOrdinal, note: note, redaction: redaction).page
      .html
  }

  private var page: Page {
    let report = DifferenceReport(difference).report
    let writer = ReportMarkup(redaction)
    var parts = writer.sections(of: report).map { Page.Part(id: $0.id, title: $0.title, write: $0.write) }
    if let replayed = difference.replayed {
      var own: [Page.Part] = []
      if replayed.matrix.total > 0 {
        own.append(Page.Part(id: "moved", title: "Changed outcomes", write: { self.moved(replayed, &$0) }))
      }
      if !replayed.groups.isEmpty {
        own.append(Page.Part(id: "rules", title: "Changed rules", write: { self.groups(replayed, &$0) }))
      }
      parts.insert(contentsOf: own, at: parts.first?.id == "changes" ? 1 : 0)
    }
    if let proof = difference.proof {
      parts.append(
        Page.Part(id: "static", title: "Comparison of the rules", write: { self.proof(proof, &$0) }))
    }
    return Page(
      title: "Changes: \(DisplayText.cut(difference.new.name ?? difference.new.file, to: 60))",
      lead: { writer.lead(of: report, &$0) },
      answer: { Card.write(cards, redaction, &$0) },
      parts: parts,
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
      let look = proof.verdict == .same ? "o-good" : "o-nobody"
      let examples: [Words] = proof.differences.prefix(Self.examples).map {
        "\(loose: Self.move($0, to: 60))"
      }
      let link: [Report.Part] =
        examples.isEmpty ? [] : [.line("\(link: "See the errors", to: "#static")")]
      cards.append(
        Card(
          title: Self.title(proof.verdict), look: "\(look) wide all", figure: "",
          parts: [.line("\(Self.sentence(proof.verdict))"), .list(examples)] + link))
    }
    return cards
  }

  private static func move(_ difference: DifferenceProof.Difference, to length: Int) -> String {
    "\(DisplayText.cut(difference.oldWords, to: length)) → \(DisplayText.cut(difference.newWords, to: length))"
  }

  private static func title(_ verdict: DifferenceProof.Result) -> String {
    switch verdict {
    case .same: "Proven: no difference"
    case .different: "Some errors are evaluated differently"
    case .depends: "Depends on earlier errors or plugins"
    case .notDecided: "Undecided without records"
    }
  }

  private static func sentence(_ verdict: DifferenceProof.Result) -> String {
    switch verdict {
    case .same: "Every error and every event, recorded or not, is evaluated the same way."
    case .different: "Errors that show the difference are listed below. They may not occur in the stream."
    case .depends:
      "No single error is evaluated differently. A sequence of errors, or a plugin, may show a difference."
    case .notDecided:
      "The search reached its limit, or a rule uses something that errctl can't analyse."
    }
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

  // MARK: - Changed outcomes

  private func moved(_ replayed: ReplayComparison, _ markup: inout Markup) {
    markup.aside(
      "Outcomes under the old rules on the left, under the new rules on the right. Pale bands are unchanged.")
    TransitionDrawing(matrix: replayed.matrix).write(&markup)
    let endings = replayed.matrix.endings
    markup.scrolling("Matrix of outcomes") { markup in
      markup.element("table", ["class": "matrix"]) { markup in
        markup.element(
          "caption", text: "The same as numbers: one row per old outcome, one column per new outcome.")
        markup.element("thead") { markup in
          markup.element("tr") { markup in
            markup.element("th", ["scope": "col", "class": "corner"], text: "old \\ new")
            for ending in endings { markup.element("th", ["scope": "col"], text: ending.words) }
          }
        }
        markup.element("tbody") { markup in
          for (row, old) in endings.enumerated() {
            markup.element("tr") { markup in
              markup.element("th", ["scope": "row"], text: old.words)
              for (column, new) in endings.enumerated() {
                let count = replayed.matrix[old, new]
                markup.cell(
                  count, of: Pointer.to("matrix", "counts", "\(row)", "\(column)"),
                  class: old == new ? "same" : count > 0 ? "moved" : "")
              }
            }
          }
        }
      }
    }
  }

  private func groups(_ replayed: ReplayComparison, _ markup: inout Markup) {
    markup.aside(
      "Records that are now handled by another rule, or by the same rule with different actions or retries. Open a group to see a record under both."
    )
    if let note { markup.aside(note) }
    Filter.write(for: "group-rows", label: "Filter groups", &markup)
    let shown = replayed.groups.prefix(Self.most)
    markup.element("div", ["id": "group-rows"]) { markup in
      for (index, group) in shown.enumerated() {
        markup.newLine()
        markup.element("details") { self.group(group, index, &$0) }
      }
    }
    let rest = replayed.groups.dropFirst(Self.most)
    let records = rest.reduce(0) { $0 + $1.count } + replayed.inOtherGroups
    if records > 0 {
      markup.aside(
        "Left out: \(Figures.counted(records, "record")) of smaller groups. --format json has more.",
        class: "more limit")
    }
  }

  private func group(_ group: MovedGroup, _ index: Int, _ markup: inout Markup) {
    markup.element("summary") { markup in
      markup.element("span", ["class": "chip \(group.new.ending.look)"]) { markup in
        markup.figure(group.count, of: Pointer.to("moved", "\(index)", "count"))
        markup.text("×")
      }
      answer(group.old, &markup)
      markup.text(" → ")
      answer(group.new, &markup)
      Self.others(group.changes.names.filter { $0 != "answerer" && $0 != "outcome" }).write(&markup)
    }
    for (index, sample) in group.samples.enumerated() {
      let displayOrder = index == 0 ? samples[sample.ordinal] : nil
      markup.element("p", ["class": "meta"]) { markup in
        markup.text("record ")
        markup.name(redaction.text(sample.id), to: 40)
        markup.text(": ")
        markup.name(redaction.text(sample.name), to: 120)
      }
      guard let displayOrder else { continue }
      markup.element("div", ["class": "two"]) { markup in
        for (title, narrative) in [
          ("Under the old rules", displayOrder.old), ("Under the new rules", displayOrder.new),
        ] {
          markup.element("div") { markup in
            markup.element("h3", text: title)
            narrative?.write(&markup)
          }
        }
      }
    }
    if difference.explanations.indices.contains(index), let explanation = difference.explanations[index] {
      let commands = [explanation.old, explanation.new].compactMap { $0 }
      ReportMarkup(redaction).write([.block(commands, in: .page)], &markup)
    }
  }

  /// The other changes, less prominent.
  private static func others(_ changes: [String]) -> Words {
    changes.isEmpty ? "" : "\(aside: " (different \(changes.joined(separator: ", ")))")"
  }

  private func answer(_ answer: MovedGroup.Outcome, _ markup: inout Markup) {
    markup.name(answer.name)
    markup.element("span", ["class": "word \(answer.ending.look)"], text: " \(answer.ending.words)")
  }

  // MARK: - Comparison

  private func proof(_ proof: DifferenceProof, _ markup: inout Markup) {
    markup.aside("\(Self.title(proof.verdict)). \(Self.sentence(proof.verdict))")
    for difference in proof.differences.prefix(Self.most) {
      markup.newLine()
      markup.element("details", ["open": ""]) { markup in
        let words: Words =
          "\(label: difference.oldWords, longest: 120) → \(label: difference.newWords, longest: 120)"
        markup.element("summary") { (words + Self.others(difference.changes)).write(&$0) }
        markup.element("p") { $0.element("code", text: DisplayText.cut(difference.error, to: 1_000)) }
        let commands = [difference.explainOld, difference.explainNew].compactMap { $0 }
        ReportMarkup(.off).write(
          [.block(commands.map { DisplayText.cut($0, to: 1_200) }, in: .page)], &markup)
      }
    }
  }
}
