/// A date in the proleptic Gregorian calendar.
package struct CalendarDate {
  package let year: Int64
  package let month: Int64
  package let day: Int64

  /// A day counted from 1970-01-01 (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
  package init(daysSince1970 days: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// `2026-11-20`
  package var text: String {
    "\(year < 0 ? "-" : "")\(Self.padded(abs(year), 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
  }

  package static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
