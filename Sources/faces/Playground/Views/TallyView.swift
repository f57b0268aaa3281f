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

  /// The elements of the HTML.
  var elements: [String] {
    // The texts have no secrets any more.
    let writer = ReportMarkup(.off)
    let report = Report(
      title: "", markdownTitle: "", lead: [.line(lead)],
      sections: [
        Report.Section("Rules", [.table(rules)], id: "rules"),
        Report.Section("Kinds of errors", [.table(kinds)], id: "kinds"),
        Report.Section("Rejected lines", rejected, id: "lines"),
      ])
    let lead: (inout Markup) -> Void = {
      $0.element("div", ["class": "lead"]) { writer.lead(of: report, &$0) }
    }
    let outcomes: (inout Markup) -> Void = { Card.write(cards, .off, &$0) }
    return ([lead, outcomes] + writer.sections(of: report).map { $0.write }).map(Markup.html)
  }

  private var lead: Words {
    let lines = evaluation.lines
    let others: [(count: Int, words: Words)] = [
      (lines.events, "\(lines.events, "event")"),
      (lines.completed, "\(lines.completed, "completed operation")"),
      (evaluation.rejected, "\(evaluation.rejected, "line") rejected"),
    ]
    let rest = others.filter { $0.count > 0 }.map { $0.words }.joined(", ")
    let records: Words = "\(lines.records, "record") of \(name: stream)"
    return (evaluation.isWhole ? "" : "The first ") + records + (rest.isEmpty ? "" : "; \(rest)")
  }

  // MARK: - Outcomes

  private var cards: [Card] {
    ShownOutcome.displayOrder.compactMap { outcome in
      let count = evaluation.outcomes[outcome.rawValue]
      guard count > 0 || outcome == .nobody else { return nil }
      var card = Card(outcome, figure: "\(count)\(share: count, of: evaluation.errors)")
      let all =
        outcome == .nobody
        ? evaluation.kinds.map { (name: $0.name, count: $0.outcomes[outcome.rawValue]) }
        : evaluation.handled.map {
          (name: evaluation.chain.name(ofClause: $0.clause), count: $0.outcomes[outcome.rawValue])
        }
      let rows = all.filter { $0.count > 0 }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
      card.rows = rows.prefix(Self.rows).map { ("\($0.count)", "\(name: $0.name, longest: 60)") }
      let rest = rows.count - Self.rows
      if rows.isEmpty { card.parts = [.line("every error is handled")] }
      if rest > 0 {
        card.parts = [.line("and \(rest, outcome == .nobody ? "more kind" : "more rule")", .loose)]
      }
      return card
    }
  }

  // MARK: - Tables

  private var rules: Table {
    typealias Row = (clause: Int, outcomes: [Int], count: Int)
    let rows: [Row] = evaluation.handled.map { ($0.clause, $0.outcomes, $0.outcomes.reduce(0, +)) }
      .sorted { ($1.count, $0.clause) < ($0.count, $1.clause) }
    let top = rows.first?.count ?? 0
    return Table(
      rows,
      [
        Table.Column<Row>(.name, "rule") { row in
          let clause = evaluation.chain.clauses[row.clause]
          return
            "\(name: evaluation.chain.name(ofClause: row.clause))\(aside: clause.isEnabled ? "" : " disabled")\(aside: clause.kind == .eventRule ? " for events" : "")"
        },
        Table.Column(.number, "handled") { "\($0.count)" },
        Table.Column(.bar, "outcomes") { .bar(Bar.outcomes($0.outcomes, of: top)) },
      ], limits: Table.Limits(page: .max), label: "rules",
      caption: "Handled: errors that ended at the rule.", id: "rule-rows")
  }

  private var kinds: Table {
    let top = evaluation.kinds.first?.count ?? 0
    return Table(
      evaluation.kinds,
      [
        Table.Column(.name, "error") { "\(name: $0.name, longest: 120)" },
        Table.Column(.number, "count") { "\($0.count)" },
        Table.Column(.bar, "outcomes") { .bar(Bar.outcomes($0.outcomes, of: top)) },
      ], limits: Table.Limits(page: Self.kinds), label: "kinds of errors",
      caption: "The largest kinds of errors, with their outcomes.", id: "kind-rows",
      pageMore: { "\(Figures.counted($0, "rarer kind")) left out." })
  }

  private var rejected: [Report.Part] {
    let rest = evaluation.rejected - evaluation.rejectedLines.count
    let lines = evaluation.rejectedLines.map {
      "Line \($0.number): \(label: $0.reason, longest: 200)" as Words
    }
    return [.list(lines)] + (rest > 0 ? [.line("and \(rest, "more line")", .aside)] : [])
  }
}
