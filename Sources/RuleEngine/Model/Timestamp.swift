/// A moment of event time: microseconds since 1970-01-01T00:00:00Z, from year 0 to year 9999.
package struct Timestamp: Sendable, Comparable, BitwiseCopyable {
  package let microseconds: Int64

  package init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// A moment in Unix seconds, or nil outside the years 0 to 9999.
  package init?(unixSeconds seconds: Double) {
    guard seconds >= -62_167_219_200, seconds < 253_402_300_800 else { return nil }
    microseconds = Int64((seconds * 1_000_000).rounded(.toNearestOrEven))
  }

  /// A moment written as RFC 3339 section 5.6 has it; digits past the microsecond are dropped, a leap second
  /// counts as the second after it, and a space may stand for the `T`.
  package init?(_ text: ByteSlice) {
    guard text.count >= 20,
      let year = text.number(at: 0, digits: 4), text[4] == UInt8(ascii: "-"),
      let month = text.number(at: 5, digits: 2), (1...12).contains(month), text[7] == UInt8(ascii: "-"),
      let day = text.number(at: 8, digits: 2), day >= 1, day <= Self.days(in: month, of: year),
      text[10] | 0x20 == UInt8(ascii: "t") || text[10] == UInt8(ascii: " "),
      let hour = text.number(at: 11, digits: 2), hour < 24, text[13] == UInt8(ascii: ":"),
      let minute = text.number(at: 14, digits: 2), minute < 60, text[16] == UInt8(ascii: ":"),
      let second = text.number(at: 17, digits: 2), second <= 60
    else { return nil }
    var index = 19
    var fraction: Int64 = 0
    if text[index] == UInt8(ascii: ".") {
      index += 1
      var scale: Int64 = 100_000
      let first = index
      while index < text.count, let digit = text.number(at: index, digits: 1) {
        fraction += Int64(digit) * scale
        scale /= 10
        index += 1
      }
      guard index > first else { return nil }
    }
    guard index < text.count, let offset = Self.offset(text, at: index) else { return nil }
    let seconds =
      Self.daysSinceEpoch(year: year, month: month, day: day) * 86_400
      + Int64(hour * 3_600 + minute * 60 + second - offset * 60)
    microseconds = seconds * 1_000_000 + fraction
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The offset from UTC in minutes, where the text ends with one.
  private static func offset(_ text: ByteSlice, at index: Int) -> Int? {
    switch text[index] {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"):
      return index + 1 == text.count ? 0 : nil
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard index + 6 == text.count, let hours = text.number(at: index + 1, digits: 2), hours < 24,
        text[index + 3] == UInt8(ascii: ":"),
        let minutes = text.number(at: index + 4, digits: 2), minutes < 60
      else { return nil }
      return (text[index] == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    default:
      return nil
    }
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days from 1970-01-01 in the proleptic Gregorian calendar
  /// (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil).
  private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int64 {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468)
  }
}

extension ByteSlice {
  /// The number that exactly `digits` ASCII digits from `index` spell, or nil.
  fileprivate func number(at index: Int, digits: Int) -> Int? {
    guard index + digits <= count else { return nil }
    var value = 0
    for place in index..<(index + digits) {
      let digit = Int(self[place]) - 0x30
      guard digit >= 0, digit <= 9 else { return nil }
      value = value * 10 + digit
    }
    return value
  }
}
