internal import Replay
internal import Reports
internal import Bytes
internal import Records

/// The retries of both rule sets and the load of their tries, side by side.
struct RetriesComparison {
  private struct Side {
    /// The key of its numbers in JSON, and its name in text.
    let key: String
    let summary: ReplaySummary
    let load: RetryLoad
  }

  private let sides: [Side]
  private let zone: ShownZone

  init(_ replayed: ReplayComparison) {
    zone = replayed.old.read.zone
    sides = [("old", replayed.old), ("new", replayed.new)].compactMap { key, summary in
      summary.load.map { Side(key: key, summary: summary, load: $0) }
    }
  }

  var parts: [Report.Part] {
    guard sides.count == 2, sides.contains(where: { $0.summary.retries + $0.load.tries > 0 }) else {
      return []
    }
    let worst = sides.flatMap { side in
      (LoadText.worst(side.load, in: zone) + LoadText.asides(side.load)).map {
        Report.Part.line("under the \(side.key) rules, \($0)", .loose, in: .page)
      }
    }
    let hasTries = sides.contains { $0.load.tries > 0 }
    return plots + worst + [.table(figures, in: hasTries ? .marked : .page)]
      + (hasTries ? [.table(table, in: .text)] + notes : []) + upstreams + assumption
  }

  /// Both plots have the same axes.
  private var plots: [Report.Part] {
    let times = sides.compactMap { side in side.load.overTime.map { (side, $0) } }
    guard !times.isEmpty else { return [] }
    let steps = TriesPlot.Steps(times.map { $0.1 })
    let plots = times.map { side, time in
      TriesPlot(time, in: zone, at: ["retryLoad", side.key], of: "the \(side.key) rules", steps: steps)
    }
    let reach = plots.map { $0.most }.max() ?? 0
    return [
      .line("\(LoadReport.introduction)", .aside, in: .page),
      .drawing { markup in
        TriesPlot.key(&markup)
        for plot in plots { plot.write(reach: reach, &markup) }
      },
    ]
  }

  private var figures: Table {
    func row(_ title: String, _ cell: (ReplaySummary, String) -> Words, _ key: String)
      -> (title: String, cells: [Words])
    {
      (title, sides.map { cell($0.summary, Pointer.to("summaries", $0.key, "retryLoad", key)) })
    }
    return LoadReport.figures(
      sides.map { LoadReport.Side($0.key, $0.load, ["retryLoad", $0.key]) }, in: zone,
      above: [
        row("granted retries", { "\($0.retries, at: $1)" }, "retries"),
        row("of them untracked", { "\($0.untracked, at: $1)" }, "untracked"),
        row("total delay", { "\(duration: $0.delay, at: $1)" }, "delay"),
      ])
  }

  private var table: Table {
    func column(_ title: String, gap: Int = 0, _ figure: @escaping (RetryLoad) -> Words)
      -> Table.Column<Side>
    {
      Table.Column(.number, title, width: max(9, title.count + 2) + gap) { figure($0.load) }
    }
    let load = sides[0].load
    return Table(
      sides,
      [
        Table.Column(.name, "", width: 3) { "\($0.key)" }, column("tries", gap: 2) { "\($0.tries)" },
        column("peak/min") { "\($0.peak)" }, column("max delay") { "\(duration: $0.waits.longest)" },
      ] + (load.knowsSuccess ? [column(load.recovery) { "\($0.operations.recovered)" }] : []) + [
        column("given up") { "\($0.operations.givenUp)" },
        column("unknown") { "\($0.operations.unknown)" },
      ], layout: .matrix)
  }

  private var notes: [Report.Part] {
    func note(_ words: String, _ counts: [Int?]) -> [Report.Part] {
      let counts = counts.compactMap { $0 }
      guard counts.count == 2, counts.contains(where: { $0 > 0 }) else { return [] }
      return [.line("\(words): \(counts[0]) old, \(counts[1]) new", .aside, in: .text)]
    }
    return note("of them by untracked retries", sides.map { $0.load.untracked })
      + note("not in any minute, as no record before has a time", sides.map { $0.load.untimed })
      + note("most tries in a second", sides.map { $0.load.worstSecond?.tries })
  }

  private var assumption: [Report.Part] {
    let load = sides[1].load
    guard load.knowsSuccess, sides.contains(where: { $0.load.tries > 0 }) else { return [] }
    let words = load.successRate.map { "assuming that \(LoadText.percent($0)) of tries succeed" }
    return [.line("\(words ?? LoadText.caveat)", .aside, in: .text)]
  }

  // MARK: - Upstreams

  private struct Upstream {
    let name: String
    /// The index in each rule set's load, and the tries.
    var places: [Int?] = [nil, nil]
    var tries = [0, 0]

    var change: Int { tries[1] - tries[0] }
  }

  /// Upstreams with another number of tries, those with the largest difference first.
  private var upstreams: [Report.Part] {
    let none = "(none recorded)"
    var all: [Upstream] = []
    for (side, load) in sides.enumerated() {
      for (index, upstream) in load.load.upstreams.enumerated() {
        let name = upstream.name ?? none
        let place = all.firstIndex { $0.name == name } ?? all.count
        if place == all.count { all.append(Upstream(name: name)) }
        all[place].places[side] = index
        all[place].tries[side] = upstream.tries
      }
    }
    guard all.contains(where: { $0.name != none }) else { return [] }
    let rows = all.filter { $0.change != 0 }.sorted {
      (abs($1.change), $0.name) < (abs($0.change), $1.name)
    }
    let counts = sides.enumerated().map { index, side in
      Table.Column<Upstream>(.number, side.key, in: .marked) { row in
        let place = row.places[index].map { "\($0)" } ?? ""
        return "\(row.tries[index], at: Pointer.to("retryLoad", side.key, "upstreams", place, "tries"))"
      }
    }
    let table = Table(
      rows,
      [
        Table.Column(.name, "", in: .text) { "tries of \($0.name) (\($0.tries[0]) → \($0.tries[1]))" },
        Table.Column(.name, "upstream", in: .marked) {
          $0.name == none ? "\(none)" : "\(name: $0.name)"
        },
        Table.Column(.number, "", in: .text) { "\(Figures.change($0.change))" },
      ] + counts, layout: .untitled,
      limits: Table.Limits(text: DifferenceReport.rows, markdown: 20, page: 20),
      label: "upstreams", caption: "Upstreams with more or fewer added tries.", isSorted: false,
      noun: "upstream", more: { "         and those of \($0) more upstreams" })
    return [.table(table)]
  }
}
