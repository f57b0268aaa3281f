extension Timestamp {
  /// The moment as RFC 3339 has it, in UTC, with as many digits as it needs.
  package var text: String {
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
      fraction = ".\(Self.padded(rest % 1_000_000, 6))"
      while fraction.last == "0" { fraction.removeLast() }
    }
    return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(dayOfMonth, 2))"
      + "T\(Self.padded(seconds / 3_600, 2)):\(Self.padded(seconds / 60 % 60, 2)):\(Self.padded(seconds % 60, 2))\(fraction)Z"
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
