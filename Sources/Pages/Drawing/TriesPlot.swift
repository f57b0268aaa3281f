internal import Replay
internal import RuleEngine

/// Tries over time, with the rules' retries and without: one column per step, and the same numbers as a table.
struct TriesPlot {
  private let time: RetryLoad.OverTime
  private static let height = 100.0
  private static let firsts = "o-none"
  private static let added = "o-retry"

  init(_ time: RetryLoad.OverTime) { self.time = time }

  func write(_ markup: inout Markup) {
    let most = max(1, time.tries.map { $0.all }.max() ?? 0)
    key(&markup)
    markup.element("div", ["class": "axis", "aria-hidden": "true"]) { markup in
      let tries = Figures.counted(most, "try", plural: "tries")
      markup.element("span", ["class": "scale"], text: "maximum: \(tries) in \(span)")
    }
    let width = time.tries.count * 10
    markup.element(
      "svg",
      [
        "class": "plot", "viewBox": "0 0 \(width) 100", "preserveAspectRatio": "none", "role": "img",
        "aria-label": "Tries with the retries and without, one column per \(span), from \(start(of: 0))",
      ]
    ) { markup in
      for line in [0.25, 0.5, 0.75] {
        let y = DisplayText.coordinate(line * Self.height)
        markup.empty("line", ["class": "rule", "x1": "0", "x2": "\(width)", "y1": y, "y2": y])
      }
      for index in used { column(index, most, &markup) }
      markup.empty("line", ["class": "rule", "x1": "0", "x2": "\(width)", "y1": "100", "y2": "100"])
    }
    markup.element("div", ["class": "axis", "aria-hidden": "true"]) { markup in
      for place in [0, time.tries.count / 2, time.tries.count] {
        markup.element("span", ["class": "scale"], text: start(of: place))
      }
    }
    table(&markup)
  }

  /// The steps with a try.
  private var used: [Int] { time.tries.indices.filter { time.tries[$0].all > 0 } }

  private var span: String { DisplayText.span(seconds: Int(time.width) * 60) }

  private func start(of step: Int) -> String { Figures.minute(time.start + Int64(step) * time.width) }

  private func pointer(_ key: String, _ step: Int) -> String {
    Pointer.to("load", "overTime", key, "\(step)")
  }

  private func column(_ index: Int, _ most: Int, _ markup: inout Markup) {
    let tries = time.tries[index]
    let without = GroupedNumber.text(tries.firsts)
    markup.element("g") { markup in
      markup.element(
        "title",
        text: "\(start(of: index)): \(GroupedNumber.text(tries.all)), without the retries \(without)"
      )
      var y = Self.height
      for (count, look, of) in [
        (tries.firsts, Self.firsts, pointer("without", index)),
        (tries.added, Self.added, "\(pointer("with", index)) -\(pointer("without", index))"),
      ] where count > 0 {
        let height = Double(count) * Self.height / Double(most)
        y -= height
        markup.empty(
          "rect",
          [
            "class": "fill \(look)", "x": "\(index * 10 + 1)", "y": DisplayText.coordinate(y), "width": "8",
            "height": DisplayText.coordinate(height), "data-value": "\(count)", "data-of": of,
          ]
        )
      }
    }
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

  private func table(_ markup: inout Markup) {
    markup.element("details") { markup in
      markup.element("summary", text: "The same as a table")
      markup.element(
        "div",
        ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "Table of tries over time"]
      ) { markup in
        markup.element("table") { markup in
          markup.element("caption", text: "Tries per \(span), in UTC. Empty rows are left out.")
          markup.element("thead") { markup in
            markup.element("tr") { markup in
              markup.element("th", ["scope": "col"], text: "from")
              markup.element("th", ["scope": "col", "class": "num"], text: "without the retries")
              markup.element("th", ["scope": "col", "class": "num"], text: "with the retries")
            }
          }
          markup.element("tbody") { markup in
            for index in used {
              markup.element("tr") { markup in
                markup.element("th", ["scope": "row", "class": "scale"], text: start(of: index))
                markup.element("td", ["class": "num"]) {
                  $0.figure(time.tries[index].firsts, of: pointer("without", index))
                }
                markup.element("td", ["class": "num"]) {
                  $0.figure(time.tries[index].all, of: pointer("with", index))
                }
              }
            }
          }
        }
      }
    }
  }
}
