internal import Records
internal import Explanations
package import Replay
internal import Reports
internal import Bytes
internal import Engine
internal import RuleLanguage
package import Source

/// The differences of two rule sets as text: the sum, the matrix, then the changed rules.
package struct DifferenceText {
  private let difference: RuleSetDifference
  private let terminalStyle: TerminalStyle
  private var lines: [String] = []
  private var commands: [String] = []
  private static let rows = 10
  private static let ruleChanges = 20

  private init(_ difference: RuleSetDifference, _ terminalStyle: TerminalStyle) {
    self.difference = difference
    self.terminalStyle = terminalStyle
  }

  package static func text(of difference: RuleSetDifference, terminalStyle: TerminalStyle) -> String {
    var text = DifferenceText(difference, terminalStyle)
    text.write()
    return FittedText.of(text.lines.joined(separator: "\n") + "\n", width: terminalStyle.width)
  }

  private mutating func write() {
    if difference.replayed?.old.isPartial == true {
      lines += [terminalStyle("Interrupted: the results are incomplete.", .yellow), ""]
    }
    lines.append(terminalStyle(EscapedText.of("\(difference.old.file) → \(difference.new.file)"), .bold))
    if let replayed = difference.replayed { times(replayed) }
    ruleChanges()
    if let replayed = difference.replayed {
      let streams = replayed.old.streams
      let shown =
        streams.prefix(3).joined(separator: ", ")
        + (streams.count > 3 ? " and \(streams.count - 3) more" : "")
      heading("Changed records")
      changes(replayed, from: shown)
      heading("Outcomes (rows: old, columns: new)")
      matrix(replayed.matrix)
      events(replayed.matrix)
      if !replayed.groups.isEmpty {
        heading("Changed rules")
        groups(replayed)
      }
      if !replayed.actions.isEmpty {
        heading("Actions that would run more or less often")
        actions(replayed.actions)
      }
      loads(replayed)
    }
    if let proof = difference.proof {
      heading("Comparison of the rules")
      self.proof(proof)
    }
    if !commands.isEmpty {
      heading("To see why, record by record")
      lines += commands.map { "  \($0)" }
    }
    gates()
  }

  /// The span of the records' times, and what their numbers mean without them.
  private mutating func times(_ replayed: ReplayComparison) {
    if let span = SpanText.span(of: replayed.old.times) { lines.append(span) }
    if let years = SpanText.years(of: replayed.old) { lines.append(years) }
    if let missing = replayed.missingTimes { lines.append(terminalStyle(missing.sentence, .yellow)) }
  }

  private mutating func heading(_ title: String) { lines += ["", terminalStyle(title, .bold)] }

  private mutating func ruleChanges() {
    heading("Changes in the rules")
    if difference.changes.isEmpty { lines.append("  none, except descriptions, examples and layout") }
    let shown = difference.changes.prefix(Self.ruleChanges)
    let width = min(30, shown.map { EscapedText.width(of: EscapedText.of($0.subject)) }.max() ?? 0)
    for change in shown {
      let subject = EscapedText.of(change.subject)
      let gap = String(repeating: " ", count: max(0, width - EscapedText.width(of: subject)))
      lines.append("  \(terminalStyle(subject, .bold))\(gap)  \(EscapedText.of(change.text))")
    }
    let rest = difference.changes.count - shown.count
    if rest > 0 { lines.append("  … and \(Figures.number(rest)) more; --format json has all.") }
  }

  private mutating func changes(_ replayed: ReplayComparison, from streams: String) {
    let total = replayed.matrix.total
    if total == 0 {
      lines.append(EscapedText.of("  none: no record of \(streams) was evaluated"))
    } else if replayed.changed == 0 {
      let all =
        total == 1
        ? "the only record of \(streams) ends the same"
        : "all \(Figures.number(total)) records of \(streams) end the same"
      lines.append(terminalStyle(EscapedText.of("  none: \(all)"), .green))
    } else {
      let share = Figures.share(replayed.changed, of: total)
      lines.append(
        "  \(terminalStyle(Figures.number(replayed.changed), .bold)) of \(Figures.counted(total, "record")) (\(share)) from \(EscapedText.of(streams))"
      )
      let parts: [(Int, String)] = [
        (replayed.otherOutcome, "different outcome"), (replayed.otherEffects, "different actions"),
        (replayed.otherRetries, "different retry (a record may count twice)"),
      ]
      for (count, what) in parts where count > 0 {
        lines.append("  \(padded(Figures.number(count), 7))  \(what)")
      }
    }
    if replayed.reassigned > 0 {
      lines.append("  \(padded(Figures.number(replayed.reassigned), 7))  same result by another rule")
    }
    if replayed.recategorised > 0 {
      lines.append("  \(padded(Figures.number(replayed.recategorised), 7))  different category")
    }
    if let beyond = difference.beyond {
      lines.append(
        EscapedText.of(
          "  beyond the baseline \(beyond.file): \(Figures.number(beyond.changed)) records change"))
    }
  }

  /// The errors. Events stay events, and have their own lines below.
  private mutating func matrix(_ matrix: OutcomeMatrix) {
    let endings = matrix.endings.filter { !$0.isEvent }
    let total = endings.reduce(0) { $0 + matrix.row($1) }
    guard total > 0 else { return }
    let width = 9
    let cell = max(10, Figures.number(total).count + 1)
    let header = endings.map { padded($0.name, cell) }.joined() + padded("all", cell)
    lines.append(terminalStyle("  " + String(repeating: " ", count: width) + header, .dim))
    for old in endings {
      var line = "  \(old.name)" + String(repeating: " ", count: width - old.name.count)
      for new in endings {
        let count = matrix[old, new]
        let text = padded(count == 0 ? "·" : Figures.number(count), cell)
        line += count == 0 ? terminalStyle(text, .dim) : old == new ? text : terminalStyle(text, .yellow)
      }
      lines.append(line + padded(Figures.number(matrix.row(old)), cell))
    }
    let sums = endings.map { padded(Figures.number(matrix.column($0)), cell) }.joined()
    lines.append(
      "  all" + String(repeating: " ", count: width - 3) + sums + padded(Figures.number(total), cell))
  }

  private mutating func events(_ matrix: OutcomeMatrix) {
    let words: [(OutcomeKind, OutcomeKind, String)] = [
      (.event, .event, "events handled by both"),
      (.event, .unhandledEvent, "events that are no longer handled"),
      (.unhandledEvent, .event, "events that are now handled"),
      (.unhandledEvent, .unhandledEvent, "events handled by neither"),
    ]
    for (old, new, what) in words where matrix[old, new] > 0 {
      let count = padded(Figures.number(matrix[old, new]), 7)
      lines.append("  \(old == new ? count : terminalStyle(count, .yellow))  \(what)")
    }
  }

  private mutating func groups(_ replayed: ReplayComparison) {
    for (index, group) in replayed.groups.prefix(Self.rows).enumerated() {
      let count = padded(Figures.number(group.count), 7)
      let move = group.old.name == group.new.name ? group.old.name : "\(group.old.name) → \(group.new.name)"
      lines.append(
        "  \(count)  \(terminalStyle(GroupWords.outcome(group), .yellow))  \(EscapedText.of(move))")
      let others = GroupWords.others(group)
      if !others.isEmpty { lines.append(terminalStyle("           \(others)", .dim)) }
      if let beyond = difference.beyond?.groups[index] {
        lines.append(
          beyond == 0
            ? terminalStyle("           in the baseline", .dim)
            : "           \(Figures.number(beyond)) beyond the baseline")
      }
      if let samples = samples(group) { lines.append(EscapedText.of("           such as \(samples)")) }
      let explanation = difference.explanations.indices.contains(index) ? difference.explanations[index] : nil
      if let command = explanation.flatMap({ $0.new ?? $0.old }) { commands.append(command) }
    }
    let rest = replayed.groups.dropFirst(Self.rows)
    let count = rest.reduce(replayed.inOtherGroups) { $0 + $1.count }
    if count > 0 {
      lines.append(
        "  \(padded(Figures.number(count), 7))  in \(Figures.number(rest.count)) more groups; --format json has them"
      )
    }
  }

  /// Sample records by kind, as many as fit into a line.
  private func samples(_ group: MovedGroup) -> String? {
    guard let first = group.samples.first else { return nil }
    let alike = group.samples.filter { $0.name == first.name }.map { cut($0.id) }
    var text = "\(cut(first.name)) (\(alike[0])"
    for id in alike.dropFirst() where text.count + id.count < 60 { text += ", \(id)" }
    text += ")"
    for sample in group.samples where sample.name != first.name {
      let more = ", \(cut(sample.name)) (\(cut(sample.id)))"
      if text.count + more.count <= 62 { text += more }
    }
    return text
  }

  private func cut(_ text: String) -> String {
    text.unicodeScalars.count > 40 ? "\(String(text.unicodeScalars.prefix(40)))…" : text
  }

  private mutating func actions(_ actions: [ActionChange]) {
    for action in actions.prefix(Self.rows) {
      lines.append(
        EscapedText.of(
          "  \(padded(Figures.change(action.new - action.old), 7))  \(action.name)"
            + " (\(Figures.number(action.old)) → \(Figures.number(action.new)))"))
    }
    if actions.count > Self.rows { lines.append("           and \(actions.count - Self.rows) more") }
  }

  private mutating func loads(_ replayed: ReplayComparison) {
    guard let old = replayed.old.load, let new = replayed.new.load, old.tries + new.tries > 0 else { return }
    heading("Retries")
    let header = ["tries", "peak/min", "max delay", "recovered", "given up", "unknown"]
    lines.append(terminalStyle("       " + header.map { padded($0, max(9, $0.count + 2)) }.joined(), .dim))
    for (name, load) in [("old", old), ("new", new)] {
      let cells = [
        Figures.number(load.tries), Figures.number(load.peak), Figures.duration(load.waits.longest),
        Figures.number(load.recovered), Figures.number(load.givenUp), Figures.number(load.unknown),
      ]
      lines.append("  \(name)  " + zip(cells, header).map { padded($0, max(9, $1.count + 2)) }.joined())
    }
    var rows: [(name: String, old: Int, new: Int)] = []
    if old.untracked + new.untracked > 0 {
      let counts = "\(Figures.number(old.untracked)) old, \(Figures.number(new.untracked)) new"
      lines.append(terminalStyle("  of them by untracked retries: \(counts)", .dim))
    }
    if old.untimed + new.untimed > 0 {
      let counts = "\(Figures.number(old.untimed)) old, \(Figures.number(new.untimed)) new"
      lines.append(terminalStyle("  not in any minute, as no record before has a time: \(counts)", .dim))
    }
    if let oldWorst = old.worstSecond, let newWorst = new.worstSecond {
      let counts = "\(Figures.number(oldWorst.tries)) old, \(Figures.number(newWorst.tries)) new"
      lines.append(terminalStyle("  most tries in a second: \(counts)", .dim))
    }
    for upstream in old.upstreams { rows.append((upstream.name ?? "(none recorded)", upstream.tries, 0)) }
    for upstream in new.upstreams {
      let name = upstream.name ?? "(none recorded)"
      if let index = rows.firstIndex(where: { $0.name == name }) {
        rows[index].new = upstream.tries
      } else {
        rows.append((name, 0, upstream.tries))
      }
    }
    rows = rows.filter { $0.old != $0.new }.sorted {
      (abs($1.new - $1.old), $0.name) < (abs($0.new - $0.old), $1.name)
    }
    for row in rows.prefix(Self.rows) {
      lines.append(
        EscapedText.of(
          "  \(padded(Figures.change(row.new - row.old), 7))  tries of \(row.name) "
            + "(\(Figures.number(row.old)) → \(Figures.number(row.new)))"))
    }
    if rows.count > Self.rows {
      lines.append("           and those of \(rows.count - Self.rows) more upstreams")
    }
    if let rate = new.successRate {
      lines.append(terminalStyle("  assuming that \(LoadText.percent(rate)) of tries succeed", .dim))
    }
  }

  private mutating func proof(_ proof: DifferenceProof) {
    lines.append("  \(terminalStyle(ProofWords.sentence(proof), proof.verdict == .same ? .green : .yellow))")
    for found in proof.differences {
      lines.append(EscapedText.of("  - \(ProofWords.difference(found))"))
      lines.append("    \(EscapedText.of(found.error))")
      if let command = found.explainNew ?? found.explainOld { commands.append(command) }
    }
  }

  private mutating func gates() {
    guard !difference.gates.isEmpty else { return }
    lines.append("")
    lines += difference.gates.map { $0.line(terminalStyle) }
  }
}

