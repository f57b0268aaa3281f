internal import Explanations
internal import Replay
internal import Engine
internal import Secrets

/// The first screen: the number of errors with each outcome, and the rules behind it.
struct OutcomeCards {
  private let summary: ReplaySummary
  private let detail: ReplayDetail
  private let samples: ReplaySamples
  private let redaction: Redactor
  private static let rows = 4

  init(_ summary: ReplaySummary, _ detail: ReplayDetail, _ samples: ReplaySamples, _ redaction: Redactor) {
    self.summary = summary
    self.detail = detail
    self.samples = samples
    self.redaction = redaction
  }

  func write(_ markup: inout Markup) {
    markup.element("ul", ["class": "cards"]) { markup in
      // A card without any error would be empty, but that nothing is unhandled is an answer.
      let shown = ReplayDetail.Outcome.displayOrder.filter {
        $0 == .nobody || detail.outcomes[$0.rawValue] > 0
      }
      for outcome in shown {
        let isWide = outcome == .cancel || outcome == .proceed
        markup.newLine()
        markup.element("li", ["class": "card \(outcome.look)\(isWide ? " wide" : "")"]) { card(outcome, &$0) }
      }
    }
  }

  private func card(_ outcome: ReplayDetail.Outcome, _ markup: inout Markup) {
    let count = detail.outcomes[outcome.rawValue]
    markup.element("h2") { markup in
      markup.element("span", text: outcome.title)
      if outcome != .nobody { markup.element("span", ["class": "word"], text: outcome.name) }
    }
    markup.element("p", ["class": "big"]) { markup in
      markup.figure(count, of: outcome.pointer)
      markup.share(count, of: summary.lineCounts.errors, at: outcome.pointer, in: "/detail/outcomes")
    }
    if outcome == .nobody { nobody(&markup) } else { who(outcome, &markup) }
    if outcome == .retry, summary.retries > 0 {
      markup.element("p") { markup in
        markup.text("Delay of ")
        markup.duration(summary.delay, of: "/retryLoad/delay")
        markup.text(" in total, for ")
        markup.figure(summary.retries, of: "/retryLoad/retries")
        markup.text(" granted \(summary.retries == 1 ? "retry" : "retries")")
        if summary.untracked > 0 {
          markup.text(", ")
          markup.figure(summary.untracked, of: "/retryLoad/untracked")
          markup.text(" of them untracked")
        }
        markup.text(".")
      }
    }
    aside(outcome, &markup)
  }

  /// The rules with this outcome, the most frequent first.
  private func who(_ outcome: ReplayDetail.Outcome, _ markup: inout Markup) {
    var rows = detail.answers.indices.filter { detail.answers[$0][outcome.rawValue] > 0 }
    rows.sort { left, right in
      let (a, b) = (detail.answers[left][outcome.rawValue], detail.answers[right][outcome.rawValue])
      return a > b || a == b && left < right
    }
    let ignored = outcome == .cancel ? summary.ignored : 0
    guard !rows.isEmpty || ignored > 0 else { return }
    markup.element("ul", ["class": "who"]) { markup in
      for row in rows.prefix(Self.rows) {
        let clause = summary.clauses[row]
        markup.element("li") { markup in
          markup.figure(
            detail.answers[row][outcome.rawValue],
            of: Pointer.to("detail", "answers", "\(row)", "\(outcome.rawValue)"))
          markup.element("span") { markup in
            let sample = samples[detail.firsts[row][outcome.rawValue]]
            link("\(clause.responder)/\(clause.name)", to: sample, &markup)
            let actions = detail.actions[row].prefix(2).map { redaction.text($0) }
            if !actions.isEmpty {
              markup.element(
                "bdi", ["class": "does name"], text: DisplayText.cut(actions.joined(separator: ", "), to: 60))
            }
          }
        }
      }
      if ignored > 0, rows.count < Self.rows {
        markup.element("li") { markup in
          markup.figure(ignored, of: "/ignored")
          markup.element("span", text: "ignored as cancellations")
        }
      }
    }
    if rows.count > Self.rows { more(rows.count - Self.rows, "rule", to: "#rules", &markup) }
  }

  private func nobody(_ markup: inout Markup) {
    guard !summary.unhandledKinds.isEmpty else {
      return markup.element("p", text: "Every error is handled.")
    }
    markup.element("ul", ["class": "who"]) { markup in
      for (index, kind) in summary.unhandledKinds.prefix(Self.rows).enumerated() {
        markup.element("li") { markup in
          markup.figure(kind.count, of: Pointer.to("unhandledKinds", "\(index)", "count"))
          markup.element("span") {
            link(redaction.text(kind.name), to: samples[detail.firstUnhandled[index]], &$0)
          }
        }
      }
    }
    let rest = summary.unhandledKinds.count - Self.rows
    if rest > 0 { more(rest, "kind", to: "#nobody", &markup) }
  }

  private func link(_ name: String, to sample: ReplaySample?, _ markup: inout Markup) {
    guard let sample else { return markup.name(name, to: 60) }
    markup.element("a", ["href": "#\(sample.anchor)"]) { $0.name(name, to: 60) }
  }

  private func more(_ count: Int, _ noun: String, to place: String, _ markup: inout Markup) {
    markup.element("p") { markup in
      markup.element(
        "a", ["class": "limit", "href": place], text: "and \(Figures.counted(count, "more \(noun)"))")
    }
  }

  private func aside(_ outcome: ReplayDetail.Outcome, _ markup: inout Markup) {
    guard let evaluation = summary.evaluations.first(where: { $0.name == outcome.name }) else { return }
    let rest = evaluation.count - detail.outcomes[outcome.rawValue]
    guard rest > 0 else { return }
    markup.element("p") { markup in
      markup.text("Unhandled errors end as \(outcome.name) too: ")
      markup.figure(evaluation.count, of: Pointer.to("outcomes", outcome.name))
      markup.text(" including them.")
    }
  }
}
