internal import Records
package import Source

extension Diagnostic {
  package static func wrongDuration(_ node: Node) -> Diagnostic {
    if let meant = node.string.flatMap({ TimeSpan.written(like: $0) }) {
      return .wrongValue(node, "“\(node.text)” has an unknown unit. Did you mean \(meant)?")
    }
    let expected = "Expected a duration such as 200ms or 1.5s (units ms, s, m, h, d)"
    let found =
      node.number == nil
      ? "found \(node.kindName)." : "found a number without a unit. Write \(node.text)s or \(node.text)ms."
    return Diagnostic("wrong-type", "\(expected), \(found)", at: node.range)
  }
}

extension TimeSpan {
  /// The duration meant by a text with another word for its unit, such as `5m` for `5 minutes`.
  fileprivate static func written(like text: String) -> String? {
    let number = text.prefix { $0.isNumber || $0 == "." }
    let word = text.dropFirst(number.count).drop { $0 == " " }.lowercased()
    let units = [
      ("ms", ["ms", "msec", "millis", "millisecond", "milliseconds"]),
      ("s", ["s", "sec", "secs", "second", "seconds"]),
      ("m", ["m", "min", "mins", "minute", "minutes"]),
      ("h", ["h", "hr", "hrs", "hour", "hours"]),
      ("d", ["d", "day", "days"]),
    ]
    guard let unit = units.first(where: { $0.1.contains(word) }) else { return nil }
    let written = "\(number)\(unit.0)"
    return TimeSpan(written) == nil || written == text ? nil : written
  }
}
