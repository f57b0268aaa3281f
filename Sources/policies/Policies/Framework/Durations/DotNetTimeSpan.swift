internal import Source

/// A `TimeSpan` of .NET, in seconds: `[-]d`, or `[-][d.]hh:mm[:ss[.fffffff]]`.
struct DotNetTimeSpan: DurationNotation {
  let wanted = "a TimeSpan such as 00:00:02"

  func span(of node: Node) -> Double? {
    let isNegative = node.text.hasPrefix("-")
    let parts = node.text.dropFirst(isNegative ? 1 : 0).split(
      separator: ":", omittingEmptySubsequences: false)
    let seconds = parts.count > 1 ? clock(parts) : whole(parts[0], below: Self.days).map { $0 * 86_400 }
    return seconds.map { isNegative ? -$0 : $0 }
  }

  private static let days = 10_675_200

  private func whole(_ part: Substring, below bound: Int) -> Double? {
    guard let number = Int(part), part.allSatisfy({ $0.isNumber }), number < bound else { return nil }
    return Double(number)
  }

  private func clock(_ parts: [Substring]) -> Double? {
    var first = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    var rest = Array(parts.dropFirst())
    // Days may stand before a colon, too, if all else is there.
    if rest.count == 3 { first.append(rest.removeFirst()) }
    guard first.count <= 2, rest.count <= 2, let hours = whole(first[first.count - 1], below: 24),
      let minutes = whole(rest[0], below: 60)
    else { return nil }
    var total = hours * 3_600 + minutes * 60
    if first.count == 2 {
      guard let days = whole(first[0], below: Self.days) else { return nil }
      total += days * 86_400
    }
    guard rest.count == 2 else { return total }
    let seconds = rest[1].split(separator: ".", omittingEmptySubsequences: false)
    guard seconds.count <= 2, let full = whole(seconds[0], below: 60) else { return nil }
    guard seconds.count == 2 else { return total + full }
    guard seconds[1].count <= 7, whole(seconds[1], below: 10_000_000) != nil,
      let part = Double("0.\(seconds[1])")
    else { return nil }
    return total + full + part
  }
}
