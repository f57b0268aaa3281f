extension Markup {
  /// Writes what the colours of a drawing mean.
  package mutating func key(_ items: [(look: String, words: Words)]) {
    element("ul", ["class": "key"]) { markup in
      for item in items {
        markup.element("li") { markup in
          markup.element("svg", ["viewBox": "0 0 10 10", "aria-hidden": "true"]) {
            $0.empty("rect", ["class": "fill \(item.look)", "width": "10", "height": "10", "rx": "2"])
          }
          item.words.write(&markup)
        }
      }
    }
  }
}
