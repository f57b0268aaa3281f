internal import Source

/// A duration of Spring's in milliseconds: a number of them, one with a unit, or as ISO 8601 has it. None is negative.
struct SpringDuration: DurationNotation {
  let wanted = "a duration such as 500ms, and not negative"

  private static let units: [String: Double] = [
    "": 1, "ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3, "m": 6e4, "h": 3.6e6, "d": 8.64e7,
  ]

  func span(of node: Node) -> Double? {
    let milliseconds = milliseconds(node)
    return milliseconds.flatMap { $0 >= 0 ? $0 : nil }
  }

  private func milliseconds(_ node: Node) -> Double? {
    if case .integer(let value) = node.content { return Double(value) }
    guard let text = node.string else { return nil }
    if text.uppercased().hasPrefix("P") { return ISO8601Duration().span(of: node) }
    let digits = text.prefix { $0.isNumber || $0 == "-" || $0 == "+" }
    guard let number = Double(digits), let unit = Self.units[text.dropFirst(digits.count).lowercased()] else {
      return nil
    }
    return (number * unit).rounded(.towardZero)
  }
}
