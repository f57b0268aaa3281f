internal import RuleEngine

/// Moments as records write them.
enum VirtualTime {
  /// The years 0 to 9999, in microseconds since 1970.
  static let possible: Range<Int64> = -62_167_219_200_000_000..<253_402_300_800_000_000

  /// A moment as RFC 3339 has it, in UTC, with as many digits as it needs.
  static func text(_ microseconds: Int64) -> String {
    let day: Int64 = 86_400_000_000
    var days = microseconds / day
    var rest = microseconds % day
    if rest < 0 {
      rest += day
      days -= 1
    }
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * part + 2) / 5 + 1
    let month = part < 10 ? part + 3 : part - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let seconds = rest / 1_000_000
    var fraction = ""
    if rest % 1_000_000 != 0 {
      fraction = ".\(padded(rest % 1_000_000, 6))"
      while fraction.last == "0" { fraction.removeLast() }
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
      + "T\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))\(fraction)Z"
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The moment that a text says, in microseconds since 1970, or nil.
  static func moment(_ text: String) -> Int64? {
    Array(text.utf8).withUnsafeBytes { Timestamp(ByteSlice($0))?.microseconds }
  }
}
