internal import Records
internal import Source

/// A time span as systemd writes it, such as `1min 30s`: numbers with units, one after the other, of which a number without a
/// unit counts seconds. The longest one stands for `infinity`.
///
/// The units: systemd.time(7), `src/basic/time-util.c`.
struct SystemdDuration: DurationNotation {
  let wanted = "a time span such as 5s, 500ms or 1min 30s"

  static let infinity = TimeSpan(microseconds: .max)

  func span(of node: Node) -> TimeSpan? { Self.span(of: node.text) }

  static func span(of text: String) -> TimeSpan? {
    if text == "infinity" { return infinity }
    var rest = text[...]
    var total = 0.0
    var hasNumber = false
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" }
      if rest.isEmpty { break }
      let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      guard digits.first != ".", let number = Double(digits) else { return nil }
      rest = rest.dropFirst(digits.count).drop { $0 == " " || $0 == "\t" }
      let unit = rest.prefix { $0.isLetter }
      guard let length = units[String(unit)] else { return nil }
      rest = rest.dropFirst(unit.count)
      total += number * length
      hasNumber = true
    }
    guard hasNumber else { return nil }
    return total < 9e18 ? TimeSpan(microseconds: Int64(total.rounded())) : infinity
  }

  /// The lengths of units in microseconds. A month has 30.4375 days, a year 365.25.
  private static let units: [String: Double] = {
    let names: [(length: Double, names: String)] = [
      (1, "us usec µs μs"), (1e3, "ms msec"), (1e6, "s sec second seconds"),
      (60e6, "m min minute minutes"), (3_600e6, "h hr hour hours"), (86_400e6, "d day days"),
      (604_800e6, "w week weeks"), (2_629_800e6, "M month months"), (31_557_600e6, "y year years"),
    ]
    var units = ["": 1e6]
    for (length, names) in names { for name in names.split(separator: " ") { units[String(name)] = length } }
    return units
  }()
}
