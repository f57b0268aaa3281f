internal import Replay
internal import RuleEngine

/// Outcomes over time: one column per bucket, and the same numbers as a table.
struct TimePlot {
  let time: OverTime
  let totals: [Int]
  private static let height = 100.0

  func write(_ markup: inout Markup) {
    let most = time.counts.map { $0.reduce(0, +) }.max() ?? 0
    key(&markup)
    markup.element("div", ["class": "axis", "aria-hidden": "true"]) { markup in
      markup.element(
        "span",
        ["class": "scale"],
        text: "maximum: \(Figures.counted(most, "error")) in \(span)"
      )
    }
    let width = time.counts.count * 10
    markup.element(
      "svg",
      [
        "class": "plot", "viewBox": "0 0 \(width) 100", "preserveAspectRatio": "none", "role": "img",
        "aria-label": "Errors by outcome, one column per \(span), from \(start(of: 0))",
      ]
    ) { markup in
      for line in [0.25, 0.5, 0.75] {
        let y = DisplayText.coordinate(line * Self.height)
        markup.empty("line", ["class": "rule", "x1": "0", "x2": "\(width)", "y1": y, "y2": y])
      }
      for (index, counts) in time.counts.enumerated() where counts.contains(where: { $0 > 0 }) {
        column(index, counts, most, &markup)
      }
      markup.empty("line", ["class": "rule", "x1": "0", "x2": "\(width)", "y1": "100", "y2": "100"])
    }
    markup.element("div", ["class": "axis", "aria-hidden": "true"]) { markup in
      for place in [0, time.counts.count / 2, time.counts.count] where place > 0 || time.counts.count > 0 {
        markup.element("span", ["class": "scale"], text: start(of: place))
      }
    }
    table(&markup)
  }

  private var span: String { DisplayText.span(seconds: time.seconds) }

  /// The start of a bucket: `2026-11-20 08:15`, with seconds for short buckets.
  private func start(of bucket: Int) -> String {
    let moment = time.start.microseconds + Int64(bucket) * Int64(time.seconds) * 1_000_000
    let text = Timestamp(microseconds: moment).text
    let length = time.seconds >= 86_400 ? 10 : time.seconds >= 60 ? 16 : 19
    return text.prefix(length).map { $0 == "T" ? " " : "\($0)" }.joined()
  }

  private func column(_ index: Int, _ counts: [Int], _ most: Int, _ markup: inout Markup) {
    markup.element("g") { markup in
      let displayOrder = ReplayDetail.Outcome.displayOrder.filter { counts[$0.rawValue] > 0 }
        .map { "\($0.name) \(GroupedNumber.text(counts[$0.rawValue]))" }
      markup.element("title", text: "\(start(of: index)): \(displayOrder.joined(separator: ", "))")
      var y = Self.height
      for outcome in ReplayDetail.Outcome.allCases where counts[outcome.rawValue] > 0 {
        let count = counts[outcome.rawValue]
        let height = Double(count) * Self.height / Double(most)
        y -= height
        markup.empty(
          "rect",
          [
            "class": "fill \(outcome.look)", "x": "\(index * 10 + 1)", "y": DisplayText.coordinate(y),
            "width": "8",
            "height": DisplayText.coordinate(height), "data-value": "\(count)",
            "data-of": Pointer.to("detail", "overTime", "counts", "\(index)", "\(outcome.rawValue)"),
          ]
        )
      }
    }
  }

  private func key(_ markup: inout Markup) {
    markup.element("ul", ["class": "key"]) { markup in
      for outcome in ReplayDetail.Outcome.displayOrder where totals[outcome.rawValue] > 0 {
        markup.element("li") { markup in
          OutcomeBar.swatch(outcome.look, &markup)
          markup.element("span", text: outcome == .nobody ? "unhandled" : outcome.name)
          markup.figure(totals[outcome.rawValue], of: outcome.pointer)
        }
      }
    }
  }

  private func table(_ markup: inout Markup) {
    markup.element("details") { markup in
      markup.element("summary", text: "The same as a table")
      markup.element(
        "div",
        ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "Table of outcomes over time"]
      ) { markup in
        markup.element("table") { markup in
          markup.element("caption", text: "Errors by outcome per \(span), in UTC. Empty rows are left out.")
          markup.element("thead") { markup in
            markup.element("tr") { markup in
              markup.element("th", ["scope": "col"], text: "from")
              for outcome in ReplayDetail.Outcome.allCases {
                markup.element("th", ["scope": "col", "class": "num"], text: outcome.name)
              }
            }
          }
          markup.element("tbody") { markup in
            for (index, counts) in time.counts.enumerated() where counts.contains(where: { $0 > 0 }) {
              markup.element("tr") { markup in
                markup.element("th", ["scope": "row", "class": "scale"], text: start(of: index))
                for (kind, count) in counts.enumerated() {
                  markup.element("td", ["class": count == 0 ? "num zero" : "num"]) {
                    $0.figure(
                      count,
                      of: Pointer.to("detail", "overTime", "counts", "\(index)", "\(kind)")
                    )
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
