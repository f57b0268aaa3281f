internal import Bytes
package import Foundation
internal import Records

/// RFC 3339, in UTC with milliseconds: `2026-11-20T08:15:02.120Z`.
///
/// Rounded to the nearest millisecond; times outside the years 0000 to 9999 are clamped to the first or last
/// millisecond.
package func timestamp(_ time: Date) -> String {
  let first = -62_167_219_200_000.0
  let last = 253_402_300_799_999.0
  let wanted = (time.timeIntervalSince1970 * 1_000).rounded()
  let milliseconds = Int64(wanted.isNaN ? 0 : min(max(wanted, first), last))
  let day = 86_400_000 as Int64
  let days = (milliseconds - (milliseconds % day + day) % day) / day
  let rest = milliseconds - days * day
  let date = CalendarDate(daysSince1970: days).text
  let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60].map { CalendarDate.padded($0, 2) }
  return "\(date)T\(clock.joined(separator: ":")).\(CalendarDate.padded(rest % 1_000, 3))Z"
}

/// The duration as in rule files: `30s`, or `1500ms` if it is not a whole number of seconds.
package func durationText(_ duration: Duration) -> String {
  let (seconds, attoseconds) = duration.components
  guard seconds >= 0, attoseconds >= 0 else { return "0s" }
  let milliseconds = attoseconds / 1_000_000_000_000_000
  let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000)
  guard milliseconds > 0, !isTooLong else { return "\(seconds)s" }
  return "\(whole + milliseconds)ms"
}
