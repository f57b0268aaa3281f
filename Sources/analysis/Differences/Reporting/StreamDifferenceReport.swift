internal import Counting
internal import Explanations
internal import Records
internal import Replay
package import Reports

/// Two streams under the same rules as a report: both sides, then the kinds that are new, gone, grown and shrunk.
package struct StreamDifferenceReport {
  private let difference: StreamDifference
  /// The command that lists records of the second stream; nil if it can be read only once.
  private let command: String?
  private static let rows = 20

  private typealias Side = StreamDifference.Side
  /// A kind, and its place among the changes in JSON.
  private typealias Row = (place: Int, kind: KindChange)

  package init(_ difference: StreamDifference, command: String? = nil) {
    (self.difference, self.command) = (difference, command)
  }

  private var sides: [(key: String, side: Side)] {
    [("before", difference.before), ("after", difference.after)]
  }

  private var zone: ShownZone { difference.before.summary.read.zone }

  package var report: Report {
    let (before, after) = (difference.before.summary.read, difference.after.summary.read)
    let isPartial = before.isPartial || after.isPartial
    let by = sides.map { (title: $0.key, table: $0.side.summary.byField, place: ["summaries", $0.key]) }
    return Report(
      notice: isPartial ? "Interrupted: the results are incomplete." : nil,
      title: "\(names: before.streams, most: 3) → \(names: after.streams, most: 3)",
      markdownTitle: "Errors: \(names: before.streams, most: 3) → \(names: after.streams, most: 3)",
      lead: lead,
      sections: [
        Report.Section("Both streams", [.table(both)] + notes, id: "both", .open),
        Report.Section("Kinds of errors", kinds, id: "kinds", .open),
        section("New kinds of errors", .new, toList), section("Kinds that are gone", .gone),
        section("Kinds that have grown", .grown), section("Kinds that have shrunk", .shrunk),
        FieldComparison(by[0], by[1], outcomes: .marked, in: zone)?.section
          ?? Report.Section("Errors by field", []),
      ], gates: difference.gates.map { $0.part })
  }

  // MARK: - Both streams

  private var lead: [Report.Part] {
    var lines: [Report.Part] = [.line("both evaluated with \(name: difference.rules)")]
    for (key, side) in sides {
      let read = side.summary.read
      let records: Words = "\(side.summary.lineCounts.records, "record", at: Pointer.to(key, "records"))"
      var words: Words = "\(key): \(records) from \(names: read.streams, most: 3)"
      if case .known(let first, let last) = side.span {
        words = words + ", \(loose: SpanText.span(from: first, to: last, in: zone))"
      }
      lines.append(.line(read.selection.isEmpty ? words : words + ", only \(names: read.shownSelection)"))
    }
    if difference.isBackward {
      let advice: Words =
        "the second stream ends before the first one begins, so “new” means new in the earlier one. Name the earlier stream first"
      lines.append(.line(advice, .warning))
    }
    for (key, side) in sides {
      let summary = side.summary
      let sentences: [String?] = [
        summary.emptySpan?.sentence(in: zone), summary.missingTimes?.sentence, summary.lateRecords?.sentence,
        SpanText.years(of: summary),
      ]
      let all = sentences.compactMap { $0 } + summary.sources.compactMap { $0.fault }
      lines += all.map { .line("\(key): \($0)", .warning) }
    }
    return lines
  }

  private var both: Table {
    typealias Figure = (title: String, cells: [Words], isShown: Bool)
    func row(_ title: String, _ key: String, isOptional: Bool = true, _ count: (Side) -> Int) -> Figure {
      (
        title, sides.map { "\(count($0.side), at: Pointer.to($0.key, key))" },
        !isOptional || sides.contains { count($0.side) > 0 }
      )
    }
    let rates = sides.map { key, side in
      side.span.rate(side.errors).map { Self.words($0, Pointer.to(key, "rate")) } ?? "–"
    }
    let rows: [Figure] = [
      row("records", "records", isOptional: false) { $0.summary.lineCounts.records },
      row("errors", "errors", isOptional: false) { $0.errors },
      ("errors per hour", rates, sides.contains { $0.side.span.length != nil }),
      row("unhandled", "unhandled") { $0.summary.unhandled },
      row("granted retries", "retries") { $0.summary.retries },
      row("of them untracked", "untracked") { $0.summary.untracked },
      row("selected by --only", "selected") { $0.summary.lineCounts.listed },
      row("rejected lines", "rejected") { $0.summary.lineCounts.rejected },
    ]
    return Table(
      rows.filter { $0.isShown },
      [Table.Column<Figure>(.name, "", width: 18) { "\($0.title)" }] + columns { $0.cells[$1] },
      layout: .matrix, label: "both streams", caption: "Both streams under the same rules.", isSorted: false)
  }

  /// A column for each side.
  private func columns<Row>(_ cell: @escaping (Row, Int) -> Words) -> [Table.Column<Row>] {
    sides.indices.map { index in
      Table.Column(.number, sides[index].key, width: 10) { cell($0, index) }
    }
  }

  private var notes: [Report.Part] {
    sides.flatMap { key, side -> [Report.Part] in
      var notes: [Report.Part] = []
      if case .unknown(let reason) = side.span {
        notes.append(.line("no rate \(key): \(reason)", .aside))
      }
      let untimed = side.summary.lineCounts.records - side.summary.times.count
      if side.span.length != nil, untimed > 0 {
        let records = Figures.counted(untimed, "record")
        notes.append(.line("\(key): \(loose: records) without a time, counted in the rate", .aside))
      }
      if side.summary.untracked > 0 {
        notes.append(
          .line("\(key): \(loose: RetryAccount.sentence(untracked: side.summary.untracked))", .warning))
      }
      return notes
    }
  }

  // MARK: - Kinds

  private var kinds: [Report.Part] {
    let rows = KindChange.Change.allCases.map { change in
      (change: change, kinds: difference.kinds.filter { $0.change == change })
    }
    let table = Table(
      rows,
      [
        Table.Column(.name, "", width: 18) { "\($0.change.rawValue)" },
        Table.Column(.number, "kinds", width: 10) {
          "\($0.kinds.count, at: Pointer.to("kinds", $0.change.rawValue, "kinds"))"
        },
      ]
        + columns { row, side in
          let errors = row.kinds.errors
          let pointer = Pointer.to("kinds", row.change.rawValue, sides[side].key)
          return "\(side == 0 ? errors.before : errors.after, at: pointer)"
        }, layout: .matrix, label: "kinds", caption: "Kinds of errors, and how many errors they have.",
      isSorted: false)
    let only: [Report.Part] =
      difference.only.isEmpty ? [] : [.line("only records that fit --only \(names: difference.only)")]
    return only + (difference.kinds.isEmpty ? [.line("none")] : [.table(table), .line(rule, .aside)])
      + sides.flatMap { key, _ -> [Report.Part] in
        let count = key == "before" ? difference.notCompared.before : difference.notCompared.after
        guard count > 0 else { return [] }
        let errors: Words = "\(count, "error", at: Pointer.to(key, "notCompared"))"
        return [
          .line(
            "\(key): \(errors) of kinds that are not compared, because a stream has more kinds than are kept",
            .warning)
        ]
      }
  }

  /// The thresholds, which stand beside the figures.
  private var rule: Words {
    let (errors, factor, deviations) = (
      ComparedLengths.errors, ComparedLengths.factor, ComparedLengths.deviations
    )
    let what = difference.areRatesCompared ? "rate" : "number"
    let times = factor == 2 ? "doubled or halved" : "\(factor) times as high or low"
    return
      "grown, shrunk: at least \(errors) errors on one side, a \(what) at least \(times), and a difference beyond chance (\(deviations) standard deviations)"
  }

  private func section(_ title: String, _ change: KindChange.Change, _ rest: [Report.Part] = [])
    -> Report.Section
  {
    let rows = difference.kinds.enumerated().filter { $0.element.change == change }
      .map { (place: $0.offset, kind: $0.element) }
    guard !rows.isEmpty else { return Report.Section(title, []) }
    let counts = rows.map { max($0.kind.before?.kind.count ?? 0, $0.kind.after?.kind.count ?? 0) }
    let table = Table(
      rows, columns(of: change), limits: Table.Limits(text: Self.rows, markdown: 20, page: 200),
      label: title.lowercased(), caption: "\(title), with how they end.", id: "\(change.rawValue)-rows",
      filter: "Filter kinds", noun: "kind",
      more: { left in
        let errors = padded(Figures.number(counts.suffix(left).reduce(0, +)), 6)
        return "\(errors)  more, of \(left) other kinds; --format json has all"
      })
    return Report.Section(title, [.table(table)] + rest, id: change.rawValue, .open)
  }

  private func columns(of change: KindChange.Change) -> [Table.Column<Row>] {
    let code = Table.Column<Row>(.code, "id", in: .written) { "\(code: $0.kind.id)" }
    let error = Table.Column<Row>(.name, "error") { "\(name: $0.kind.name, longest: 120)" }
    let ends = [
      Table.Column<Row>(.words, "outcome", in: .written) { outcomes($0, isPage: false) },
      Table.Column<Row>(.words, "outcome", in: .page) { outcomes($0, isPage: true) },
    ]
    switch change {
    case .new:
      return [count(1, "errors"), rate(1), code, error] + ends + [
        Table.Column(.time, "first (\(zone.name))") {
          "\($0.kind.after?.kind.first.map { zone.minute($0) } ?? "")"
        }
      ]
    case .gone:
      return [count(0, "errors"), rate(0), code, error] + ends + [
        Table.Column(.time, "last (\(zone.name))") {
          "\($0.kind.before?.kind.last.map { zone.minute($0) } ?? "")"
        }
      ]
    case .grown, .shrunk, .similar:
      let ratio = Table.Column<Row>(.number, "ratio") { row in
        row.kind.ratio.map { Self.words($0, Pointer.to("changes", "\(row.place)", "ratio"), "×") } ?? ""
      }
      return [count(0, "before"), count(1, "after"), ratio, code, error] + ends
    }
  }

  private func side(_ kind: KindChange, _ index: Int) -> KindOutcomes.Kind? {
    index == 0 ? kind.before : kind.after
  }

  private func pointer(_ row: Row, _ index: Int, _ parts: String...) -> String {
    Pointer.to(["changes", "\(row.place)", sides[index].key] + parts)
  }

  private func count(_ index: Int, _ title: String) -> Table.Column<Row> {
    Table.Column(.number, title) { row in
      side(row.kind, index).map { "\($0.kind.count, at: pointer(row, index, "count"))" } ?? ""
    }
  }

  private func rate(_ index: Int) -> Table.Column<Row> {
    let span = sides[index].side.span
    return Table.Column(.number, "per hour", in: span.length == nil ? [] : .all) { row in
      let rate = side(row.kind, index).flatMap { span.rate($0.kind.count) }
      return rate.map { Self.words($0, pointer(row, index, "rate")) } ?? ""
    }
  }

  private static func words(_ decimal: Decimal, _ pointer: String, _ sign: String = "") -> Words {
    "\(value: sign + decimal.text, json: decimal.json, at: pointer)"
  }

  /// The outcomes of a kind, those before and those after if they differ; numbers only where there are several.
  private func outcomes(_ row: Row, isPage: Bool) -> Words {
    let words = [0, 1].compactMap { index in
      side(row.kind, index).map { outcomes($0, at: pointer(row, index, "outcomes"), isPage) }
    }
    return words.count == 2 && words[0].plain == words[1].plain ? words[1] : words.joined(" → ")
  }

  private func outcomes(_ kind: KindOutcomes.Kind, at pointer: String, _ isPage: Bool) -> Words {
    let all = ShownOutcome.displayOrder.filter { kind.outcomes[$0.rawValue] > 0 }
    return all.map { outcome -> Words in
      let name = outcome == .nobody ? "unhandled" : outcome.name
      let word: Words =
        isPage
        ? "\(word: name, look: outcome.look)" : outcome == .nobody ? "\(strong: "\(name)")" : "\(name)"
      let count: Words = "\(kind.outcomes[outcome.rawValue], at: pointer + Pointer.to(name))"
      return all.count == 1 ? word : "\(count) \(word)"
    }.joined(", ")
  }

  private var toList: [Report.Part] {
    guard let command, let first = difference.kinds.first, first.change == .new else { return [] }
    return [.command("\(command) --list --only \(first.id)", "to list the first kind:", in: .text)]
  }
}
