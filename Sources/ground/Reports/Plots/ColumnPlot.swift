internal import Secrets

/// Counts over time: a column of stacked counts for each step, and the same numbers as a table.
package struct ColumnPlot {
  package struct Count {
    let look: String
    let count: Int
    /// The place of the number in the JSON report.
    let pointer: String

    package init(look: String, count: Int, pointer: String) {
      (self.look, self.count, self.pointer) = (look, count, pointer)
    }
  }

  package struct Column {
    let start: String
    let title: String
    /// The parts from the bottom up.
    let counts: [Count]
    /// The cells of its row in the table, a number and its place in the JSON report each.
    let cells: [(count: Int, pointer: String)]

    package init(start: String, title: String, counts: [Count], cells: [(count: Int, pointer: String)]) {
      (self.start, self.title, self.counts, self.cells) = (start, title, counts, cells)
    }

    var height: Int { counts.reduce(0) { $0 + $1.count } }
  }

  /// A time below the columns.
  package struct Mark: Hashable {
    /// The share of the plot to the left of it.
    package let place: Double
    package let text: String
    /// The line below the text, such as a date, or empty.
    package let below: String

    package init(place: Double, text: String, below: String) {
      (self.place, self.text, self.below) = (place, text, below)
    }
  }

  /// The widths in pixels for which a plot has axes; the page's style shows the one that fits.
  package static let widths = [260, 500, 640]
  /// The width of a character of an axis in pixels, at most.
  package static let characterWidth = 8.0

  let label: String
  let tableLabel: String
  let caption: String
  /// The counted things, in the plural, and the length of a step: “5 minutes”.
  let noun: String
  let span: String
  /// The zone of the times.
  let zone: String
  let headings: [String]
  let columns: [Column]
  /// The times for each of ``widths``.
  let axes: [[Mark]]
  /// The number that the vertical axis has to reach, if other plots have the same axis.
  let reach: Int
  private static let height = 100.0

  package init(
    label: String, tableLabel: String, caption: String, noun: String, span: String, zone: String,
    headings: [String], columns: [Column], axes: [[Mark]], reach: Int = 0
  ) {
    (self.label, self.tableLabel, self.caption, self.noun) = (label, tableLabel, caption, noun)
    (self.span, self.zone, self.headings) = (span, zone, headings)
    (self.columns, self.axes, self.reach) = (columns, axes, reach)
  }

  package func write(_ markup: inout Markup) {
    let most = columns.map { $0.height }.max() ?? 0
    let top = RoundAxis.top(for: max(most, reach))
    markup.element("div", ["class": "chart"]) { markup in
      markup.element("p", ["class": "unit scale", "aria-hidden": "true"]) { markup in
        markup.text("\(DisplayText.capitalized(noun)) in \(span), at most \(GroupedNumber.text(most))")
        markup.element("span", text: "Times in \(zone)")
      }
      markup.element("div", ["class": "y scale", "aria-hidden": "true"]) { markup in
        for number in [top, top / 2, 0] { markup.element("span", text: GroupedNumber.text(number)) }
      }
      drawing(top, &markup)
      for (width, marks) in zip(Self.widths, axes) { Self.axis(marks, width, &markup) }
    }
    table(&markup)
  }

  private func drawing(_ top: Int, _ markup: inout Markup) {
    let width = columns.count * 10
    markup.element(
      "svg",
      [
        "class": "plot", "viewBox": "0 0 \(width) 100", "preserveAspectRatio": "none", "role": "img",
        "aria-label": label, "data-top": "\(top)",
      ]
    ) { markup in
      for line in [0, 0.5] {
        let y = DisplayText.coordinate(line * Self.height)
        markup.empty("line", ["class": "rule", "x1": "0", "x2": "\(width)", "y1": y, "y2": y])
      }
      for (index, column) in columns.enumerated() where column.height > 0 {
        draw(column, at: index, top, &markup)
      }
      markup.empty("line", ["class": "rule", "x1": "0", "x2": "\(width)", "y1": "100", "y2": "100"])
    }
  }

  /// The times below the columns, each with a stroke at its place.
  private static func axis(_ marks: [Mark], _ width: Int, _ markup: inout Markup) {
    markup.element("svg", ["class": "x w\(width)", "aria-hidden": "true"]) { markup in
      for mark in marks {
        let place = DisplayText.coordinate(mark.place * 100) + "%"
        markup.empty("line", ["class": "rule", "x1": place, "x2": place, "y1": "0", "y2": "5"])
        for (y, text) in [("18", mark.text), ("34", mark.below)] where !text.isEmpty {
          // Nothing stands out at an edge.
          let half = Double(text.count) * characterWidth / 2 / Double(width)
          let anchor = mark.place < half ? "start" : mark.place > 1 - half ? "end" : "middle"
          markup.element("text", ["class": "scale", "x": place, "y": y, "text-anchor": anchor], text: text)
        }
      }
    }
  }

  private func draw(_ column: Column, at index: Int, _ top: Int, _ markup: inout Markup) {
    markup.element("g") { markup in
      markup.element("title", text: "\(column.start): \(column.title)")
      var y = Self.height
      for part in column.counts where part.count > 0 {
        let height = Double(part.count) * Self.height / Double(top)
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

  /// Zeros are blank, and empty rows are left out.
  private func table(_ markup: inout Markup) {
    let columns = headings.indices.map { index in
      Table.Column<Column>(.number, headings[index]) {
        "\($0.cells[index].count, at: $0.cells[index].pointer)"
      }
    }
    let table = Table(
      self.columns.filter { $0.height > 0 }, [Table.Column(.time, "from") { "\($0.start)" }] + columns,
      limits: Table.Limits(page: .max), label: tableLabel, caption: caption, isSorted: false)
    ReportMarkup(.off).write([.details("The same as a table", [.table(table)])], &markup)
  }
}
