internal import Engine
internal import Explanations
internal import Reports
internal import Secrets
internal import Counting

/// The outcomes as HTML: how many errors ended how, by which rule, of which kind.
struct TallyView {
  let evaluation: StreamRun
  let stream: String
  private static let rows = 4
  private static let kinds = 100

  var html: String {
    var markup = Markup()
    markup.element("div", ["class": "lead"]) { lead(&$0) }
    markup.element("ul", ["class": "cards"]) { markup in
      for outcome in ShownOutcome.displayOrder where outcome == .nobody || count(outcome) > 0 {
        let isWide = outcome == .cancel || outcome == .proceed
        markup.element("li", ["class": "card \(outcome.look)\(isWide ? " wide" : "")"]) { card(outcome, &$0) }
      }
    }
    section("rules", "Rules", &markup) { rules(&$0) }
    if evaluation.errors > 0 { section("kinds", "Kinds of errors", &markup) { kinds(&$0) } }
    if evaluation.rejected > 0 { section("lines", "Rejected lines", &markup) { rejected(&$0) } }
    return markup.html
  }

  private func count(_ outcome: ShownOutcome) -> Int { evaluation.outcomes[outcome.rawValue] }

  private func section(
    _ id: String, _ title: String, _ markup: inout Markup, _ content: (inout Markup) -> Void
  ) {
    markup.element("section", ["id": id, "aria-labelledby": "\(id)-title"]) { markup in
      markup.element("h2", ["id": "\(id)-title"], text: title)
      content(&markup)
    }
  }

  private func lead(_ markup: inout Markup) {
    markup.element("p") { markup in
      markup.text(evaluation.isWhole ? "" : "The first ")
      markup.text("\(Figures.counted(evaluation.lines.records, "record")) of ")
      markup.name(stream)
      var others: [String] = []
      let lines = evaluation.lines
      if lines.events > 0 { others.append(Figures.counted(lines.events, "event")) }
      if lines.completed > 0 { others.append(Figures.counted(lines.completed, "completed operation")) }
      if evaluation.rejected > 0 { others.append("\(Figures.counted(evaluation.rejected, "line")) rejected") }
      markup.text(others.isEmpty ? "." : "; \(others.joined(separator: ", ")).")
    }
  }

  private func card(_ outcome: ShownOutcome, _ markup: inout Markup) {
    markup.element("h2") { markup in
      markup.element("span", text: outcome.title)
      if outcome != .nobody { markup.element("span", ["class": "word"], text: outcome.name) }
    }
    markup.element("p", ["class": "big"]) { markup in
      markup.number(count(outcome))
      markup.element("span", ["class": "share"], text: Figures.share(count(outcome), of: evaluation.errors))
    }
    var rows: [(name: String, count: Int)] = []
    if outcome == .nobody {
      rows = evaluation.kinds.map { ($0.name, $0.outcomes[outcome.rawValue]) }
    } else {
      rows = evaluation.handled.map {
        (evaluation.chain.name(ofClause: $0.clause), $0.outcomes[outcome.rawValue])
      }
    }
    rows = rows.filter { $0.count > 0 }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    guard !rows.isEmpty else {
      if outcome == .nobody { markup.element("p", text: "Every error is handled.") }
      return
    }
    markup.element("ul", ["class": "who"]) { markup in
      for row in rows.prefix(Self.rows) {
        markup.element("li") { markup in
          markup.number(row.count)
          markup.element("span") { $0.name(row.name, to: 60) }
        }
      }
    }
    let noun = outcome == .nobody ? "more kind" : "more rule"
    let rest = rows.count - Self.rows
    if rest > 0 { markup.aside("and \(Figures.counted(rest, noun))", class: "limit") }
  }

  private func rules(_ markup: inout Markup) {
    let chain = evaluation.chain
    let rows = evaluation.handled.map { (count: $0.outcomes.reduce(0, +), clause: $0.clause, $0.outcomes) }
      .sorted { ($1.count, $0.clause) < ($0.count, $1.clause) }
    let top = rows.first?.count ?? 0
    table(
      "rule-rows", "Table of rules", caption: "Handled: errors that ended at the rule.",
      ["Rule", "Handled", "Outcomes"], &markup
    ) { markup in
      for (count, index, outcomes) in rows {
        markup.element("tr") { markup in
          markup.element("th", ["scope": "row"]) { markup in
            markup.name(chain.name(ofClause: index))
            if !chain.clauses[index].isEnabled {
              markup.element("span", ["class": "meta"], text: " disabled")
            }
            if chain.clauses[index].kind == .eventRule {
              markup.element("span", ["class": "meta"], text: " for events")
            }
          }
          cells(count, outcomes, of: top, &markup)
        }
      }
    }
  }

  private func kinds(_ markup: inout Markup) {
    let kinds = evaluation.kinds
    let top = kinds.first?.count ?? 0
    table(
      "kind-rows", "Table of kinds of errors", caption: "The largest kinds of errors, with their outcomes.",
      ["Error", "Count", "Outcomes"], &markup
    ) { markup in
      for kind in kinds.prefix(Self.kinds) {
        markup.element("tr") { markup in
          markup.element("th", ["scope": "row"]) { $0.name(kind.name, to: 120) }
          cells(kind.count, kind.outcomes, of: top, &markup)
        }
      }
    }
    let rest = kinds.count - Self.kinds
    if rest > 0 { markup.aside("\(Figures.counted(rest, "rarer kind")) left out.", class: "more limit") }
  }

  private func table(
    _ id: String, _ label: String, caption: String, _ titles: [String], _ markup: inout Markup,
    _ rows: (inout Markup) -> Void
  ) {
    markup.scrolling(label) { markup in
      markup.element("table", ["id": id, "data-sort": ""]) { markup in
        markup.element("caption", text: caption)
        markup.element("thead") { markup in
          markup.element("tr") { markup in
            markup.element("th", ["scope": "col"], text: titles[0])
            markup.element("th", ["scope": "col", "class": "num"], text: titles[1])
            markup.element("th", ["scope": "col", "data-fixed": ""], text: titles[2])
          }
        }
        markup.element("tbody") { rows(&$0) }
      }
    }
  }

  private func cells(_ count: Int, _ outcomes: [Int], of top: Int, _ markup: inout Markup) {
    markup.element("td", ["class": "num"]) { if count > 0 { $0.number(count) } }
    markup.element("td", ["class": "wide"]) { Bar.outcomes(outcomes, of: top).write(&$0) }
  }

  private func rejected(_ markup: inout Markup) {
    markup.element("ul") { markup in
      for line in evaluation.rejectedLines {
        markup.element("li") { markup in
          markup.text("Line \(GroupedNumber.text(line.number)): ")
          markup.element("bdi", text: DisplayText.cut(line.reason, to: 200))
        }
      }
    }
    let rest = evaluation.rejected - evaluation.rejectedLines.count
    if rest > 0 { markup.aside("and \(Figures.counted(rest, "more line")).", class: "more limit") }
  }
}
