internal import Source

/// A duration as ISO 8601 and Java have it, in milliseconds: `P1DT2H3M4.5S`, in any case.
struct ISO8601Duration: DurationNotation {
  let wanted = "a duration such as PT0.5S"

  func span(of node: Node) -> Double? {
    guard let text = node.string?.uppercased(), text.hasPrefix("P"), text.count > 2 else { return nil }
    var units: [Character: Double] = ["D": 8.64e7]
    var digits = ""
    var milliseconds = 0.0
    for character in text.dropFirst() {
      if character == "T" {
        units = ["H": 3.6e6, "M": 6e4, "S": 1e3]
      } else if character.isNumber || "-+.".contains(character) {
        digits.append(character)
      } else {
        guard let number = Double(digits), let unit = units[character] else { return nil }
        milliseconds += number * unit
        digits = ""
      }
    }
    return digits.isEmpty ? milliseconds.rounded(.towardZero) : nil
  }
}
