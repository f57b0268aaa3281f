internal import Explanations
internal import Replay
internal import Reports
internal import Engine
internal import Records
internal import Counting

struct TimePlot {
  let time: OverTime
  let totals: [Int]
  let zone: ShownZone

  func write(_ markup: inout Markup) {
    key(&markup)
    ColumnPlot(
      label: "Errors by outcome, one column per \(span), from \(start(of: 0))",
      tableLabel: "outcomes over time",
      caption: "Errors by outcome per \(span), in \(zone.name). Empty rows are left out.", noun: "errors",
      span: span,
      zone: zone.name, headings: ReplayDetail.Outcome.allCases.map { $0.name },
      columns: time.counts.indices.map { column($0) },
      axes: TimeTicks.axes(from: time.start, to: moment(of: time.counts.count), in: zone)
    ).write(&markup)
  }

  private var span: String { DisplayText.span(seconds: time.seconds) }

  private func moment(of bucket: Int) -> Timestamp {
    Timestamp(microseconds: time.start.microseconds + Int64(bucket) * Int64(time.seconds) * 1_000_000)
  }

  /// The start of a bucket: `2026-11-20 08:15`, with seconds for short buckets.
  private func start(of bucket: Int) -> String {
    let start = moment(of: bucket)
    guard time.seconds >= 60 else { return zone.second(start) }
    // The days are those of UTC.
    return time.seconds >= 86_400 && zone.isUTC ? String(zone.minute(start).prefix(10)) : zone.minute(start)
  }

  private func column(_ index: Int) -> ColumnPlot.Column {
    let counts = time.counts[index]
    func pointer(_ kind: Int) -> String { Pointer.to("detail", "overTime", "counts", "\(index)", "\(kind)") }
    let parts = ReplayDetail.Outcome.displayOrder.filter { counts[$0.rawValue] > 0 }
      .map { "\($0.name) \(GroupedNumber.text(counts[$0.rawValue]))" }
    return ColumnPlot.Column(
      start: start(of: index),
      title: parts.joined(separator: ", "),
      counts: ReplayDetail.Outcome.allCases.map {
        ColumnPlot.Count(look: $0.look, count: counts[$0.rawValue], pointer: pointer($0.rawValue))
      },
      cells: counts.enumerated().map { ($1, pointer($0)) }
    )
  }

  private func key(_ markup: inout Markup) {
    markup.key(
      ReplayDetail.Outcome.displayOrder.filter { totals[$0.rawValue] > 0 }.map { outcome in
        let name = outcome == .nobody ? "unhandled" : outcome.name
        return (outcome.look, "\(name) \(totals[outcome.rawValue], at: outcome.pointer)")
      }
    )
  }
}
