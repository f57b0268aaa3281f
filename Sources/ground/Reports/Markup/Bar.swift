/// A bar in the full width of its container, of parts in several colours.
package struct Bar: Sendable {
  /// A part, with the class of its colour.
  package struct Part: Sendable {
    let count: Int
    let look: String

    package init(_ count: Int, look: String) { (self.count, self.look) = (count, look) }
  }

  let parts: [Part]
  /// The number that the full width stands for.
  let total: Int

  package init(_ parts: [Part], of total: Int) { (self.parts, self.total) = (parts, total) }

  package init(_ count: Int, look: String, of total: Int) { self.init([Part(count, look: look)], of: total) }

  package func write(_ markup: inout Markup) {
    markup.element(
      "svg", ["class": "bar", "viewBox": "0 0 100 10", "preserveAspectRatio": "none", "aria-hidden": "true"]
    ) { markup in
      var x = 0.0
      for part in parts {
        let width = Double(part.count) * 100 / Double(max(1, total))
        markup.empty(
          "rect",
          [
            "class": "fill \(part.look)", "x": DisplayText.coordinate(x),
            "width": DisplayText.coordinate(max(0.6, width)), "height": "10",
          ]
        )
        x += width
      }
    }
  }

  /// The bar in eighths of a block, at most `longest` blocks.
  func text(longest: Int) -> String {
    let count = parts.reduce(0) { $0 + $1.count }
    let eighths = total <= 0 ? 0 : min(longest * 8, (count * longest * 8 + total / 2) / total)
    let blocks = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + blocks[eighths % 8]
  }
}
