internal import Explanations
internal import Reports
internal import Bytes
internal import Engine
internal import Records
internal import RuleLanguage
package import Source

package struct ReplayText {
  private let terminalStyle: TerminalStyle
  private var lines: [String] = []
  /// The longest bar, and the room that a row needs beside it for its numbers and, in outcomes, its meaning.
  private static let longestBar = 24
  private static let numbersWidth = 21
  private static let meaningWidth = 29
  private static let rows = 12

  package init(terminalStyle: TerminalStyle) {
    self.terminalStyle = terminalStyle
  }

  /// - Parameter command: evaluates the same records, for hints.
  package mutating func text(
    of summary: ReplaySummary, rules: String, gates: [GateResult] = [], command: String? = nil
  ) -> String {
    lines = []
    let lineCounts = summary.lineCounts
    if summary.isPartial {
      lines += [terminalStyle("Interrupted: the results are incomplete.", .yellow), ""]
    }
    let name = summary.name.map { "\($0)  " } ?? ""
    lines.append(terminalStyle(EscapedText.of("\(name)\(rules)"), .bold))
    lines.append(
      EscapedText.of(
        "\(counted(lineCounts.records, "record")) from \(summary.streams.joined(separator: ", "))"))
    if !summary.selection.isEmpty {
      lines.append(EscapedText.of("only \(summary.selection.joined(separator: ", "))"))
    }
    if let span = SpanText.span(of: summary.times) { lines.append(span) }
    if let years = SpanText.years(of: summary) { lines.append(years) }
    if let missing = summary.missingTimes { lines.append(terminalStyle(missing.sentence, .yellow)) }
    if let late = summary.lateRecords { lines.append(terminalStyle(late.sentence, .yellow)) }
    heading("What would happen")
    outcomes(summary)
    if lineCounts.errors > 0, !summary.categories.isEmpty {
      heading("Categories")
      if summary.categories.count > 1 {
        lines += CategoryText.lines(of: summary, terminalStyle: terminalStyle)
      } else {
        table(summary.categories.map { ($0.name, $0.count) }, of: lineCounts.errors)
      }
    }
    if lineCounts.records > 0 {
      heading("Handled by")
      deciders(summary)
    }
    if !summary.unhandledKinds.isEmpty {
      heading("Unhandled errors")
      unhandled(summary, command: command)
    }
    if let kinds = summary.kinds, lineCounts.errors > 0 {
      heading("Kinds of errors by category")
      lines += KindText.lines(of: kinds.categories, terminalStyle)
      heading("Kinds of errors by rule")
      lines += KindText.lines(of: kinds.rules, terminalStyle)
      if let command {
        let purpose = "to list them, by the name of a category, a rule or a kind:"
        toRun("\(EscapedText.of(command)) --list --only NAME", purpose)
      }
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
    if summary.retryAccount.matched > 0 {
      heading("Retries")
      lines += RetryText.lines(of: summary, terminalStyle: terminalStyle)
    }
    if !summary.breakers.isEmpty {
      heading("Breakers")
      breakers(summary.breakers)
    }
    if let load = summary.load {
      heading("Load of the retries")
      lines += LoadText.lines(of: load, terminalStyle: terminalStyle)
    }
    forgotten(summary.forgottenKeys)
    if lineCounts.records > 0 { neverFired(summary.neverFired) }
    if let profile = summary.profile {
      heading("Cost of each rule")
      lines += ProfileText.lines(of: profile, terminalStyle: terminalStyle)
    }
    heading("Lines")
    self.lineCounts(summary)
    if !gates.isEmpty { lines += [""] + gates.map { $0.line(terminalStyle) } }
    return FittedText.of(lines.joined(separator: "\n") + "\n", width: terminalStyle.width)
  }

  private mutating func neverFired(_ clauses: [ReplaySummary.Clause]) {
    guard !clauses.isEmpty else { return }
    heading("Rules that never fired")
    var responders: [(name: String, rules: [String])] = []
    for clause in clauses {
      if responders.last?.name == clause.responder {
        responders[responders.count - 1].rules.append(clause.name)
      } else {
        responders.append((clause.responder, [clause.name]))
      }
    }
    for responder in responders.prefix(Self.rows) {
      let shown = Array(responder.rules.prefix(Self.rows)).joined(separator: ", ")
      let others = responder.rules.count - Self.rows
      let rest = others > 0 ? " and \(number(others)) more" : ""
      lines.append("  \(EscapedText.of("\(responder.name): \(shown)"))\(rest)")
    }
    if responders.count > Self.rows {
      lines.append("  and more in \(number(responders.count - Self.rows)) other responders")
    }
  }

  private mutating func heading(_ title: String) {
    lines += ["", terminalStyle(title, .bold)]
  }

  private mutating func outcomes(_ summary: ReplaySummary) {
    let styles: [TerminalStyle.Style] = [.green, .cyan, .yellow, .red]
    let meanings = ["go on", "try again", "give up the operation, stay", "leave the flow"]
    let unhandled = summary.unhandled
    for (index, evaluation) in summary.evaluations.enumerated() where evaluation.count > 0 {
      let row = row(
        evaluation.name, evaluation.count, of: summary.lineCounts.errors, width: 9, beside: Self.meaningWidth,
        styles[index])
      let isUncertain = evaluation.name == Evaluation.retry.name && summary.untracked > 0
      let untracked = isUncertain ? ", \(number(summary.untracked)) untracked" : ""
      lines.append("\(row)  \(terminalStyle("\(meanings[index])\(untracked)", .dim))")
    }
    if summary.lineCounts.records == 0 { lines.append("  no records") }
    if summary.lineCounts.records > 0, summary.lineCounts.errors == 0 {
      lines.append("  no errors, only events")
    }
    var asides: [String] = []
    if unhandled > 0 { asides.append("\(number(unhandled)) unhandled") }
    if summary.ignored > 0 {
      let noun = summary.ignored == 1 ? "a cancellation" : "cancellations"
      asides.append("\(number(summary.ignored)) ignored as \(noun)")
    }
    if summary.assumed > 0 {
      let customs = summary.unknownCustoms.isEmpty ? "" : ", or no plugin provides it"
      asides.append(
        "\(number(summary.assumed)) with an assumed answer or result (none is recorded\(customs))")
    }
    if !asides.isEmpty { lines.append("  \(asides.joined(separator: ", "))") }
  }

  private mutating func deciders(_ summary: ReplaySummary) {
    var rows: [(String, Int)] = []
    for clause in summary.clauses where clause.answered > 0 {
      rows.append(("\(clause.responder)/\(clause.name)", clause.answered))
    }
    if summary.ignored > 0 { rows.append(("(ignored: cancellation)", summary.ignored)) }
    if summary.unhandled > 0 { rows.append(("(unhandled)", summary.unhandled)) }
    table(rows, of: summary.lineCounts.records)
  }

  private mutating func unhandled(_ summary: ReplaySummary, command: String?) {
    kinds(summary.unhandledKinds)
    if summary.unhandledOtherKinds > 0 {
      lines.append("  and \(number(summary.unhandledOtherKinds)) of other kinds")
    }
    let roots = summary.unhandledAtRoots.map { "\(number($0.count)) at \($0.name)" }
    lines.append(terminalStyle(EscapedText.of("  \(roots.joined(separator: "; "))"), .dim))
    if let command, let kind = summary.unhandledKinds.first {
      toRun(EscapedText.of("\(command) --list --only \(kind.id)"), "to list the first kind:")
    }
  }

  /// Adds a command to copy, which is never broken: beside what it is for if that fits, else on a line of its own.
  private mutating func toRun(_ command: String, _ purpose: String) {
    let line = "  \(purpose) \(command)"
    let fits = terminalStyle.width.map { EscapedText.width(of: line) <= $0 } ?? true
    lines += fits ? [terminalStyle(line, .dim)] : [terminalStyle("  \(purpose)", .dim), "    \(command)"]
  }

  private mutating func kinds(_ kinds: [ErrorKind]) {
    for kind in kinds.prefix(Self.rows) {
      let span = SpanText.span(of: kind).map { terminalStyle("  \($0)", .dim) } ?? ""
      lines.append("  \(pad(kind.count, 7))  \(kind.id)  \(EscapedText.of(kind.name))\(span)")
    }
    if kinds.count > Self.rows {
      let rest = kinds.dropFirst(Self.rows).reduce(0) { $0 + $1.count }
      lines.append("  \(pad(rest, 7))  more, of \(kinds.count - Self.rows) other kinds")
    }
  }

  private mutating func events(_ summary: ReplaySummary) {
    let recorded = summary.lineCounts.events
    let emitted = summary.events - recorded
    let handled = summary.events - summary.unhandledEvents
    lines.append("  \(pad(handled, 7))  handled")
    if summary.unhandledEvents > 0 { lines.append("  \(pad(summary.unhandledEvents, 7))  unhandled") }
    if summary.raised > 0 {
      let rest = summary.unhandledRaised > 0 ? ", \(number(summary.unhandledRaised)) unhandled" : ""
      lines.append("  \(pad(summary.raised, 7))  raised an error\(rest)")
    }
    lines.append(terminalStyle("  \(number(recorded)) recorded, \(number(emitted)) emitted by rules", .dim))
  }

  private mutating func undone(_ summary: ReplaySummary) {
    var asides: [String] = []
    if summary.throttled > 0 { asides.append("\(number(summary.throttled)) skipped by a throttle") }
    if summary.coalesced > 0 {
      asides.append("\(counted(summary.coalesced, "alert")) merged into an open alert")
    }
    if !asides.isEmpty { lines.append("  \(asides.joined(separator: ", "))") }
  }

  private mutating func breakers(_ breakers: [ReplaySummary.Breaker]) {
    let width = min(30, breakers.map { EscapedText.width(of: $0.name) }.max() ?? 0)
    for breaker in breakers {
      let space = String(repeating: " ", count: max(0, width - EscapedText.width(of: breaker.name)))
      lines.append("  \(EscapedText.of(breaker.name))\(space)  \(breaker.sentence)")
    }
  }

  private mutating func forgotten(_ keys: ForgottenKeys) {
    guard keys.total > 0 else { return }
    heading("Forgotten keys")
    let kinds = [
      (keys.retries, "retry budgets"), (keys.rates, "rates"), (keys.throttles, "throttles"),
      (keys.breakers, "breakers"),
    ]
    let shown = kinds.filter { $0.0 > 0 }.map { "\(number($0.0)) of \($0.1)" }
    lines.append("  \(shown.joined(separator: ", ")); keep more with --limit state-keys=N")
  }

  private mutating func lineCounts(_ summary: ReplaySummary) {
    let lineCounts = summary.lineCounts
    let parts: [(Int, String)] = [
      (lineCounts.records, "evaluated"), (lineCounts.completed, "completed"),
      (lineCounts.filtered, "filtered"),
      (lineCounts.notErrors, lineCounts.notErrors == 1 ? "not an error" : "not errors"),
      (lineCounts.malformed, "rejected"), (lineCounts.tooLong, "too long"),
      (lineCounts.truncated, "truncated"), (lineCounts.blank, "blank"), (lineCounts.passedOver, "skipped"),
      (lineCounts.continued, "continuation lines"),
    ]
    let shown = parts.filter { $0.0 > 0 }.map { "\(number($0.0)) \($0.1)" }
    let holding = lineCounts.inner > 0 ? ", containing \(number(lineCounts.inner)) more records" : ""
    lines.append(
      "  \(number(lineCounts.lines)) read\(holding): \(shown.isEmpty ? "none" : shown.joined(separator: ", "))"
    )
    sources(summary)
    let notes: [(Int, String)] = [
      (lineCounts.untimed, "filtered because they have no time"),
      (lineCounts.repaired, "with invalid text replaced by U+FFFD"),
      (lineCounts.wronglyTyped, "with a member of the wrong type, read as an attribute"),
      (lineCounts.cutCauses, "with more causes than --limit causes allows"),
      (lineCounts.unknownCategories, "with a category that the rules do not list"),
      (lineCounts.outOfOrder, "out of order: earlier than a record before them"),
      (lineCounts.wrongAnswers, "with a recorded answer that matches no button, or an invalid result"),
    ]
    for (count, note) in notes where count > 0 { lines.append("  \(number(count)) \(note)") }
    let rejectedLines = Self.shown(summary.rejectedLines)
    for (index, rejectedLine) in rejectedLines.enumerated() {
      func isLike(_ other: RejectedStreamLine) -> Bool {
        (other.stream, other.reason) == (rejectedLine.stream, rejectedLine.reason)
      }
      guard !rejectedLines[..<index].contains(where: isLike) else { continue }
      let stream = EscapedText.of(summary.streams[rejectedLine.stream])
      let place = Self.place(rejectedLine)
      let others = rejectedLines[(index + 1)...].filter(isLike).map(Self.place)
      // Elements of an array all stand in the line of the array.
      let here = others.count { $0 == place }
      let times = here > 0 ? " (\(number(here + 1)) times)" : ""
      lines.append("  \(stream):\(place): \(EscapedText.of(rejectedLine.reason))\(times)")
      let elsewhere = others.filter { $0 != place }
      guard !elsewhere.isEmpty else { continue }
      lines.append("    also line\(elsewhere.count == 1 ? "" : "s") \(elsewhere.joined(separator: ", "))")
    }
    if lineCounts.rejected > rejectedLines.count {
      lines.append(
        "  and \(number(lineCounts.rejected - rejectedLines.count)) more; save them with --rejects FILE")
    }
  }

  /// `12` or `12:7`.
  private static func place(_ rejectedLine: RejectedStreamLine) -> String {
    rejectedLine.column > 0 ? "\(rejectedLine.line):\(rejectedLine.column)" : "\(rejectedLine.line)"
  }

  /// The same number of lines of each stream, so that a file that is no log does not hide the others' lines.
  private static func shown(_ rejectedLines: [RejectedStreamLine]) -> [RejectedStreamLine] {
    let streams = Set(rejectedLines.map { $0.stream }).count
    var shown: [Int: Int] = [:]
    let some = rejectedLines.filter { line in
      shown[line.stream, default: 0] += 1
      return shown[line.stream, default: 0] <= max(1, rows / max(1, streams))
    }
    return Array(some.prefix(rows))
  }

  /// Streams in other formats, with the line counts of each.
  private mutating func sources(_ summary: ReplaySummary) {
    for (name, source) in zip(summary.streams, summary.sources) {
      if let fault = source.fault { lines.append("  \(EscapedText.of(name)): \(fault)") }
      if source.isUncertain {
        lines.append(
          "  \(EscapedText.of(name)): No format is certain, so this may be misread. Name it with --input; errctl inspect shows what is read."
        )
      }
      if source.rotations > 0 {
        lines.append("  \(EscapedText.of(name)): rotated \(times(source.rotations))")
      }
      if source.truncations > 0 {
        lines.append(
          "  \(EscapedText.of(name)): truncated \(times(source.truncations)); lines not read before are lost")
      }
    }
    guard summary.sources.contains(where: { $0.format != "errctl" }) else { return }
    for (name, source) in zip(summary.streams, summary.sources).prefix(Self.rows) {
      let lineCounts = source.lineCounts
      let answered =
        "\(number(lineCounts.records)) of \(number(lineCounts.lines + lineCounts.inner)) evaluated"
      let filtered = lineCounts.filtered > 0 ? ", \(number(lineCounts.filtered)) filtered" : ""
      let rejected = lineCounts.rejected > 0 ? ", \(number(lineCounts.rejected)) rejected" : ""
      let others =
        lineCounts.otherFormats > 0 ? ", \(number(lineCounts.otherFormats)) read in other formats" : ""
      let late = lineCounts.outOfOrder > 0 ? ", \(number(lineCounts.outOfOrder)) out of order" : ""
      lines.append(
        "  \(EscapedText.of(name)): \(source.format), \(answered)\(filtered)\(rejected)\(others)\(late)")
    }
    if summary.sources.count > Self.rows {
      lines.append("  and \(number(summary.sources.count - Self.rows)) more streams")
    }
  }

  private mutating func table(_ rows: [(String, Int)], of total: Int) {
    let width = min(40, rows.map { EscapedText.width(of: EscapedText.of($0.0)) }.max() ?? 0)
    for (name, count) in rows { lines.append(row(name, count, of: total, width: width, .blue)) }
  }

  private mutating func counts(_ counts: [ReplaySummary.Count]) {
    for count in counts.prefix(Self.rows) {
      lines.append("  \(pad(count.count, 7))  \(EscapedText.of(count.name))")
    }
    if counts.count > Self.rows {
      let rest = counts.dropFirst(Self.rows).reduce(0) { $0 + $1.count }
      lines.append("  \(pad(rest, 7))  more, of \(counts.count - Self.rows) other kinds")
    }
  }

  /// - Parameter room: the columns that whatever follows the bar takes.
  private func row(
    _ name: String, _ count: Int, of total: Int, width: Int, beside room: Int = 0,
    _ style: TerminalStyle.Style
  ) -> String {
    let shown =
      terminalStyle.width == nil ? EscapedText.of(name) : ListText.cut(EscapedText.of(name), to: width)
    let fill = String(repeating: " ", count: max(0, width - EscapedText.width(of: shown)))
    let free = terminalStyle.width.map { $0 - width - Self.numbersWidth - room } ?? Self.longestBar
    let longest = min(Self.longestBar, max(1, free))
    let eighths = total <= 0 ? 0 : min(longest * 8, (count * longest * 8 + total / 2) / total)
    let blocks = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    let bar = String(repeating: "█", count: eighths / 8) + blocks[eighths % 8]
    return "  \(shown)\(fill) \(pad(count, 7)) \(share(count, of: total))  \(terminalStyle(bar, style))"
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
