internal import Records
internal import Source

/// A duration as Go writes it, such as `1m30s`: numbers with the units `h`, `m`, `s` and `ms`, one after the other.
struct GoDuration: DurationNotation {
  let wanted = "a duration such as \"500ms\""

  func span(of node: Node) -> TimeSpan? { node.string.flatMap { span(of: $0) } }

  private func span(of text: String) -> TimeSpan? {
    var total: Int64 = 0
    var rest = text[...]
    while !rest.isEmpty {
      let number = rest.prefix { $0.isNumber || $0 == "." }
      let unit = rest.dropFirst(number.count).prefix { $0.isLetter }
      guard let part = TimeSpan(String(number + unit)) else { return nil }
      // What is shorter than a microsecond is cut off, but makes it no whole number of milliseconds.
      let hasMore =
        number.split(separator: ".").dropFirst().first?.dropFirst(6).contains { $0 != "0" } ?? false
      let (sum, isTooLong) = total.addingReportingOverflow(part.microseconds | (hasMore ? 1 : 0))
      guard !isTooLong else { return nil }
      total = sum
      rest = rest.dropFirst(number.count + unit.count)
    }
    return text.isEmpty ? nil : TimeSpan(microseconds: total)
  }
}

extension PolicyValue {
  /// A duration of Go's, of whole milliseconds and at least one.
  ///
  /// - Parameter allowsZero: whether no time at all is one, too.
  func goDuration(allowsZero: Bool = false) -> Setting<TimeSpan>? {
    guard let span = duration(GoDuration()) else { return nil }
    let microseconds = span.value.microseconds
    if allowsZero && microseconds == 0 || microseconds >= 1_000 && microseconds % 1_000 == 0 { return span }
    mustBe("a whole number of milliseconds, at least one")
    return nil
  }
}
