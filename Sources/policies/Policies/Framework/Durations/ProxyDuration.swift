internal import Records
internal import Source

/// A duration as HAProxy and nginx write it: whole numbers, each with a unit, or one number alone in the program's own unit.
struct ProxyDuration: DurationNotation {
  let wanted: String
  /// Microseconds by unit; the empty one is that of a number alone.
  private let units: [String: Int64]
  private let takesSeveral: Bool

  static let haproxy = ProxyDuration(
    wanted: "a duration such as 500ms",
    units: [
      "": 1_000, "us": 1, "ms": 1_000, "s": 1_000_000, "m": 60_000_000, "h": 3_600_000_000,
      "d": 86_400_000_000,
    ], takesSeveral: false)

  static let nginx = ProxyDuration(
    wanted: "a duration such as 500ms or 1m30s",
    units: [
      "": 1_000_000, "ms": 1_000, "s": 1_000_000, "m": 60_000_000, "h": 3_600_000_000, "d": 86_400_000_000,
      "w": 604_800_000_000, "M": 2_592_000_000_000, "y": 31_536_000_000_000,
    ], takesSeveral: true)

  func span(of node: Node) -> TimeSpan? {
    guard var rest = node.string?[...], !rest.isEmpty else { return nil }
    var total: Int64 = 0
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let unit = rest.dropFirst(digits.count).prefix { $0.isLetter }
      guard let number = Int64(digits), let size = units[String(unit)],
        takesSeveral || digits.count + unit.count == rest.count
      else { return nil }
      let (part, isTooLong) = number.multipliedReportingOverflow(by: size)
      let (sum, isOver) = total.addingReportingOverflow(part)
      if isTooLong || isOver { return nil }
      total = sum
      rest = rest.dropFirst(digits.count + unit.count)
      if takesSeveral { rest = rest.drop { $0 == " " } }
    }
    return TimeSpan(microseconds: total)
  }
}
