internal import Counting
internal import Reports
internal import Bytes
internal import Records

extension ReplayReport {
  /// A kind of error, and the place of its number in JSON.
  private struct Row {
    let kind: ErrorKind
    let pointer: String
    /// The category, or the rule.
    var owner = ""
    /// The place on a page where one is explained.
    var place: String?
  }

  private func columns(width: Int? = nil) -> [Table.Column<Row>] {
    let zone = summary.read.zone
    return [
      Table.Column(.number, "errors", width: width) { "\($0.kind.count, at: $0.pointer)" },
      Table.Column(.code, "", in: .text) { "\($0.kind.id)" },
      Table.Column(.time, "first and last (\(zone.name))") {
        "\(SpanText.span(of: $0.kind, in: zone) ?? "")"
      },
      Table.Column(.code, "to list them", in: .marked) { "\(code: "--list --only \($0.kind.id)")" },
    ]
  }

  var unhandled: [Report.Part] {
    let kinds = summary.outcomes.unhandledKinds
    guard !kinds.isEmpty else { return [] }
    let rows = kinds.enumerated().map { index, kind in
      Row(
        kind: kind, pointer: Pointer.to("unhandledKinds", "\(index)", "count"),
        place: place(summary.detail?.firstUnhandled[index]))
    }
    let unhandled = summary.unhandled
    let others = summary.outcomes.unhandledOtherKinds
    var columns = columns()
    columns.insert(
      Table.Column(.number, "share", in: .page) {
        "\(share: $0.kind.count, of: unhandled, at: $0.pointer, in: "/unhandled")"
      }, at: 1)
    let table = Table(
      rows, [Table.Column(.name, "error") { "\(name: $0.kind.name, longest: 120, to: $0.place)" }] + columns,
      layout: .untitled, limits: Table.Limits(text: Self.rows, markdown: 10), label: "unhandled errors",
      caption:
        "Grouped by type with case, code or status, or by message without its numbers and quoted text.",
      id: "nobody-rows", filter: "Filter errors",
      more: { Self.otherKinds(kinds.suffix($0).map { $0.count }) },
      pageMore: { left in
        let rest = kinds.suffix(left).reduce(others) { $0 + $1.count }
        let what = others > 0 ? "further kinds" : Figures.counted(left, "rarer kind")
        return "Left out: \(Figures.counted(rest, "error")) of \(what)."
      })
    let roots = summary.outcomes.unhandledAtRoots.map { "\(Figures.number($0.count)) at \($0.name)" }
    let errors: Words = "\(summary.lineCounts.errors, at: "/ledger/records -/ledger/events")"
    return [
      .line(
        "\(unhandled, at: "/unhandled") of \(errors) errors escalated to the root and were not handled",
        in: .page),
      .table(table),
    ] + (others > 0 ? [.line("and \(others) of other kinds")] : [])
      + [
        .line("\(roots.joined(separator: "; "))", .aside, in: .text),
        .command(
          command ?? "errctl replay …", "To list the errors of a kind in a terminal, add its last column:",
          in: .page),
      ]
      + (command.map {
        [.command("\($0) --list --only \(kinds[0].id)", "to list the first kind:", in: .text)]
      }
        ?? [])
  }

  /// The largest kinds of each category, or of each rule.
  ///
  /// - Parameter member: the member of the JSON report below `kinds`.
  func kinds(_ owner: String, _ member: String, _ groups: (KindTable) -> [KindTable.Group]) -> [Report.Part] {
    guard let groups = summary.kinds.map(groups), !groups.isEmpty else { return [] }
    func rows(_ group: KindTable.Group, _ most: Int) -> [Row] {
      group.kinds.prefix(most).enumerated().map { index, kind in
        Row(
          kind: kind, pointer: Pointer.to("kinds", member, group.name, "kinds", "\(index)", "count"),
          owner: group.name)
      }
    }
    let error = Table.Column<Row>(.words, "error", in: .marked) { "\(name: $0.kind.name, longest: 120)" }
    let table = Table(
      groups.flatMap { rows($0, 5) },
      [Table.Column(.name, owner) { "\(name: $0.owner)" }, error] + columns(),
      limits: Table.Limits(page: 200), label: "the largest kinds by \(owner)",
      caption: "Up to 5 kinds of each \(owner), the largest first.", id: "\(member)-kinds",
      filter: "Filter kinds", noun: "kind")
    let name = Table.Column<Row>(.name, "") { "\(name: $0.kind.name)" }
    let lists = groups.prefix(Self.rows).flatMap { group -> [Report.Part] in
      let shown = rows(group, 3)
      let rest = group.errors - shown.reduce(0) { $0 + $1.kind.count }
      let others = group.kindCount.map { Figures.counted($0 - shown.count, "other kind") } ?? "other kinds"
      let more: [Report.Part] =
        rest > 0 ? [.line("\(padded(Figures.number(rest), 9))  more, of \(others)", in: .text)] : []
      return [
        .line("\(name: group.name): \(group.errors, "error")", in: .text),
        .table(Table(shown, [name] + columns(width: 9), layout: .cut), in: .text),
      ] + more
    }
    let left = groups.count - Self.rows
    return [.table(table, in: .marked)] + lists
      + (left > 0 ? [.line("and \(left) more; --format json has them all", in: .text)] : [])
  }

  var toListKinds: [Report.Part] {
    guard let command, summary.kinds != nil, summary.lineCounts.errors > 0 else { return [] }
    let purpose = "to list them, by the name of a category, a rule or a kind:"
    return [.command("\(command) --list --only NAME", purpose, in: .text)]
  }
}
