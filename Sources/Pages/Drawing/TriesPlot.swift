internal import Replay
internal import RuleEngine

/// Tries over time, with the rules' retries and without.
struct TriesPlot {
  private let time: RetryLoad.OverTime
  private static let firsts = "o-none"
  private static let added = "o-retry"

  init(_ time: RetryLoad.OverTime) { self.time = time }

  func write(_ markup: inout Markup) {
    key(&markup)
    ColumnPlot(
      label: "Tries with the retries and without, one column per \(span), from \(start(of: 0))",
      tableLabel: "Table of tries over time",
      caption: "Tries per \(span), in UTC. Empty rows are left out.",
      noun: ("try", "tries"),
      span: span,
      headings: ["without the retries", "with the retries"],
      columns: time.tries.indices.map { column($0) },
      marks: [0, time.tries.count / 2, time.tries.count].map { start(of: $0) }
    ).write(&markup)
  }

  private var span: String { DisplayText.span(seconds: Int(time.width) * 60) }

  private func start(of step: Int) -> String { Figures.minute(time.start + Int64(step) * time.width) }

  private func column(_ index: Int) -> ColumnPlot.Column {
    let tries = time.tries[index]
    let with = Pointer.to("load", "overTime", "with", "\(index)")
    let without = Pointer.to("load", "overTime", "without", "\(index)")
    return ColumnPlot.Column(
      start: start(of: index),
      title: "\(GroupedNumber.text(tries.all)), without the retries \(GroupedNumber.text(tries.firsts))",
      counts: [
        ColumnPlot.Count(look: Self.firsts, count: tries.firsts, pointer: without),
        ColumnPlot.Count(look: Self.added, count: tries.added, pointer: "\(with) -\(without)"),
      ],
      cells: [(tries.firsts, without), (tries.all, with)]
    )
  }

  private func key(_ markup: inout Markup) {
    markup.element("ul", ["class": "key"]) { markup in
      for (look, name) in [(Self.firsts, "tries without the retries"), (Self.added, "added by the retries")] {
        markup.element("li") { markup in
          OutcomeBar.swatch(look, &markup)
          markup.element("span", text: name)
        }
      }
    }
  }
}
