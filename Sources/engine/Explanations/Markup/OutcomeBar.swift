/// A bar of outcomes in the full width of its container.
package enum OutcomeBar {
  /// - Parameter total: the number that the full width stands for.
  package static func write(_ counts: [Int], of total: Int, _ markup: inout Markup) {
    markup.element(
      "svg", ["class": "bar", "viewBox": "0 0 100 10", "preserveAspectRatio": "none", "aria-hidden": "true"]
    ) { markup in
      var x = 0.0
      for outcome in ShownOutcome.displayOrder where counts[outcome.rawValue] > 0 {
        let width = Double(counts[outcome.rawValue]) * 100 / Double(max(1, total))
        rectangle(x, width, outcome.look, &markup)
        x += width
      }
    }
  }

  package static func write(_ count: Int, of total: Int, look: String, _ markup: inout Markup) {
    markup.element(
      "svg", ["class": "bar", "viewBox": "0 0 100 10", "preserveAspectRatio": "none", "aria-hidden": "true"]
    ) { markup in
      rectangle(0, Double(count) * 100 / Double(max(1, total)), look, &markup)
    }
  }

  private static func rectangle(_ x: Double, _ width: Double, _ look: String, _ markup: inout Markup) {
    markup.empty(
      "rect",
      [
        "class": "fill \(look)", "x": DisplayText.coordinate(x),
        "width": DisplayText.coordinate(max(0.6, width)),
        "height": "10",
      ]
    )
  }

  package static func swatch(_ look: String, _ markup: inout Markup) {
    markup.element("svg", ["viewBox": "0 0 10 10", "aria-hidden": "true"]) {
      $0.empty("rect", ["class": "fill \(look)", "width": "10", "height": "10", "rx": "2"])
    }
  }
}
