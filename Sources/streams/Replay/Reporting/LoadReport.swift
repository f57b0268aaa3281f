internal import Source
package import Reports
internal import Bytes
package import Records

/// The tries that the rules' retries add.
package struct LoadReport {
  private let load: RetryLoad
  private let zone: ShownZone
  package static let introduction =
    "Tries that the rules' retries add to the first tries of this stream. A stream has failed tries only, so those that "
    + "succeeded are not counted."

  init(_ load: RetryLoad, in zone: ShownZone) { (self.load, self.zone) = (load, zone) }

  var parts: [Report.Part] {
    let intro = Report.Part.line("\(Self.introduction)", .aside, in: .page)
    guard load.tries > 0 else { return [intro, .line("no tries added", in: [.text, .page])] }
    let givingUp = load.operations.givingUp.count > 0 ? LoadText.givingUp(load) : nil
    let sentences = [
      LoadText.sentence(load, in: zone), LoadText.waits(load), LoadText.operations(load), givingUp,
    ]
    return [intro] + sentences.compactMap { $0 }.map { .line("\($0)", in: .text) } + overTime
      + (load.operations.retried > 0 && load.knowsSuccess && load.successRate == nil
        ? [.line("\(LoadText.caveat)", .aside, in: .text)] : [])
      + LoadText.worst(load, in: zone).map { .line("\($0)", .loose, in: [.text, .page]) }
      + [.table(Self.figures([Side("", load, ["load"])], in: zone), in: .marked)]
      + [.details("Tries by upstream", upstreams)] + LoadText.asides(load).map { .line("\($0)", .aside) }
  }

  /// The tries over time, as two lines of marks or as a plot.
  private var overTime: [Report.Part] {
    guard let time = load.overTime else { return [] }
    let each = (time.tries.count + 47) / 48
    let tries = stride(from: 0, to: time.tries.count, by: each).map { start in
      time.tries[start..<min(start + each, time.tries.count)].reduce(RetryLoad.Tries()) { $0 + $1 }
    }
    let most = tries.map { $0.all }.max() ?? 0
    let length = time.width * Int64(each)
    let (start, end) = (zone.minute(Timestamp(minute: time.start)), time.start + Int64(tries.count) * length)
    let mark = length == 1 ? "1 minute" : "\(Figures.number(Int(length))) minutes"
    return [
      .line(
        "tries with the retries     \(Sparkline.text(of: tries.map { $0.all }, most: most), .cyan)", in: .text
      ),
      .line(
        "tries without the retries  \(Sparkline.text(of: tries.map { $0.firsts }, most: most))", in: .text),
      .line(
        "\(start) to \(zone.minute(Timestamp(minute: end))) \(zone.name), \(mark) a mark", .aside, in: .text),
      .drawing { markup in
        TriesPlot.key(&markup)
        TriesPlot(time, in: zone).write(&markup)
      },
    ]
  }

  private var upstreams: [Report.Part] {
    typealias Row = (place: Int, upstream: RetryLoad.Upstream)
    func pointer(_ row: Row, _ path: String...) -> String {
      Pointer.to(["load", "upstreams", "\(row.place)"] + path)
    }
    let table = Table(
      load.upstreams.enumerated().map { (place: $0.offset, upstream: $0.element) },
      [
        Table.Column(.name, "upstream") { row in
          row.upstream.name.map { "\(name: $0)" } ?? "(none recorded)"
        },
        Table.Column(.number, "tries") { "\($0.upstream.tries, at: pointer($0, "tries"))" },
        Table.Column(.number, "peak/min") { row in
          row.upstream.peakMinute == nil ? "" : "\(row.upstream.peak, at: pointer(row, "peak", "tries"))"
        },
      ], limits: Table.Limits(text: ReplayReport.rows, page: 50), label: "upstreams",
      caption: "Tries that the rules' retries add.", isSorted: false, noun: "upstream")
    let rest = load.upstreams.dropFirst(ReplayReport.rows).reduce(load.otherUpstreams) { $0 + $1.tries }
    let others = "\(padded(Figures.number(rest), 7))            of other upstreams"
    return !load.upstreams.contains { $0.name != nil }
      ? [] : [.table(table)] + (rest > 0 ? [.line("\(others)", in: .text)] : [])
  }

  // MARK: - Figures

  /// One of several rule sets on the same records.
  package struct Side {
    let title: String
    let load: RetryLoad
    /// The place of the load in JSON.
    let place: [String]

    package init(_ title: String, _ load: RetryLoad, _ place: [String]) {
      (self.title, self.load, self.place) = (title, load, place)
    }
  }

  /// A row for each figure that is not zero on every side.
  package static func figures(
    _ sides: [Side], in zone: ShownZone, above: [(title: String, cells: [Words])] = []
  ) -> Table {
    typealias Row = (title: String, cells: [Words])
    func row(_ title: String, _ cell: (RetryLoad, (String...) -> String) -> Words?) -> Row {
      (
        title,
        sides.map { side in cell(side.load) { (path: String...) in Pointer.to(side.place + path) } ?? "" }
      )
    }
    func minute(_ minute: Int64?) -> Words? { minute.map { "\(loose: zone.minute(Timestamp(minute: $0)))" } }
    let rows: [Row] = [
      row("tries without the retries") { "\($0.firsts, at: $1("withoutRetries"))" },
      row("tries added") { "\($0.tries, at: $1("tries"))" },
      row("of them by untracked retries") { "\($0.untracked, at: $1("untracked"))" },
      row("worst minute (\(zone.name))") { load, _ in minute(load.worstMinute) },
      row("tries in the worst minute, without the retries") { load, place in
        load.worstMinute.map { _ in "\(load.worst.firsts, at: place("worst", "without"))" }
      },
      row("tries in the worst minute, with the retries") { load, place in
        load.worstMinute.map { _ in "\(load.worst.all, at: place("worst", "with"))" }
      },
      row("amplification in the worst minute") { load, _ in
        load.worst.amplification.map { "\(loose: "× \(Figures.ratio($0))")" }
      },
      row("most tries in a second, with the retries") { load, place in
        load.worstSecond.map { "\($0.tries, at: place("worstSecond", "tries"))" }
      },
      row("most tries added in a minute") { load, place in
        load.peakMinute.map { _ in "\(load.peak, at: place("peak", "tries"))" }
      },
      row("minute with most tries added (\(zone.name))") { load, _ in minute(load.peakMinute) },
      row("median delay") { "\(duration: $0.waits.median, at: $1("waits", "median"))" },
      row("95th percentile of the delays") { "\(duration: $0.waits.most, at: $1("waits", "p95"))" },
      row("longest delay") { "\(duration: $0.waits.longest, at: $1("waits", "longest"))" },
      row("operations retried") { "\($0.operations.retried, at: $1("operations", "retried"))" },
      row(sides[0].load.recovery) { load, place in
        load.knowsSuccess ? "\(load.operations.recovered, at: place("operations", "recovered"))" : nil
      },
      row("given up") { "\($0.operations.givenUp, at: $1("operations", "givenUp"))" },
      row("unknown, as the stream ends first") {
        "\($0.operations.unknown, at: $1("operations", "unknown"))"
      },
      row("average time until giving up") { load, _ in
        load.operations.givingUp.count > 0 ? "\(loose: Figures.duration(load.operations.givingUp.mean))" : nil
      },
    ]
    return Table(
      (above + rows).filter { $0.cells.contains { !$0.isEmpty && !$0.isZero } },
      [Table.Column(.name, "") { "\(loose: $0.title)" }]
        + sides.indices.map { index in Table.Column(.number, sides[index].title) { $0.cells[index] } },
      label: "the load", caption: LoadText.assumption(sides[0].load), isSorted: false)
  }
}