package enum GroupWords {
  /// `retry → cancel`, or a single outcome if it did not change.
  package static func outcome(_ group: MovedGroup) -> String {
    let (old, new) = (word(group.old), word(group.new))
    return old == new ? old : "\(old) → \(new)"
  }

  private static func word(_ answer: MovedGroup.Outcome) -> String {
    switch answer.ending {
    case .unhandled:
      answer.evaluation.map { $0 == .cancel ? "unhandled" : "unhandled (\($0.name))" } ?? "unhandled"
    case .unhandledEvent: "event, unhandled"
    case .event: "event"
    case .proceed, .retry, .cancel, .abort: answer.ending.name
    }
  }

  package static func others(_ group: MovedGroup) -> String {
    var parts: [String] = []
    if group.changes.contains(.effects) { parts.append("different actions or events") }
    if group.changes.contains(.retry), group.old.ending == group.new.ending {
      parts.append("different retry")
    }
    if group.changes.contains(.error) { parts.append("different final error") }
    if !group.changes.matter { parts.append("same result") }
    return parts.joined(separator: ", ")
  }
}

package enum ProofWords {
  package static func sentence(_ proof: DifferenceProof) -> String {
    switch proof.verdict {
    case .same: return "No difference: proven for every error and event."
    case .different:
      return proof.differences.count == 1
        ? "Different: this error shows it." : "Different: these \(proof.differences.count) errors show it."
    case .depends:
      return
        "No single error is evaluated differently. A sequence of errors, or a plugin, may show a difference."
    case .notDecided:
      return "Undecided: no error that shows a difference was found, but equivalence is not proven."
    }
  }

  private static let words = [
    "retry": "different retry", "actions": "different actions or events",
    "error": "different final error",
  ]

  /// `retry by app/again → cancel by app/later`, and further changes.
  package static func difference(_ found: DifferenceProof.Difference) -> String {
    let move = found.oldWords == found.newWords ? found.oldWords : "\(found.oldWords) → \(found.newWords)"
    // If only one of the two retries, the words show it already.
    let areRetries = found.oldWords.hasPrefix("retry") && found.newWords.hasPrefix("retry")
    let changes = found.changes.filter { $0 != "retry" || areRetries }
      .map { Self.words[$0] ?? $0 }
    return changes.isEmpty ? move : "\(move); \(changes.joined(separator: ", "))"
  }
}
