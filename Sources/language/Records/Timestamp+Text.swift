internal import Bytes

extension Timestamp {
  /// Reads a moment in RFC 3339; nil for anything else.
  package init?(_ text: String) {
    let read = Array(text.utf8).withUnsafeBytes { Timestamp(ByteSlice($0)) }
    guard let read else { return nil }
    self = read
  }

  /// The moment in RFC 3339, in UTC, with as few digits as possible.
  package var text: String {
    let day: Int64 = 86_400_000_000
    var days = microseconds / day
    var rest = microseconds % day
    if rest < 0 {
      rest += day
      days -= 1
    }
    let date = CalendarDate(daysSince1970: days).text
    let seconds = rest / 1_000_000
    var fraction = ""
    if rest % 1_000_000 != 0 {
      fraction = ".\(CalendarDate.padded(rest % 1_000_000, 6))"
      while fraction.last == "0" { fraction.removeLast() }
    }
    let clock = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { CalendarDate.padded($0, 2) }
    return "\(date)T\(clock.joined(separator: ":"))\(fraction)Z"
  }
}
