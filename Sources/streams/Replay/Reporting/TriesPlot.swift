internal import Counting
package import Records
package import Reports

/// Tries over time, with the rules' retries and without.
package struct TriesPlot {
  /// Steps that the plots of several rule sets share, so that their columns may be compared.
  package struct Steps {
    let start: Int64
    let width: Int64
    let count: Int

    /// The longest steps, from the first beginning to the last end.
    package init(_ times: [RetryLoad.OverTime]) {
      let width = max(1, times.map { $0.width }.max() ?? 1)
      let start = times.map { $0.start }.min() ?? 0
      let end = times.map { $0.start + Int64($0.tries.count) * $0.width }.max() ?? start
      (self.start, self.width) = (start, width)
      count = Int((end - start + width - 1) / width)
    }

    func step(of minute: Int64) -> Int { Int((minute - start) / width) }
  }

  private struct Column {
    var tries = (firsts: 0, all: 0)
    /// The places of its numbers in the JSON report.
    var firsts: [String] = []
    var all: [String] = []
  }

  private let steps: Steps
  private var columns: [Column]
  private let name: String
  private let zone: ShownZone
  private static let firsts = "o-none"
  private static let added = "o-retry"

  /// - Parameters:
  ///   - place: the place of the load in the JSON report.
  ///   - name: the rule set, if the page has several: “the old rules”.
  ///   - steps: the steps shared with other plots.
  package init(
    _ time: RetryLoad.OverTime, in zone: ShownZone, at place: [String] = ["load"], of name: String = "",
    steps: Steps? = nil
  ) {
    (self.name, self.zone) = (name, zone)
    self.steps = steps ?? Steps([time])
    columns = [Column](repeating: Column(), count: self.steps.count)
    for (index, tries) in time.tries.enumerated() {
      let step = self.steps.step(of: time.start + Int64(index) * time.width)
      columns[step].tries.firsts += tries.firsts
      columns[step].tries.all += tries.all
      columns[step].firsts.append(Pointer.to(place + ["overTime", "without", "\(index)"]))
      columns[step].all.append(Pointer.to(place + ["overTime", "with", "\(index)"]))
    }
  }

  /// The most tries in a step.
  package var most: Int { columns.map { $0.tries.all }.max() ?? 0 }

  /// - Parameter reach: the number that the vertical axis has to reach, if other plots have the same axis.
  package func write(reach: Int = 0, _ markup: inout Markup) {
    ColumnPlot(
      label: "Tries\(of) with the retries and without, one column per \(span), from \(start(of: 0))",
      tableLabel: "tries over time\(of)",
      caption: "Tries\(of) in \(span), in \(zone.name). Empty rows are left out.",
      noun: "tries\(of)",
      span: span,
      zone: zone.name,
      headings: ["without the retries", "with the retries"],
      columns: columns.indices.map { column($0) },
      axes: TimeTicks.axes(from: moment(of: 0), to: moment(of: columns.count), in: zone),
      reach: reach
    ).write(&markup)
  }

  private var of: String { name.isEmpty ? "" : " under \(name)" }

  private var span: String { DisplayText.span(seconds: Int(steps.width) * 60) }

  private func moment(of step: Int) -> Timestamp {
    Timestamp(minute: steps.start + Int64(step) * steps.width)
  }

  private func start(of step: Int) -> String { zone.minute(moment(of: step)) }

  private func column(_ index: Int) -> ColumnPlot.Column {
    let column = columns[index]
    let (firsts, all) = column.tries
    let without = column.firsts.joined(separator: " ")
    let with = column.all.joined(separator: " ")
    let added = (column.all + column.firsts.map { "-\($0)" }).joined(separator: " ")
    return ColumnPlot.Column(
      start: start(of: index),
      title: "\(GroupedNumber.text(all)), without the retries \(GroupedNumber.text(firsts))",
      counts: [
        ColumnPlot.Count(look: Self.firsts, count: firsts, pointer: without),
        ColumnPlot.Count(look: Self.added, count: all - firsts, pointer: added),
      ],
      cells: [(firsts, without), (all, with)]
    )
  }

  package static func key(_ markup: inout Markup) {
    markup.key([(firsts, "tries without the retries"), (added, "added by the retries")])
  }
}
