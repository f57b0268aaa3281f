internal import Records
internal import Reports

extension Figures {
  /// Since 1970 in UTC: `2026-11-20 08:15`.
  static func minute(_ minute: Int64) -> String {
    let (days, minutes) = minute.quotientAndRemainder(dividingBy: 1_440)
    let day = minutes < 0 ? days - 1 : days
    let rest = minutes < 0 ? minutes + 1_440 : minutes
    return "\(CalendarDate(daysSince1970: day).text) \(two(rest / 60)):\(two(rest % 60))"
  }

  /// Since 1970 in UTC: `2026-11-20 08:15:09`.
  static func second(_ second: Int64) -> String {
    let (minutes, seconds) = second.quotientAndRemainder(dividingBy: 60)
    return seconds < 0
      ? "\(minute(minutes - 1)):\(two(seconds + 60))" : "\(minute(minutes)):\(two(seconds))"
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
