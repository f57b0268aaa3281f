/// Such as 90 or 99.5.
enum Percentage {
  static func thousandths(_ text: String, of option: String) throws -> Int {
    let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? String(parts[1]) : "0"
    guard (1...2).contains(parts.count), let whole = Int(parts[0]), whole >= 0,
      (1...3).contains(fraction.count),
      let rest = Int(fraction), rest >= 0, !fraction.hasPrefix("+"), !parts[0].hasPrefix("+")
    else {
      throw CommandFailure(.usage, "\(option) takes a percentage such as 90 or 99.5, not “\(text)”.")
    }
    let scale = [100, 10, 1][fraction.count - 1]
    let (thousands, isTooLarge) = whole.multipliedReportingOverflow(by: 1_000)
    guard !isTooLarge, thousands <= 100_000, thousands + rest * scale <= 100_000 else {
      throw CommandFailure(.usage, "\(option) is at most 100, not “\(text)”.")
    }
    return thousands + rest * scale
  }
}
