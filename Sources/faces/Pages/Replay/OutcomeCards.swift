internal import Explanations
internal import Replay
internal import Reports
internal import Engine
internal import Counting

/// The first screen: the number of errors with each outcome, and the rules behind it.
struct OutcomeCards {
  private let summary: ReplaySummary
  private let detail: ReplayDetail
  private let samples: ReplaySamples
  private static let rows = 4

  init(_ summary: ReplaySummary, _ detail: ReplayDetail, _ samples: ReplaySamples) {
    self.summary = summary
    self.detail = detail
    self.samples = samples
  }

  /// A card without any error would be empty, but that nothing is unhandled is an answer.
  var cards: [Card] {
    ReplayDetail.Outcome.displayOrder.filter { $0 == .nobody || detail.outcomes[$0.rawValue] > 0 }
      .map { outcome in
        let count = detail.outcomes[outcome.rawValue]
        let share: Words =
          "\(share: count, of: summary.lineCounts.errors, at: outcome.pointer, in: "/detail/outcomes")"
        var card = Card(outcome, figure: "\(count, at: outcome.pointer)" + share)
        if outcome == .nobody { addKinds(to: &card) } else { addRules(outcome, to: &card) }
        if outcome == .retry, summary.retries > 0 { card.parts.append(delay) }
        card.parts += aside(outcome)
        return card
      }
  }

  private var delay: Report.Part {
    let untracked: Words =
      summary.untracked > 0 ? ", \(summary.untracked, at: "/retryLoad/untracked") of them untracked" : ""
    return .line(
      "delay of \(duration: summary.delay, at: "/retryLoad/delay") in total, for \(summary.retries, "granted retry", plural: "granted retries", at: "/retryLoad/retries")\(untracked)"
    )
  }

  /// The rules with this outcome, the most frequent first.
  private func addRules(_ outcome: ReplayDetail.Outcome, to card: inout Card) {
    func count(_ row: Int) -> Int { detail.answers[row][outcome.rawValue] }
    let rows = detail.answers.indices.filter { count($0) > 0 }.sorted { (count($1), $0) < (count($0), $1) }
    card.rows = rows.prefix(Self.rows).map { row in
      let clause = summary.clauses[row]
      let actions = detail.actions[row].prefix(2).joined(separator: ", ")
      let name = link("\(clause.responder)/\(clause.name)", to: detail.firsts[row][outcome.rawValue])
      return (
        "\(count(row), at: Pointer.to("detail", "answers", "\(row)", "\(outcome.rawValue)"))",
        actions.isEmpty ? name : name + "\(below: actions)"
      )
    }
    if outcome == .cancel, summary.ignored > 0, rows.count < Self.rows {
      card.rows.append(("\(summary.ignored, at: "/ignored")", "ignored as cancellations"))
    }
    card.parts += more(rows.count, "rule", to: "#rules")
  }

  private func addKinds(to card: inout Card) {
    let kinds = summary.outcomes.unhandledKinds
    if kinds.isEmpty {
      card.parts.append(.line(summary.lineCounts.errors > 0 ? "every error is handled" : "no errors"))
    }
    card.rows = kinds.prefix(Self.rows).enumerated().map { index, kind in
      (
        "\(kind.count, at: Pointer.to("unhandledKinds", "\(index)", "count"))",
        link(kind.name, to: detail.firstUnhandled[index])
      )
    }
    card.parts += more(kinds.count, "kind", to: "#nobody")
  }

  private func link(_ name: String, to ordinal: UInt64?) -> Words {
    "\(name: name, longest: 60, to: samples[ordinal].map { "#\($0.anchor)" })"
  }

  private func more(_ count: Int, _ noun: String, to place: String) -> [Report.Part] {
    let rest = count - Self.rows
    return rest > 0
      ? [.line("\(link: "and \(Figures.counted(rest, "more \(noun)"))", to: place)")] : []
  }

  private func aside(_ outcome: ReplayDetail.Outcome) -> [Report.Part] {
    guard let evaluation = summary.outcomes.evaluations.first(where: { $0.name == outcome.name }),
      evaluation.count > detail.outcomes[outcome.rawValue]
    else { return [] }
    let count: Words = "\(evaluation.count, at: Pointer.to("outcomes", outcome.name))"
    return [.line("unhandled errors end as \(outcome.name) too: \(count) including them")]
  }
}
