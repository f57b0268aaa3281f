internal import Records
internal import RuleLanguage
internal import Source

/// A number of seconds, as long as Python's longest duration at most. It may be negative.
struct SecondsDuration: DurationNotation {
  let wanted = "a number of seconds"

  func span(of node: Node) -> Double? {
    node.number.flatMap { abs($0.double) < 86_400e9 ? $0.double : nil }
  }
}
