internal import Records

enum ScaledDuration {
  /// A scaled duration in the same unit or in milliseconds. Nil if the text is not a duration.
  static func text(_ text: String, by factor: Double) -> String? {
    guard let span = TimeSpan(text) else { return nil }
    let digits = text.prefix { $0.isNumber || $0 == "." }
    let unit = text.dropFirst(digits.count)
    if let number = Double(digits), (number * factor).rounded() == number * factor, number * factor < 1e9 {
      return "\(Int(number * factor))\(unit)"
    }
    let milliseconds = Double(span.microseconds) * factor / 1_000
    guard milliseconds.rounded() == milliseconds, milliseconds < 1e12 else { return nil }
    return "\(Int(milliseconds))ms"
  }
}
