internal import Records
package import Source

extension Diagnostic {
  package static func wrongDuration(_ node: Node) -> Diagnostic {
    if let meant = node.string.flatMap({ TimeSpan.written(like: $0) }) {
      return .wrongValue(node, "“\(node.text)” has an unknown unit. Did you mean \(meant)?")
    }
    if let meant = node.string.flatMap({ TimeSpan.summed($0) }) {
      return .wrongValue(node, "A duration has one unit. Write \(meant) for “\(node.text)”.")
    }
    if let meant = node.string.flatMap({ TimeSpan.called($0) }) {
      return .wrongValue(node, "“\(node.text)” is code, not a duration. Write \(meant).")
    }
    let expected = "Expected a duration such as 200ms or 1.5s (units ms, s, m, h, d)"
    let found =
      node.number == nil
      ? "found \(node.kindName)." : "found a number without a unit. Write \(node.text)s or \(node.text)ms."
    return Diagnostic("wrong-type", "\(expected), \(found)", at: node.range)
  }
}

extension TimeSpan {
  private static let lengths: [(unit: String, seconds: Int64)] = [
    ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
  ]

  /// `330s` for `5m30s`, `PT5M30S` or `00:05:30`.
  fileprivate static func summed(_ text: String) -> String? {
    let clock = text.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) }
    var parts: [(Int64, unit: Int64)] = []
    if clock.count == 3, clock.allSatisfy({ $0 != nil }) {
      parts = zip(clock.compactMap { $0 }, [3_600, 60, 1] as [Int64]).map { ($0, unit: $1) }
    } else {
      let isISO = text.hasPrefix("P")
      var rest = Substring(text.lowercased()).drop { $0 == "p" }
      while !rest.isEmpty {
        rest = rest.drop { $0 == " " || (isISO && $0 == "t") }
        let digits = rest.prefix { $0.isNumber }
        let unit = rest.dropFirst(digits.count).prefix { $0.isLetter && !(isISO && $0 == "t") }
        guard let number = Int64(digits), let length = lengths.first(where: { $0.unit == unit })?.seconds
        else {
          return nil
        }
        parts.append((number, unit: length))
        rest = rest.dropFirst(digits.count + unit.count)
      }
      guard parts.count > 1 || isISO else { return nil }
    }
    guard !parts.isEmpty, parts.allSatisfy({ (0...1_000_000).contains($0.0) }) else { return nil }
    let seconds = parts.reduce(0) { $0 + $1.0 * $1.unit }
    let fitting = lengths.first { seconds % $0.seconds == 0 && seconds >= $0.seconds }
    return fitting.map { "\(seconds / $0.seconds)\($0.unit)" }
  }

  /// The duration of a call or a product in another language: `2s` for `.seconds(2)`, `Duration.ofSeconds(2)` or `2 * time.Second`.
  fileprivate static func called(_ text: String) -> String? {
    let parts = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { String($0) }
    let numbers = parts.compactMap { part in
      part.first?.isNumber == true ? part.filter { $0 != "_" } : nil
    }
    guard text.contains("(") || text.contains("*"), numbers.count == 1, let number = numbers.first else {
      return nil
    }
    let units = parts.compactMap { part -> String? in
      let word = part.lowercased()
      return written(like: "\(number) \(word.hasPrefix("of") ? String(word.dropFirst(2)) : word)")
    }
    return units.count == 1 ? units[0] : nil
  }

  /// Another word for the unit: `5m` for `5 minutes`.
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
