package import Reports
internal import Bytes
internal import Engine
internal import Records
internal import RuleLanguage
internal import Source
internal import Counting

/// A replay's summary as a report: what each format has of it, and in which order.
package struct ReplayReport {
  let summary: ReplaySummary
  private let rules: String
  private let gates: [GateResult]
  /// The command that evaluates the same records.
  let command: String?
  /// The place on a page where a record is explained.
  let place: (UInt64?) -> String?
  static let rows = 12

  package init(
    _ summary: ReplaySummary, rules: String, gates: [GateResult] = [], command: String? = nil,
    place: @escaping (UInt64?) -> String? = { _ in nil }
  ) {
    (self.summary, self.rules, self.gates, self.command) = (summary, rules, gates, command)
    self.place = place
  }

  package var report: Report {
    let name = summary.name.map { "\($0)  " } ?? ""
    let byRule = kinds("rule", "rules") { $0.rules }
    return Report(
      notice: summary.read.isPartial ? "Interrupted: the results are incomplete." : nil,
      title: "\(name)\(rules)", markdownTitle: "What \(name: rules) would do", lead: lead,
      sections: [
        Report.Section("What would happen", outcomes, .bare), Report.Section("Categories", categories),
        Report.Section("Handled by", handledBy), Report.Section("Rules", rulesTable, id: "rules"),
        Report.Section("Unhandled errors", unhandled, id: "nobody", .open),
        Report.Section(
          "Kinds of errors by category",
          kinds("category", "categories") { $0.categories } + (byRule.isEmpty ? toListKinds : []),
          id: "kinds-category"),
        Report.Section(
          "Kinds of errors by rule", byRule + (byRule.isEmpty ? [] : toListKinds), id: "kinds-rule"),
        summary.byField.map { FieldReport($0, in: summary.read.zone).section }
          ?? Report.Section("Errors by field", []),
        Report.Section("Events", events),
        Report.Section(
          "Outside the contract", [counts(summary.outcomes.outOfContract, "responder", in: .written)]),
        Report.Section("Actions", actions, id: "actions"), Report.Section("Retries", retries, id: "retries"),
        Report.Section("Breakers", breakers, id: "breakers"),
        Report.Section(
          "Load of the retries", summary.load.map { LoadReport($0, in: summary.read.zone).parts } ?? [],
          id: "load", .open),
        Report.Section("Requests below", summary.layers.map { LayerReport($0).parts } ?? [], id: "layers"),
        Report.Section("Forgotten keys", forgotten),
        Report.Section("Rules that never fired", neverFired(most: Self.rows, in: .written)),
        Report.Section("Cost of each rule", summary.profile.map { Self.costs($0) } ?? []),
        Report.Section("Lines", LineReport(summary).parts, id: "lines", page: "Lines read"),
      ], gates: gates.map { $0.part })
  }

  private var lead: [Report.Part] {
    let records: Words = "\(summary.lineCounts.records, "record", at: "/ledger/records")"
    let some: Words = "\(records) from \(names: summary.read.streams, most: 5)"
    let streams = summary.read.streams
    let rest = streams.count - 16
    let names = streams.prefix(16).joined(separator: ", ")
    let shown = rest > 0 ? "\(names) and \(Figures.number(rest)) more" : names
    return [
      .line("\(records) from \(shown)", in: .text),
      .line(some, in: .markdown),
      .line("\(some), evaluated with \(name: rules)", in: .page),
    ] + (summary.read.selection.isEmpty ? [] : [.line("only \(names: summary.read.shownSelection)")])
      + Self.times(of: summary)
      + [
        summary.emptySpan?.sentence(in: summary.read.zone), summary.missingTimes?.sentence,
        summary.lateRecords?.sentence,
      ]
      .compactMap { $0 }
      .map { .line("\($0)", .warning) } + Self.missing(in: summary, in: .page)
  }

  /// The parts of streams that could not be read.
  package static func missing(in summary: ReplaySummary, in formats: Report.Formats = .all) -> [Report.Part] {
    zip(summary.read.streams, summary.sources.map { $0.fault }).compactMap { name, fault in
      fault.map { .line("\(name: name): \($0)", .warning, in: formats) }
    }
  }

  /// The span of the records' times, and their assumed years.
  package static func times(of summary: ReplaySummary) -> [Report.Part] {
    [SpanText.span(of: summary.times, in: summary.read.zone), SpanText.years(of: summary)].compactMap { $0 }
      .map { .line("\($0)", .loose) }
  }

  // MARK: - Outcomes

  private var outcomes: [Report.Part] {
    typealias Row = (outcome: ReplaySummary.Count, meaning: String)
    let meanings = ["go on", "try again", "give up the operation, stay", "leave the flow"]
    let rows: [Row] = zip(summary.outcomes.evaluations, meanings).filter { $0.0.count > 0 }.map {
      outcome, meaning in
      let isUncertain = outcome.name == Evaluation.retry.name && summary.untracked > 0
      return (outcome, meaning + (isUncertain ? ", \(Figures.number(summary.untracked)) untracked" : ""))
    }
    let errors = summary.lineCounts.errors
    let table = Table(
      rows,
      [
        Table.Column(.name, "outcome") { "\($0.outcome.name)" },
        Table.Column(.number, "errors") { "\($0.outcome.count)" },
        Table.Column(.number, "share") { "\(Figures.share($0.outcome.count, of: errors))" },
        Table.Column(.bar, "", in: .text) {
          .bar(Bar($0.outcome.count, look: "o-\($0.outcome.name)", of: errors))
        },
        Table.Column(.words, "meaning") { "\($0.meaning)" },
      ], layout: .bars(nameWidth: 9, beside: 29))
    var lines: [Words] = []
    if summary.lineCounts.records == 0 { lines.append("no records") }
    if summary.lineCounts.records > 0, errors == 0 { lines.append("no errors, only events") }
    var asides: [Words] = []
    if summary.unhandled > 0 { asides.append("\(summary.unhandled) unhandled") }
    if summary.ignored > 0 {
      asides.append(
        "\(summary.ignored) ignored as \(summary.ignored == 1 ? "a cancellation" : "cancellations")")
    }
    if summary.assumed > 0 {
      let customs = summary.unknownCustoms.isEmpty ? "" : ", or no plugin provides it"
      asides.append("\(summary.assumed) with an assumed answer or result (none is recorded\(customs))")
    }
    if !asides.isEmpty { lines.append(asides.joined(", ")) }
    return [.table(table, in: .written)] + lines.map { .line($0, in: .written) }
  }

  private var categories: [Report.Part] {
    typealias Row = ReplaySummary.CategoryOutcome
    let rows = summary.outcomes.categories
    let errors = summary.lineCounts.errors
    guard errors > 0 else { return [] }
    let isOne = rows.count == 1
    let outcomes: [(name: String, count: (Row) -> Int)] =
      summary.outcomes.evaluations.enumerated().map { index, outcome in (outcome.name, { $0.handled[index] })
      }
      + [("unhandled", { $0.unhandled })]
    let table = Table(
      rows,
      [
        Table.Column(.name, "category") { "\(name: $0.name)" },
        Table.Column(.number, "errors") { "\($0.errors)" },
        Table.Column(.number, "share") { "\(Figures.share($0.errors, of: errors))" },
        Table.Column(.bar, "", in: isOne ? .text : []) { Self.bar($0.errors, of: errors) },
      ]
        + outcomes.filter { outcome in rows.contains { outcome.count($0) > 0 } }.map { outcome in
          Table.Column(.number, outcome.name, in: isOne ? .markdown : .written) { "\(outcome.count($0))" }
        }, layout: isOne ? .bars() : .fitted(80))
    return [.table(table, in: .written)]
  }

  private static func bar(_ count: Int, of total: Int) -> Words {
    .bar(Bar(count, look: "o-none", of: total))
  }

  private var handledBy: [Report.Part] {
    typealias Row = (name: Words, count: Int)
    var rows: [Row] = summary.clauses.filter { $0.answered > 0 }
      .map { ("\(name: "\($0.responder)/\($0.name)")", $0.answered) }
    if summary.ignored > 0 { rows.append(("(ignored: cancellation)", summary.ignored)) }
    if summary.unhandled > 0 { rows.append(("(unhandled)", summary.unhandled)) }
    let records = summary.lineCounts.records
    let table = Table(
      rows,
      [
        Table.Column(.name, "rule") { $0.name }, Table.Column(.number, "errors") { "\($0.count)" },
        Table.Column(.number, "share") { "\(Figures.share($0.count, of: records))" },
        Table.Column(.bar, "", in: .text) { Self.bar($0.count, of: records) },
      ], layout: .bars())
    return records == 0 ? [] : [.table(table, in: .written)]
  }

  // MARK: - What the rules did

  private var events: [Report.Part] {
    guard summary.events > 0 else { return [] }
    typealias Row = (count: Int, words: Words)
    let recorded = summary.lineCounts.events
    var rows: [Row] = [(summary.events - summary.unhandledEvents, "handled")]
    if summary.unhandledEvents > 0 { rows.append((summary.unhandledEvents, "unhandled")) }
    if summary.raised > 0 {
      let rest: Words = summary.unhandledRaised > 0 ? ", \(summary.unhandledRaised) unhandled" : ""
      rows.append((summary.raised, "raised an error\(rest)"))
    }
    let columns = [
      Table.Column<Row>(.name, "outcome") { $0.words }, Table.Column(.number, "events") { "\($0.count)" },
    ]
    return [
      .table(Table(rows, columns, layout: .untitled), in: .written),
      .line("\(recorded) recorded, \(summary.events - recorded) emitted by rules", .aside, in: .written),
    ]
  }

  /// - Parameter pointer: the place of a number in JSON.
  private func counts(
    _ counts: [ReplaySummary.Count], _ noun: String, in formats: Report.Formats = .all, label: String = "",
    caption: String = ""
  ) -> Report.Part {
    typealias Row = (place: Int, count: ReplaySummary.Count)
    let top = counts.first?.count ?? 0
    let columns = [
      Table.Column<Row>(.name, noun) { "\(name: $0.count.name)" },
      Table.Column(.number, "times") {
        "\($0.count.count, at: Pointer.to("actions", "\($0.place)", "count"))"
      },
      Table.Column(.bar, "", in: .page) { .bar(Bar($0.count.count, look: "o-retry", of: top)) },
    ]
    return .table(
      Table(
        counts.enumerated().map { (place: $0.offset, count: $0.element) }, columns, layout: .untitled,
        limits: Table.Limits(text: Self.rows, page: 40), label: label, caption: caption,
        noun: "rarer \(noun)", more: { Self.otherKinds(counts.suffix($0).map { $0.count }) }), in: formats)
  }

  /// The line about the rest of a list.
  static func otherKinds(_ counts: [Int]) -> Words {
    "\(padded(Figures.number(counts.reduce(0, +)), 7))  more, of \(counts.count) other kinds"
  }

  private var actions: [Report.Part] {
    var asides: [Words] = []
    if summary.throttled > 0 {
      asides.append("\(summary.throttled, at: "/memory/throttled") skipped by a throttle")
    }
    if summary.coalesced > 0 {
      asides.append("\(summary.coalesced, "alert", at: "/memory/coalesced") merged into an open alert")
    }
    return [
      counts(
        summary.outcomes.actions, "action", label: "actions",
        caption: "Actions that would have run, with their number.")
    ] + (asides.isEmpty ? [] : [.line(asides.joined(", "))])
  }

  private var breakers: [Report.Part] {
    typealias Row = (place: Int, breaker: ReplaySummary.Breaker)
    func pointer(_ row: Row, _ key: String) -> String { Pointer.to("breakers", "\(row.place)", key) }
    let table = Table(
      summary.breakers.enumerated().map { (place: $0.offset, breaker: $0.element) },
      [
        Table.Column(.name, "breaker") { "\(name: $0.breaker.name)" },
        Table.Column(.words, "", in: .text) { "\($0.breaker.sentence)" },
        Table.Column(.number, "errors counted", in: .marked) {
          "\($0.breaker.count.errors, at: pointer($0, "errors"))"
        },
        Table.Column(.number, "opened", in: .marked) {
          "\($0.breaker.count.opened, at: pointer($0, "opened"))"
        },
        Table.Column(.number, "open for", in: .marked) {
          "\(duration: $0.breaker.open, at: pointer($0, "open"))"
        },
      ], layout: .named(), label: "breakers",
      caption: "How often each breaker opened, and for how long, for all its keys together.", noun: "breaker")
    return [.table(table)]
  }

  private var forgotten: [Report.Part] {
    let keys = summary.forgottenKeys
    let kinds = [
      (keys.retries, "retry budgets"), (keys.rates, "rates"), (keys.throttles, "throttles"),
      (keys.breakers, "breakers"),
    ]
    let shown: [Words] = kinds.filter { $0.0 > 0 }.map { "\($0.0) of \($0.1)" }
    return keys.total > 0
      ? [.line("\(shown.joined(", ")); keep more with --limit state-keys=N", in: .written)] : []
  }

  /// The rules of each responder, of so many responders and so many of each.
  func neverFired(most: Int, in formats: Report.Formats) -> [Report.Part] {
    guard summary.lineCounts.records > 0 || formats == .page else { return [] }
    var responders: [(name: String, rules: [String])] = []
    for clause in summary.neverFired {
      if responders.last?.name == clause.responder {
        responders[responders.count - 1].rules.append(clause.name)
      } else {
        responders.append((clause.responder, [clause.name]))
      }
    }
    let others = responders.count - most
    return [
      .list(responders.prefix(most).map { "\(name: $0.name): \(names: $0.rules, most: most)" }, in: formats)
    ] + (others > 0 ? [.line("and more in \(others) other responders", in: formats)] : [])
  }

  private static func costs(_ profile: ReplayProfile) -> [Report.Part] {
    typealias Row = ReplayProfile.Row
    let rows = profile.byCost
    func count(_ title: String, _ figure: @escaping (QuestionCost) -> Int) -> Table.Column<Row> {
      Table.Column(.number, title, width: 12) { "\(figure($0.cost))" }
    }
    let table = Table(
      rows,
      [
        Table.Column(.name, "", in: .text) { "\($0.name)" },
        Table.Column(.name, "rule", in: .markdown) { "\(name: $0.name)" },
        Table.Column(.number, "share", width: 8) { "\(share(profile.share(of: $0)))" },
        count("evaluated") { $0.evaluations }, count("matched") { $0.matched },
        count("patterns") { $0.patternTests },
      ], limits: Table.Limits(text: 24),
      more: { left in
        let rest = rows.suffix(left).reduce(0) { $0 + profile.share(of: $1) }
        return "\(padded(share(rest), 8)) of \(left) others; --format json has them all"
      })
    let never = profile.rows.count - rows.count
    let rest: Words = never > 0 ? "; \(never) never evaluated" : ""
    let time = ReplaySpeed.time(profile.nanoseconds)
    return [
      .table(table, in: .written),
      .line(
        "\(time) to evaluate every rule; without --profile an index skips most\(rest)", .aside, in: .written),
    ]
  }

  /// A share of ten-thousandths as a percentage.
  static func share(_ share: Int) -> String { "\(share / 100).\(share % 100 / 10) %" }
}
