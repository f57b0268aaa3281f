internal import Reports
package import RuleEngine

package struct ReplayText {
  private let paint: Paint
  private var lines: [String] = []
  private static let barWidth = 24
  private static let rows = 12

  package init(paint: Paint) {
    self.paint = paint
  }

  package mutating func text(of summary: ReplaySummary, rules: String) -> String {
    lines = []
    let ledger = summary.ledger
    if summary.isPartial { lines += [paint("Interrupted. These are the results so far.", .yellow), ""] }
    let name = summary.name.map { "\($0)  " } ?? ""
    lines.append(paint(VisibleText.of("\(name)\(rules)"), .bold))
    lines.append(
      VisibleText.of("\(counted(ledger.records, "record")) from \(summary.streams.joined(separator: ", "))")
    )
    if !summary.selection.isEmpty {
      lines.append(VisibleText.of("only \(summary.selection.joined(separator: ", "))"))
    }
    heading("What would happen")
    outcomes(summary)
    if ledger.errors > 0, !summary.categories.isEmpty {
      heading("Categories")
      table(summary.categories.map { ($0.name, $0.count) }, of: ledger.errors)
    }
    if ledger.records > 0 {
      heading("Handled by")
      answerers(summary)
    }
    if !summary.unhandledKinds.isEmpty {
      heading("Unhandled errors")
      unhandled(summary)
    }
    if summary.events > 0 {
      heading("Events")
      events(summary)
    }
    if !summary.outOfContract.isEmpty {
      heading("Outside the contract")
      counts(summary.outOfContract)
    }
    if !summary.actions.isEmpty || summary.throttled + summary.coalesced > 0 {
      heading("Actions")
      counts(summary.actions)
      undone(summary)
    }
    if summary.retries > 0 {
      heading("Retries")
      retries(summary)
    }
    if let load = summary.load {
      heading("Load of the retries")
      lines += LoadText.lines(of: load, paint: paint)
    }
    forgotten(summary.forgottenKeys)
    if ledger.records > 0 { neverFired(summary.neverFired) }
    if let profile = summary.profile {
      heading("Cost of each rule")
      lines += ProfileText.lines(of: profile, paint: paint)
    }
    heading("Lines")
    self.ledger(summary)
    return lines.joined(separator: "\n") + "\n"
  }

  /// Lists the rules that never fired, one line for each responder.
  private mutating func neverFired(_ stations: [ReplaySummary.Station]) {
    guard !stations.isEmpty else { return }
    heading("Rules that never fired")
    var responders: [(name: String, rules: [String])] = []
    for station in stations {
      if responders.last?.name == station.responder {
        responders[responders.count - 1].rules.append(station.name)
      } else {
        responders.append((station.responder, [station.name]))
      }
    }
    for responder in responders.prefix(Self.rows) {
      let shown = Array(responder.rules.prefix(Self.rows)).joined(separator: ", ")
      let others = responder.rules.count - Self.rows
      let rest = others > 0 ? " and \(number(others)) more" : ""
      lines.append("  \(VisibleText.of("\(responder.name): \(shown)"))\(rest)")
    }
    if responders.count > Self.rows {
      lines.append("  and more in \(number(responders.count - Self.rows)) other responders")
    }
  }

  private mutating func heading(_ title: String) {
    lines += ["", paint(title, .bold)]
  }

  private mutating func outcomes(_ summary: ReplaySummary) {
    let styles: [Paint.Style] = [.green, .cyan, .yellow, .red]
    let meanings = ["go on", "try again", "give up the operation, stay", "leave the flow"]
    let unhandled = summary.unhandled
    for (index, evaluation) in summary.evaluations.enumerated() where evaluation.count > 0 {
      let row = row(evaluation.name, evaluation.count, of: summary.ledger.errors, width: 9, styles[index])
      lines.append("\(row)  \(paint(meanings[index], .dim))")
    }
    if summary.ledger.records == 0 { lines.append("  no records") }
    if summary.ledger.records > 0, summary.ledger.errors == 0 {
      lines.append("  no errors, only events")
    }
    var asides: [String] = []
    if unhandled > 0 { asides.append("\(number(unhandled)) unhandled") }
    if summary.ignored > 0 { asides.append("\(number(summary.ignored)) ignored as cancellations") }
    if summary.assumed > 0 {
      let customs = summary.unknownCustoms.isEmpty ? "" : ", or no plugin provides it"
      asides.append("\(number(summary.assumed)) with an assumed answer (none is recorded\(customs))")
    }
    if !asides.isEmpty { lines.append("  \(asides.joined(separator: ", "))") }
  }

  private mutating func answerers(_ summary: ReplaySummary) {
    var rows: [(String, Int)] = []
    for station in summary.stations where station.answered > 0 {
      rows.append(("\(station.responder)/\(station.name)", station.answered))
    }
    if summary.ignored > 0 { rows.append(("(ignored: cancellation)", summary.ignored)) }
    if summary.unhandled > 0 { rows.append(("(unhandled)", summary.unhandled)) }
    table(rows, of: summary.ledger.records)
  }

  private mutating func unhandled(_ summary: ReplaySummary) {
    counts(summary.unhandledKinds)
    if summary.unhandledOtherKinds > 0 {
      lines.append("  and \(number(summary.unhandledOtherKinds)) of other kinds")
    }
    let roots = summary.unhandledAtRoots.map { "\(number($0.count)) at \($0.name)" }
    lines.append(paint(VisibleText.of("  \(roots.joined(separator: "; "))"), .dim))
  }

  private mutating func events(_ summary: ReplaySummary) {
    let recorded = summary.ledger.events
    let emitted = summary.events - recorded
    let handled = summary.events - summary.unhandledEvents
    lines.append("  \(pad(handled, 7))  handled")
    if summary.unhandledEvents > 0 { lines.append("  \(pad(summary.unhandledEvents, 7))  unhandled") }
    if summary.raised > 0 {
      let rest = summary.unhandledRaised > 0 ? ", \(number(summary.unhandledRaised)) unhandled" : ""
      lines.append("  \(pad(summary.raised, 7))  raised an error\(rest)")
    }
    lines.append(paint("  \(number(recorded)) recorded, \(number(emitted)) emitted by rules", .dim))
  }

  private mutating func retries(_ summary: ReplaySummary) {
    for station in summary.stations where station.retries > 0 {
      let share = station.retries == 0 ? 0 : station.delay / station.retries
      lines.append(
        VisibleText.of(
          "  \(pad(station.retries, 7))  \(station.responder)/\(station.name), delay "
            + "\(seconds(share)) on average, \(seconds(station.delay)) in total"
        )
      )
    }
    if summary.untracked > 0 {
      lines.append(
        "  \(number(summary.untracked)) of them untracked: the record has no attempt, and nothing to count it by"
      )
    }
  }

  private mutating func undone(_ summary: ReplaySummary) {
    var asides: [String] = []
    if summary.throttled > 0 { asides.append("\(number(summary.throttled)) skipped by a throttle") }
    if summary.coalesced > 0 {
      asides.append("\(counted(summary.coalesced, "alert")) merged into an open alert")
    }
    if !asides.isEmpty { lines.append("  \(asides.joined(separator: ", "))") }
  }

  private mutating func forgotten(_ keys: ForgottenKeys) {
    guard keys.total > 0 else { return }
    heading("Forgotten keys")
    let kinds = [(keys.retries, "retry budgets"), (keys.rates, "rates"), (keys.throttles, "throttles")]
    let shown = kinds.filter { $0.0 > 0 }.map { "\(number($0.0)) of \($0.1)" }
    lines.append("  \(shown.joined(separator: ", ")); keep more with --limit state-keys=N")
  }

  private mutating func ledger(_ summary: ReplaySummary) {
    let ledger = summary.ledger
    let parts: [(Int, String)] = [
      (ledger.records, "evaluated"), (ledger.filtered, "filtered"),
      (ledger.notErrors, ledger.notErrors == 1 ? "not an error" : "not errors"),
      (ledger.rejected, "rejected"), (ledger.tooLong, "too long"),
      (ledger.truncated, "truncated"), (ledger.blank, "blank"), (ledger.passedOver, "skipped"),
      (ledger.continued, "inside records"),
    ]
    let shown = parts.filter { $0.0 > 0 }.map { "\(number($0.0)) \($0.1)" }
    let holding = ledger.inner > 0 ? ", containing \(number(ledger.inner)) more records" : ""
    lines.append(
      "  \(number(ledger.lines)) read\(holding): \(shown.isEmpty ? "none" : shown.joined(separator: ", "))"
    )
    sources(summary)
    let notes: [(Int, String)] = [
      (ledger.untimed, "filtered because they have no time"),
      (ledger.repaired, "with invalid text replaced by U+FFFD"),
      (ledger.wronglyTyped, "with a member of the wrong type, read as an attribute"),
      (ledger.cutCauses, "with more causes than --limit causes allows"),
      (ledger.unknownCategories, "with a category that the rules do not list"),
      (ledger.outOfOrder, "out of order: earlier than a record before them"),
      (ledger.wrongAnswers, "with a recorded answer that matches no button"),
    ]
    for (count, note) in notes where count > 0 { lines.append("  \(number(count)) \(note)") }
    for refusal in summary.refusals.prefix(Self.rows) {
      let stream = VisibleText.of(summary.streams[refusal.stream])
      let column = refusal.column > 0 ? ":\(refusal.column)" : ""
      lines.append("  \(stream):\(refusal.line)\(column): \(VisibleText.of(refusal.reason))")
    }
    if ledger.refused > Self.rows {
      lines.append(
        "  and \(number(ledger.refused - min(Self.rows, summary.refusals.count))) more; save them with --rejects FILE"
      )
    }
  }

  /// Lists streams in other formats, with the line counts of each.
  private mutating func sources(_ summary: ReplaySummary) {
    for (name, source) in zip(summary.streams, summary.sources) {
      if let fault = source.fault { lines.append("  \(VisibleText.of(name)): \(fault)") }
      if source.rotations > 0 {
        lines.append("  \(VisibleText.of(name)): rotated \(times(source.rotations))")
      }
      if source.truncations > 0 {
        lines.append(
          "  \(VisibleText.of(name)): truncated \(times(source.truncations)); lines not read before are lost"
        )
      }
    }
    guard summary.sources.contains(where: { $0.format != "errctl" }) else { return }
    for (name, source) in zip(summary.streams, summary.sources).prefix(Self.rows) {
      let ledger = source.ledger
      let answered = "\(number(ledger.records)) of \(number(ledger.lines + ledger.inner)) evaluated"
      let filtered = ledger.filtered > 0 ? ", \(number(ledger.filtered)) filtered" : ""
      let refused = ledger.refused > 0 ? ", \(number(ledger.refused)) rejected" : ""
      let late = ledger.outOfOrder > 0 ? ", \(number(ledger.outOfOrder)) out of order" : ""
      lines.append("  \(VisibleText.of(name)): \(source.format), \(answered)\(filtered)\(refused)\(late)")
    }
    if summary.sources.count > Self.rows {
      lines.append("  and \(number(summary.sources.count - Self.rows)) more streams")
    }
  }

  private mutating func table(_ rows: [(String, Int)], of total: Int) {
    let width = min(40, rows.map { VisibleText.width(of: VisibleText.of($0.0)) }.max() ?? 0)
    for (name, count) in rows { lines.append(row(name, count, of: total, width: width, .blue)) }
  }

  private mutating func counts(_ counts: [ReplaySummary.Count]) {
    for count in counts.prefix(Self.rows) {
      lines.append("  \(pad(count.count, 7))  \(VisibleText.of(count.name))")
    }
    if counts.count > Self.rows {
      let rest = counts.dropFirst(Self.rows).reduce(0) { $0 + $1.count }
      lines.append("  \(pad(rest, 7))  of \(counts.count - Self.rows) other kinds")
    }
  }

  private func row(_ name: String, _ count: Int, of total: Int, width: Int, _ style: Paint.Style) -> String {
    let shown = VisibleText.of(name)
    let fill = String(repeating: " ", count: max(0, width - VisibleText.width(of: shown)))
    let eighths = total == 0 ? 0 : (count * Self.barWidth * 8 + total / 2) / total
    let blocks = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    let bar = String(repeating: "█", count: eighths / 8) + blocks[eighths % 8]
    return "  \(shown)\(fill) \(pad(count, 7)) \(share(count, of: total))  \(paint(bar, style))"
  }

  private func share(_ count: Int, of total: Int) -> String {
    padded(Figures.share(count, of: total), 8)
  }

  private func pad(_ count: Int, _ width: Int) -> String {
    padded(number(count), width)
  }

  private func counted(_ count: Int, _ noun: String) -> String { Figures.counted(count, noun) }

  private func times(_ count: Int) -> String { count == 1 ? "once" : "\(number(count)) times" }

  private func number(_ count: Int) -> String { Figures.number(count) }

  private func seconds(_ milliseconds: Int) -> String { Figures.duration(milliseconds) }
}
