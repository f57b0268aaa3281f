package import Foundation

/// A time as RFC 3339 writes it, in UTC with milliseconds: `2026-11-20T08:15:02.120Z`.
///
/// Rounded to the nearest millisecond; times outside the years 0000 to 9999, which the RFC cannot write, are moved
/// to its first or last millisecond.
package func timestamp(_ time: Date) -> String {
  let first = -62_167_219_200_000.0
  let last = 253_402_300_799_999.0
  let wanted = (time.timeIntervalSince1970 * 1_000).rounded()
  let milliseconds = Int64(wanted.isNaN ? 0 : min(max(wanted, first), last))
  let day = 86_400_000 as Int64
  let days = (milliseconds - (milliseconds % day + day) % day) / day
  let rest = Int(milliseconds - days * day)
  let date = civilDate(daysSince1970: Int(days))
  let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60].map { padded($0, 2) }
  return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T"
    + clock.joined(separator: ":") + ".\(padded(rest % 1_000, 3))Z"
}

/// A duration as rule files write it: `30s`, or `1500ms` where it is no whole number of seconds.
package func durationText(_ duration: Duration) -> String {
  let (seconds, attoseconds) = duration.components
  guard seconds >= 0, attoseconds >= 0 else { return "0s" }
  let milliseconds = attoseconds / 1_000_000_000_000_000
  let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000)
  guard milliseconds > 0, !isTooLong else { return "\(seconds)s" }
  return "\(whole + milliseconds)ms"
}

/// The proleptic Gregorian date of a day, after Howard Hinnant's `civil_from_days`.
private func civilDate(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
  let shifted = daysSince1970 + 719_468
  let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
  let dayOfEra = shifted - era * 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shiftedMonth = (5 * dayOfYear + 2) / 153
  let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
  let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
}

private func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
