internal import Reports

/// A rate, or a ratio of rates, in thousandths.
package struct Decimal: Sendable, Equatable {
  let thousandths: Int

  init(thousandths: Int) { self.thousandths = thousandths }

  init(_ value: Double) { thousandths = Int(min(value * 1_000, 1e15) + 0.5) }

  /// `0.004`, `2.35`, `23.5`, `2,350`.
  package var text: String {
    switch thousandths {
    case 0: "0"
    case ..<100: rounded(to: 3)
    case ..<10_000: rounded(to: 2)
    case ..<1_000_000: rounded(to: 1)
    default: Figures.number((thousandths + 500) / 1_000)
    }
  }

  /// Every digit, without zeros at the end.
  package var json: String {
    let rest = thousandths % 1_000
    guard rest > 0 else { return "\(thousandths / 1_000)" }
    var digits = Self.padded(rest, to: 3)
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(thousandths / 1_000).\(digits)"
  }

  private func rounded(to digits: Int) -> String {
    let step = [1_000, 100, 10, 1][digits]
    let parts = ((thousandths + step / 2) / step).quotientAndRemainder(dividingBy: 1_000 / step)
    return "\(parts.quotient).\(Self.padded(parts.remainder, to: digits))"
  }

  private static func padded(_ number: Int, to digits: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: digits - text.count) + text
  }
}
