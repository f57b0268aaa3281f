internal import Explanations
package import Differences
internal import Replay
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
    var parts: [Page.Part] = []
    if !difference.changes.isEmpty {
      parts.append(Page.Part(id: "changes", title: "Changes in the rules", write: changes))
    }
    if let replayed = difference.replayed {
      if replayed.matrix.total > 0 {
        parts.append(Page.Part(id: "moved", title: "Changed outcomes", write: { self.moved(replayed, &$0) }))
      }
      if !replayed.groups.isEmpty {
        parts.append(Page.Part(id: "rules", title: "Changed rules", write: { self.groups(replayed, &$0) }))
      }
      let retries = RetriesComparison(replayed)
      if !retries.isEmpty { parts.append(Page.Part(id: "load", title: "Retries", write: retries.write)) }
      if !replayed.actions.isEmpty {
        parts.append(
          Page.Part(id: "actions", title: "Actions", write: { self.actions(replayed.actions, &$0) }))
      }
    }
    if let proof = difference.proof {
      parts.append(
        Page.Part(id: "static", title: "Comparison of the rules", write: { self.proof(proof, &$0) }))
    }
    return Page(
      title: "Changes: \(DisplayText.cut(difference.new.name ?? difference.new.file, to: 60))",
      lead: lead,
      answer: cards,
      parts: parts,
      foot: [
        redaction.sentence,
        "This file loads and sends nothing. --format json has the same figures.",
      ]
    )
  }

  private func changes(_ markup: inout Markup) {
    markup.element("ul") { markup in
      for change in difference.changes.prefix(Self.most) {
        markup.element("li") { markup in
          markup.name(redaction.text(change.subject))
          markup.text(" \(redaction.text(change.text))")
        }
      }
    }
    let rest = difference.changes.count - Self.most
    if rest > 0 {
      markup.element("p", ["class": "limit"], text: "… and \(rest) more; --format json has all.")
    }
  }

  private func lead(_ markup: inout Markup) {
    if difference.replayed?.old.isPartial == true {
      markup.element("p", ["class": "warn"], text: "Interrupted: the results are incomplete.")
    }
    markup.element("p") { markup in
      markup.text("From ")
      markup.name(difference.old.file)
      markup.text(" to ")
      markup.name(difference.new.file)
      if let replayed = difference.replayed {
        markup.text(", on ")
        markup.figure(replayed.matrix.total, of: "/records")
        markup.text(" records of ")
        for (index, stream) in replayed.old.streams.prefix(3).enumerated() {
          if index > 0 { markup.text(", ") }
          markup.name(redaction.text(stream))
        }
        if replayed.old.streams.count > 3 {
          markup.element("span", ["class": "limit"], text: " and \(replayed.old.streams.count - 3) more")
        }
      }
    }
    if let replayed = difference.replayed {
      if let span = SpanText.span(of: replayed.old.times) {
        markup.element("p", ["class": "aside scale"], text: span)
      }
      if let years = SpanText.years(of: replayed.old) {
        markup.element("p", ["class": "aside scale"], text: "\(years).")
      }
      if let missing = replayed.missingTimes {
        markup.element("p", ["class": "warn scale"], text: missing.sentence)
      }
    }
    GateList.write(difference.gates, &markup)
  }

  private func cards(_ markup: inout Markup) {
    markup.element("ul", ["class": "cards"]) { markup in
      if let replayed = difference.replayed {
        let total = replayed.matrix.total
        card("o-abort", "Changed", replayed.changed, total, "/changed", &markup) { markup in
          for (count, key, words) in [
            (replayed.otherOutcome, "outcome", "different outcome"),
            (replayed.otherEffects, "actions", "different actions"),
            (replayed.otherRetries, "retry", "different retry"),
          ] where count > 0 {
            markup.element("li") { markup in
              markup.figure(count, of: Pointer.to("changes", key))
              markup.element("span", text: words)
            }
          }
        }
        if replayed.matrix.moved > 0 {
          card("o-retry", "Changed outcome", replayed.matrix.moved, total, movedPointer(replayed), &markup) {
            markup in
            for (row, column, count) in moves(replayed).prefix(5) {
              let endings = replayed.matrix.endings
              markup.element("li") { markup in
                markup.figure(count, of: Pointer.to("matrix", "counts", "\(row)", "\(column)"))
                markup.element("span", text: "\(endings[row].words) → \(endings[column].words)")
              }
            }
          }
        }
        if replayed.reassigned > 0 {
          card("o-none", "Same result, another rule", replayed.reassigned, total, "/reassigned", &markup) {
            markup in
            if replayed.recategorised > 0 {
              markup.element("li") { markup in
                markup.figure(replayed.recategorised, of: "/recategorised")
                markup.element("span", text: "get another category")
              }
            }
          }
        }
      }
      if let proof = difference.proof {
        markup.element("li", ["class": "card \(proof.verdict == .same ? "o-good" : "o-nobody") wide all"]) {
          markup in
          markup.element("h2", text: Self.title(proof.verdict))
          markup.element("p", text: Self.sentence(proof.verdict))
          examples(proof, &markup)
        }
      }
    }
  }

  /// The first errors that show the difference, of those below.
  private func examples(_ proof: DifferenceProof, _ markup: inout Markup) {
    guard !proof.differences.isEmpty else { return }
    markup.element("ul") { markup in
      for difference in proof.differences.prefix(Self.examples) {
        markup.element("li") { markup in
          markup.element("bdi", ["class": "label"], text: DisplayText.cut(difference.oldWords, to: 60))
          markup.text(" → ")
          markup.element("bdi", ["class": "label"], text: DisplayText.cut(difference.newWords, to: 60))
        }
      }
    }
    markup.element("p") { $0.element("a", ["href": "#static"], text: "See the errors") }
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

  private func card(
    _ look: String, _ title: String, _ count: Int, _ total: Int, _ pointer: String, _ markup: inout Markup,
    _ rows: (inout Markup) -> Void
  ) {
    markup.element("li", ["class": "card \(look)"]) { markup in
      markup.element("h2", text: title)
      markup.element("p", ["class": "big"]) { markup in
        markup.figure(count, of: pointer)
        markup.share(count, of: total, at: pointer, in: "/records")
      }
      var list = Markup()
      rows(&list)
      if list.isEmpty {
        if count == 0 { markup.element("p", text: "Every record has the same result.") }
      } else {
        markup.element("ul", ["class": "who"]) { rows(&$0) }
      }
    }
  }

  /// The cells of the matrix off the diagonal.
  private func movedPointer(_ replayed: ReplayComparison) -> String {
    let all = replayed.matrix.endings.indices
    return all.flatMap { row in
      all.filter { $0 != row }.map { Pointer.to("matrix", "counts", "\(row)", "\($0)") }
    }
    .joined(separator: " ")
  }

  private func moves(_ replayed: ReplayComparison) -> [(row: Int, column: Int, count: Int)] {
    let endings = replayed.matrix.endings
    var moves: [(row: Int, column: Int, count: Int)] = []
    for (row, old) in endings.enumerated() {
      for (column, new) in endings.enumerated() where row != column && replayed.matrix[old, new] > 0 {
        moves.append((row, column, replayed.matrix[old, new]))
      }
    }
    return moves.sorted { ($1.count, $0.row, $0.column) < ($0.count, $1.row, $1.column) }
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
      let others = group.changes.names.filter { $0 != "answerer" && $0 != "outcome" }
      if !others.isEmpty {
        markup.element("span", ["class": "meta"], text: " (different \(others.joined(separator: ", ")))")
      }
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
      for command in [explanation.old, explanation.new].compactMap({ $0 }) {
        markup.element("p", ["class": "meta"]) { $0.element("code", text: redaction.text(command)) }
      }
    }
  }

  private func answer(_ answer: MovedGroup.Outcome, _ markup: inout Markup) {
    markup.name(answer.name)
    markup.element("span", ["class": "word \(answer.ending.look)"], text: " \(answer.ending.words)")
  }

  // MARK: - Actions, comparison

  private func actions(_ actions: [ActionChange], _ markup: inout Markup) {
    markup.scrolling("Table of actions") { markup in
      markup.element("table", ["data-sort": ""]) { markup in
        markup.element("caption", text: "Actions that would run more or less often.")
        markup.element("thead") { markup in
          markup.element("tr") { markup in
            markup.element("th", ["scope": "col"], text: "Action")
            for title in ["Old", "New"] {
              markup.element("th", ["scope": "col", "class": "num"], text: title)
            }
          }
        }
        markup.element("tbody") { markup in
          for (index, action) in actions.prefix(Self.most).enumerated() {
            markup.element("tr") { markup in
              markup.element("th", ["scope": "row"]) { $0.name(redaction.text(action.name)) }
              markup.cell(action.old, of: Pointer.to("actions", "\(index)", "old"))
              markup.cell(action.new, of: Pointer.to("actions", "\(index)", "new"))
            }
          }
        }
      }
    }
    if actions.count > Self.most {
      markup.aside(
        "\(Figures.counted(actions.count - Self.most, "more action")) left out.", class: "more limit")
    }
  }

  private func proof(_ proof: DifferenceProof, _ markup: inout Markup) {
    markup.aside("\(Self.title(proof.verdict)). \(Self.sentence(proof.verdict))")
    for difference in proof.differences.prefix(Self.most) {
      markup.newLine()
      markup.element("details", ["open": ""]) { markup in
        markup.element("summary") { markup in
          markup.element("bdi", ["class": "label"], text: DisplayText.cut(difference.oldWords, to: 120))
          markup.text(" → ")
          markup.element("bdi", ["class": "label"], text: DisplayText.cut(difference.newWords, to: 120))
          if !difference.changes.isEmpty {
            markup.element(
              "span", ["class": "meta"], text: " (different \(difference.changes.joined(separator: ", ")))")
          }
        }
        markup.element("p") { $0.element("code", text: DisplayText.cut(difference.error, to: 1_000)) }
        for command in [difference.explainOld, difference.explainNew].compactMap({ $0 }) {
          markup.element("p", ["class": "meta"]) {
            $0.element("code", text: DisplayText.cut(command, to: 1_200))
          }
        }
      }
    }
  }
}
