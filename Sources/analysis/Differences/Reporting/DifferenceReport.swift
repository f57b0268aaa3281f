internal import Counting
internal import Replay
package import Reports
internal import Bytes
internal import RuleLanguage
internal import Source

/// The differences of two rule sets as a report: the sum, the matrix, then the changed rules.
package struct DifferenceReport {
  let difference: RuleSetDifference
  /// A page's drawing of the matrix, and its explanations of a record under both rule sets.
  private let drawing: [Report.Part]
  private let explanations: (UInt64) -> [Report.Part]
  /// The reason why some records have no explanation, or nil.
  private let note: String?
  static let rows = 10
  private static let most = 100

  package init(
    _ difference: RuleSetDifference, drawing: [Report.Part] = [], note: String? = nil,
    explanations: @escaping (UInt64) -> [Report.Part] = { _ in [] }
  ) {
    (self.difference, self.drawing, self.explanations) = (difference, drawing, explanations)
    self.note = note
  }

  package var report: Report {
    let (old, new) = (difference.old.file, difference.new.file)
    let replayed = difference.replayed
    let beyond = difference.beyond.map { beyond in
      Report.Part.line(
        "beyond the baseline \(name: beyond.file): \(beyond.changed) records change", in: .written)
    }
    let moved = replayed.map { replayed in
      [
        Report.Section("Changed records", changed(replayed) + (beyond.map { [$0] } ?? []), .open),
        Report.Section(
          "Outcomes (rows: old, columns: new)",
          Self.matrix(replayed.matrix) + Self.events(replayed.matrix) + drawing
            + [.table(Self.figures(replayed.matrix), in: .page)], id: "moved", page: "Changed outcomes", .open
        ),
        Report.Section("Changed rules", groups(replayed) + disclosures(replayed), id: "rules", .open),
        FieldComparison(
          ("old", replayed.old.byField, ["summaries", "old"]),
          ("new", replayed.new.byField, ["summaries", "new"]), outcomes: .all, in: replayed.old.read.zone)?
          .section
          ?? Report.Section("Errors by field", []),
        Report.Section(
          "Actions that would run more or less often", [.table(Self.actions(replayed.actions))],
          id: "actions", page: "Actions"),
        Report.Section(
          "Retries", Self.untracked(replayed, in: .page) + RetriesComparison(replayed).parts, id: "load",
          .open),
      ]
    }
    return Report(
      notice: replayed?.old.read.isPartial == true ? "Interrupted: the results are incomplete." : nil,
      title: "\(old) → \(new)", markdownTitle: "Rules: \(name: old) → \(name: new)", lead: lead,
      sections: [Report.Section("Changes in the rules", changes, id: "changes", .open)] + (moved ?? [])
        + [
          Report.Section(
            "Comparison of the rules", difference.proof.map { Self.proof($0) } ?? [], id: "static", .open),
          Report.Section("To see why, record by record", [.block(commands, in: .written)]),
        ], gates: difference.gates.map { $0.part })
  }

  private var lead: [Report.Part] {
    let rules: Words = "from \(name: difference.old.file) to \(name: difference.new.file)"
    guard let replayed = difference.replayed else { return [.line(rules, in: .page)] }
    let records: Words = "\(replayed.matrix.total, "record", at: "/records")"
    let read = replayed.old.read
    return [.line("\(rules), on \(records) of \(names: read.streams, most: 3)", in: .page)]
      + (read.selection.isEmpty ? [] : [.line("only \(names: read.shownSelection)")])
      + ReplayReport.times(of: replayed.old)
      + [replayed.old.emptySpan?.sentence(in: read.zone), replayed.missingTimes?.sentence].compactMap { $0 }
      .map { .line("\($0)", .warning) } + ReplayReport.missing(in: replayed.old)
  }

  private var changes: [Report.Part] {
    guard !difference.changes.isEmpty else {
      return [.line("none, except descriptions, examples and layout", in: .written)]
    }
    let columns = [
      Table.Column<RuleChange>(.name, "rule") { "\(name: $0.subject)" },
      Table.Column(.words, "change") { "\(name: $0.text, longest: 400)" },
    ]
    return [
      .table(
        Table(
          difference.changes, columns, layout: .named(isStrong: true),
          limits: Table.Limits(text: 20, markdown: 20), label: "changes",
          caption: "Parts of the rule file with another meaning.", isSorted: false, noun: "change",
          more: { "… and \($0) more; --format json has all." }))
    ]
  }

  private func changed(_ replayed: ReplayComparison) -> [Report.Part] {
    let total = replayed.matrix.total
    let streams: Words = "\(names: replayed.old.read.streams, most: 3)"
    let isSame = total > 0 && replayed.totals.changed == 0
    var sum: Words = "none: no record of \(streams) was evaluated"
    if isSame {
      sum =
        total == 1
        ? "none: the only record of \(streams) ends the same"
        : "none: all \(total) records of \(streams) end the same"
    } else if total > 0 {
      let share = Figures.share(replayed.totals.changed, of: total)
      sum = "\(strong: "\(replayed.totals.changed)") of \(total, "record") (\(share)) from \(streams)"
    }
    typealias Row = (count: Int, words: String)
    let rows: [Row] = [
      (isSame ? 0 : replayed.totals.outcome, "different outcome"),
      (isSame ? 0 : replayed.totals.effects, "different actions"),
      (isSame ? 0 : replayed.totals.retries, "different retry (a record may count twice)"),
      (replayed.totals.reassigned, "same result by another rule"),
      (replayed.totals.recategorised, "different category"),
    ]
    let columns = [
      Table.Column<Row>(.name, "change") { "\($0.words)" },
      Table.Column(.number, "records") { "\($0.count)" },
    ]
    return [
      .line(sum, isSame ? .good : .plain, in: .written),
      .table(Table(rows.filter { $0.count > 0 }, columns, layout: .untitled), in: .written),
    ] + Self.untracked(replayed, in: .written)
  }

  /// A sentence on retries whose try is not known; none unless a retry or an outcome differs.
  static func untracked(_ replayed: ReplayComparison, in formats: Report.Formats) -> [Report.Part] {
    guard replayed.untracked > 0, replayed.totals.retries + replayed.totals.outcome > 0 else { return [] }
    let sentence = RetryAccount.sentence(untracked: replayed.untracked)
    let rest = replayed.totals.retries > 0 ? ", so the effect of maxAttempts and backoff is not known" : ""
    return [.line("\(sentence)\(rest)", .warning, in: formats)]
  }

  /// The errors. Events stay events, and have their own lines below.
  private static func matrix(_ matrix: OutcomeMatrix) -> [Report.Part] {
    let endings = matrix.endings.filter { !$0.isEvent }
    let total = endings.reduce(0) { $0 + matrix.row($1) }
    guard total > 0 else { return [] }
    typealias Row = (name: String, cells: [Words], all: Int)
    let width = max(10, Figures.number(total).count + 1)
    let rows: [Row] = endings.map { old in
      let cells = endings.map { new -> Words in
        let count = matrix[old, new]
        return count == 0 ? "·" : old == new ? "\(count)" : "\(strong: "\(count)")"
      }
      return (old.name, cells, matrix.row(old))
    }
    let sums: Row = ("all", endings.map { "\(matrix.column($0))" }, total)
    let table = Table(
      rows,
      [Table.Column<Row>(.name, "old ↓ new →", width: 9) { "\($0.name)" }]
        + endings.indices.map { index in
          Table.Column(.number, endings[index].name, width: width) { $0.cells[index] }
        } + [Table.Column(.number, "all", width: width) { "\($0.all)" }], total: sums, layout: .matrix)
    return [.table(table, in: .written)]
  }

  /// The numbers of a page's drawing, those of events too.
  private static func figures(_ matrix: OutcomeMatrix) -> Table {
    let endings = matrix.endings
    return Table(
      endings.indices.map { $0 },
      [Table.Column(.name, "old \\ new") { "\(endings[$0].words)" }]
        + endings.indices.map { column in
          Table.Column(.number, endings[column].words) { row in
            let count = matrix[endings[row], endings[column]]
            let figure: Words = "\(count, at: Pointer.to("matrix", "counts", "\(row)", "\(column)"))"
            return row == column || count == 0 ? figure : "\(strong: figure)"
          }
        }, layout: .matrix, label: "outcomes",
      caption: "The same as numbers: one row per old outcome, one column per new outcome.")
  }

  private static func events(_ matrix: OutcomeMatrix) -> [Report.Part] {
    typealias Row = (old: OutcomeKind, new: OutcomeKind, words: String)
    let rows: [Row] = [
      (.event, .event, "events handled by both"),
      (.event, .unhandledEvent, "events that are no longer handled"),
      (.unhandledEvent, .event, "events that are now handled"),
      (.unhandledEvent, .unhandledEvent, "events handled by neither"),
    ].filter { matrix[$0.0, $0.1] > 0 }
    let columns = [
      Table.Column<Row>(.name, "events") { "\($0.words)" },
      Table.Column(.number, "number") { "\(matrix[$0.old, $0.new])" },
    ]
    return [.table(Table(rows, columns, layout: .untitled), in: .written)]
  }

  private static func actions(_ actions: [ActionChange]) -> Table {
    typealias Row = (place: Int, action: ActionChange)
    func pointer(_ row: Row, _ key: String) -> String { Pointer.to("actions", "\(row.place)", key) }
    return Table(
      actions.enumerated().map { (place: $0.offset, action: $0.element) },
      [
        Table.Column(.name, "", in: .text) { "\($0.action.name) (\($0.action.old) → \($0.action.new))" },
        Table.Column(.name, "action", in: .marked) { "\(name: $0.action.name)" },
        Table.Column(.number, "old", in: .marked) { "\($0.action.old, at: pointer($0, "old"))" },
        Table.Column(.number, "new", in: .marked) { "\($0.action.new, at: pointer($0, "new"))" },
        Table.Column(.number, "", in: .written) { "\(Figures.change($0.action.new - $0.action.old))" },
      ], layout: .untitled, limits: Table.Limits(text: rows), label: "actions",
      caption: "Actions that would run more or less often.", noun: "action",
      more: { "         and \($0) more" })
  }

  // MARK: - Changed rules

  private func groups(_ replayed: ReplayComparison) -> [Report.Part] {
    let shown = replayed.groups.prefix(Self.rows).enumerated().flatMap { lines(of: $1, at: $0) }
    let rest = replayed.groups.dropFirst(Self.rows)
    let count = rest.reduce(replayed.inOtherGroups) { $0 + $1.count }
    let more: Words =
      "\(padded(Figures.number(count), 7))  in \(rest.count) more groups; --format json has them"
    typealias Row = (place: Int, group: MovedGroup)
    let table = Table(
      replayed.groups.enumerated().map { (place: $0.offset, group: $0.element) },
      [
        Table.Column<Row>(.number, "records") { "\($0.group.count)" },
        Table.Column(.words, "outcome") { "\(GroupWords.outcome($0.group))" },
        Table.Column(.words, "rule") { Self.move($0.group) },
        Table.Column(.words, "also") { row in
          "\([GroupWords.others(row.group), beyond(row.place) ?? ""].filter { !$0.isEmpty }.joined(separator: "; "))"
        },
        Table.Column(.words, "such as") { row in row.group.samples.first.map { "\(name: $0.name)" } ?? "" },
      ], limits: Table.Limits(markdown: 20))
    let others = replayed.inOtherGroups
    return shown + (count > 0 ? [.line(more, in: .text)] : []) + [.table(table, in: .markdown)]
      + (others > 0 ? [.line("\(others) more records are in groups that are not shown", in: .markdown)] : [])
  }

  /// The groups of a page, each with a record under both rule sets.
  private func disclosures(_ replayed: ReplayComparison) -> [Report.Part] {
    let groups = replayed.groups.prefix(Self.most).enumerated().map { index, group in
      let samples = group.samples.enumerated().flatMap { place, sample in
        [
          Report.Part.line(
            "record \(name: sample.id, longest: 40): \(name: sample.name, longest: 120)", .label)
        ] + (place == 0 ? explanations(sample.ordinal) : [])
      }
      let commands = difference.explanations.indices.contains(index) ? difference.explanations[index] : nil
      return Report.Part.details(
        GroupWords.title(group, at: Pointer.to("moved", "\(index)", "count")),
        samples + [.block([commands?.old, commands?.new].compactMap { $0 })])
    }
    let left = replayed.groups.dropFirst(Self.most).reduce(replayed.inOtherGroups) { $0 + $1.count }
    let rest: Words = "left out: \(left, "record") of smaller groups. --format json has more"
    return groups.isEmpty
      ? []
      : [
        .line(
          "records that are now handled by another rule, or by the same rule with different actions or retries. Open a group to see a record under both",
          .loose, in: .page)
      ] + (note.map { [.line("\($0)", .loose, in: .page)] } ?? [])
        + [.filtered("Filter groups", id: "group-rows", groups, in: .page)]
        + (left > 0 ? [.line(rest, .aside, in: .page)] : [])
  }

  private static func move(_ group: MovedGroup) -> Words {
    group.old.name == group.new.name
      ? "\(name: group.old.name)" : "\(name: group.old.name) → \(name: group.new.name)"
  }

  private func beyond(_ index: Int) -> String? {
    difference.beyond.map { beyond in
      let count = beyond.groups[index]
      return count == 0 ? "in the baseline" : "\(Figures.number(count)) beyond the baseline"
    }
  }

  private func lines(of group: MovedGroup, at index: Int) -> [Report.Part] {
    let outcome: Words = "\(GroupWords.outcome(group), .yellow)"
    let others = GroupWords.others(group)
    let isKnown = difference.beyond?.groups[index] == 0
    let lines: [(words: Words?, tone: Report.Tone)] = [
      ("\(padded(Figures.number(group.count), 7))  \(outcome)  \(Self.move(group))", .plain),
      (others.isEmpty ? nil : "         \(others)", .aside),
      (beyond(index).map { "         \($0)" }, isKnown ? .aside : .plain),
      (samples(group).map { "         such as \($0)" }, .plain),
    ]
    return lines.compactMap { line in line.words.map { .line($0, line.tone, in: .text) } }
  }

  /// Sample records by kind, as many as fit into a line.
  private func samples(_ group: MovedGroup) -> String? {
    guard let first = group.samples.first else { return nil }
    func cut(_ text: String) -> String {
      text.unicodeScalars.count > 40 ? "\(String(text.unicodeScalars.prefix(40)))…" : text
    }
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

  // MARK: - Comparison

  private static func proof(_ proof: DifferenceProof) -> [Report.Part] {
    let found = proof.differences.flatMap { found -> [Report.Part] in
      [
        .line("- \(ProofWords.difference(found))", in: .text), .line("  \(found.error)", in: .text),
      ]
    }
    let items: [Words] = proof.differences.map { "\(name: ProofWords.difference($0))" }
    let examples = proof.differences.prefix(most).map { found in
      let lines = [found.error, found.explainOld, found.explainNew].compactMap { $0 }
      return Report.Part.details(
        "\(label: ProofWords.difference(found), longest: 240)",
        [.block(lines.map { DisplayText.cut($0, to: 1_200) })], isOpen: true, in: .page)
    }
    let errors = proof.differences.filter { $0.explainNew ?? $0.explainOld == nil }.map { $0.error }
    return [.line("\(ProofWords(proof).line, proof.verdict == .same ? .green : .yellow)")] + examples + found
      + [.list(items, in: .markdown)] + [
        .details("Errors that show the difference", [.block(errors)], in: .markdown)
      ]
  }

  private var commands: [String] {
    let moved = zip(difference.replayed?.groups.prefix(Self.rows) ?? [], difference.explanations)
    return moved.compactMap { $1.flatMap { $0.new ?? $0.old } }
      + (difference.proof?.differences ?? []).compactMap { $0.explainNew ?? $0.explainOld }
  }
}
