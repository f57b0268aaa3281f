internal import Replay

/// Counts over time: a column of stacked counts for each step, and the same numbers as a table.
struct ColumnPlot {
  struct Count {
    let look: String
    let count: Int
    /// The place of the number in the JSON report.
    let pointer: String
  }

  struct Column {
    let start: String
    let title: String
    /// From the bottom up.
    let counts: [Count]
    /// The cells of its row in the table, a number and its place in the JSON report each.
    let cells: [(count: Int, pointer: String)]

    var height: Int { counts.reduce(0) { $0 + $1.count } }
  }

  let label: String
  let tableLabel: String
  let caption: String
  /// The number at the top: “23 errors”, and the length of a step.
  let noun: (one: String, many: String)
  let span: String
  let headings: [String]
  let columns: [Column]
  let marks: [String]
  private static let height = 100.0

  func write(_ markup: inout Markup) {
    let most = max(1, columns.map { $0.height }.max() ?? 0)
    markup.element("div", ["class": "axis", "aria-hidden": "true"]) { markup in
      let number = Figures.counted(most, noun.one, plural: noun.many)
      markup.element("span", ["class": "scale"], text: "maximum: \(number) in \(span)")
    }
    let width = columns.count * 10
    markup.element(
      "svg",
      [
        "class": "plot", "viewBox": "0 0 \(width) 100", "preserveAspectRatio": "none", "role": "img",
        "aria-label": label,
      ]
    ) { markup in
      for line in [0.25, 0.5, 0.75] {
        let y = DisplayText.coordinate(line * Self.height)
        markup.empty("line", ["class": "rule", "x1": "0", "x2": "\(width)", "y1": y, "y2": y])
      }
      for (index, column) in columns.enumerated() where column.height > 0 {
        draw(column, at: index, most, &markup)
      }
      markup.empty("line", ["class": "rule", "x1": "0", "x2": "\(width)", "y1": "100", "y2": "100"])
    }
    markup.element("div", ["class": "axis", "aria-hidden": "true"]) { markup in
      for mark in marks { markup.element("span", ["class": "scale"], text: mark) }
    }
    table(&markup)
  }

  private func draw(_ column: Column, at index: Int, _ most: Int, _ markup: inout Markup) {
    markup.element("g") { markup in
      markup.element("title", text: "\(column.start): \(column.title)")
      var y = Self.height
      for part in column.counts where part.count > 0 {
        let height = Double(part.count) * Self.height / Double(most)
        y -= height
        markup.empty(
          "rect",
          [
            "class": "fill \(part.look)", "x": "\(index * 10 + 1)", "y": DisplayText.coordinate(y),
            "width": "8",
            "height": DisplayText.coordinate(height), "data-value": "\(part.count)", "data-of": part.pointer,
          ]
        )
      }
    }
  }

  private func table(_ markup: inout Markup) {
    markup.element("details") { markup in
      markup.element("summary", text: "The same as a table")
      markup.element(
        "div",
        ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": tableLabel]
      ) { markup in
        markup.element("table") { markup in
          markup.element("caption", text: caption)
          markup.element("thead") { markup in
            markup.element("tr") { markup in
              markup.element("th", ["scope": "col"], text: "from")
              for heading in headings {
                markup.element("th", ["scope": "col", "class": "num"], text: heading)
              }
            }
          }
          markup.element("tbody") { markup in
            for column in columns where column.height > 0 { row(column, &markup) }
          }
        }
      }
    }
  }

  private func row(_ column: Column, _ markup: inout Markup) {
    markup.element("tr") { markup in
      markup.element("th", ["scope": "row", "class": "scale"], text: column.start)
      for cell in column.cells {
        markup.element("td", ["class": cell.count == 0 ? "num zero" : "num"]) {
          $0.figure(cell.count, of: cell.pointer)
        }
      }
    }
  }
}
