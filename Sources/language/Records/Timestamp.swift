package import Bytes

/// A moment in microseconds since 1970-01-01T00:00:00Z, from year 0 to year 9999.
@usableFromInline
package struct Timestamp: Sendable, Comparable, BitwiseCopyable {
  @usableFromInline package let microseconds: Int64

  @inlinable
  package init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// A moment in Unix seconds, or nil outside the years 0 to 9999.
  package init?(unixSeconds seconds: Double) {
    guard seconds >= -62_167_219_200, seconds < 253_402_300_800 else { return nil }
    microseconds = Int64((seconds * 1_000_000).rounded(.toNearestOrEven))
  }

  package func moved(minutes: Int) -> Self { Self(microseconds: microseconds + Int64(minutes) * 60_000_000) }

  /// Parses RFC 3339 section 5.6. Digits past the microsecond are dropped, a leap second counts as the
  /// following second, and a space may replace the `T`.
  package init?(_ text: ByteSlice) {
    var day = Day()
    self.init(text, &day)
  }

  /// The same, faster if it is on the day of the last time.
  @inline(__always)
  init?(_ text: ByteSlice, _ day: inout Day) {
    guard text.count >= 20, day.reads(text), let second = text.secondOfDay else { return nil }
    if text.count == 24, let milliseconds = text.milliseconds {
      microseconds = (day.seconds &+ second) &* 1_000_000 &+ milliseconds &* 1_000
      return
    }
    var index = 19
    var fraction: Int64 = 0
    if text[index] == UInt8(ascii: ".") {
      index += 1
      var scale: Int64 = 100_000
      while index < text.count, case let digit = text[index] &- 0x30, digit <= 9 {
        fraction += Int64(digit) * scale
        scale /= 10
        index += 1
      }
      guard index > 20 else { return nil }
    }
    guard index < text.count else { return nil }
    var seconds = day.seconds + second
    if index + 1 == text.count, text[index] | 0x20 == UInt8(ascii: "z") {
      microseconds = seconds * 1_000_000 + fraction
      return
    }
    guard let offset = Self.offset(text, at: index) else { return nil }
    seconds -= Int64(offset * 60)
    microseconds = seconds * 1_000_000 + fraction
  }

  @inlinable
  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The offset from UTC in minutes at the end of the text, or nil.
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

  /// A day as written, up to the separator of the time; a stream's records mostly share it.
  struct Day: BitwiseCopyable {
    /// Bytes 0 to 7 and 3 to 10 of the text; initially contradictory.
    private var start: UInt64 = 0
    private var end: UInt64 = 1
    /// Its beginning, in seconds since 1970.
    private(set) var seconds: Int64 = 0

    /// Reads the day at the beginning of a text of at least 11 bytes; false if there is none.
    @inline(__always)
    mutating func reads(_ text: ByteSlice) -> Bool {
      if text.word(at: 0) == start, text.word(at: 3) == end { return true }
      guard let days = Timestamp.days(text) else { return false }
      start = text.word(at: 0)
      end = text.word(at: 3)
      seconds = days * 86_400
      return true
    }
  }

  @inline(never)
  private static func days(_ text: ByteSlice) -> Int64? {
    guard let year = text.number(at: 0, digits: 4), text[4] == UInt8(ascii: "-"),
      let month = text.number(at: 5, digits: 2), (1...12).contains(month),
      text[7] == UInt8(ascii: "-"),
      let day = text.number(at: 8, digits: 2), day >= 1, day <= days(in: month, of: year),
      text[10] | 0x20 == UInt8(ascii: "t") || text[10] == UInt8(ascii: " ")
    else { return nil }
    return daysSinceEpoch(year: year, month: month, day: day)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days from 1970-01-01 in the proleptic Gregorian calendar (Howard Hinnant, days_from_civil).
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
  /// The second of the day in bytes 11 to 18, `HH:MM:SS`, or nil; a leap second counts as the following one.
  @inline(__always)
  fileprivate var secondOfDay: Int64? {
    // Digits become their values; the colons in the third and sixth byte become 0.
    let digits = word(at: 11) ^ 0x3030_3A30_303A_3030
    let isWrong = ((digits &+ 0x7676_7F76_767F_7676) | digits) & 0x8080_8080_8080_8080
    // The value of each pair of digits, in the byte of the first.
    let pairs = digits &* 10 &+ (digits >> 8)
    let (hour, minute, second) = (pairs & 0xFF, pairs >> 24 & 0xFF, pairs >> 48 & 0xFF)
    guard isWrong == 0, hour < 24, minute < 60, second <= 60 else { return nil }
    return Int64(truncatingIfNeeded: hour * 3_600 + minute * 60 + second)
  }

  /// The milliseconds in bytes 19 to 23, `.mmmZ`, as in most streams, or nil.
  @inline(__always)
  fileprivate var milliseconds: Int64? {
    // Digits become their values; the point and the letter become 0.
    let digits = word(at: 16) >> 24 ^ 0x5A_3030_302E
    let isWrong = ((digits &+ 0x7F_7676_767F) | digits) & 0x80_8080_8080
    guard isWrong == 0 else { return nil }
    let sum = (digits >> 8 & 0xFF) &* 100 &+ (digits >> 16 & 0xFF) &* 10 &+ (digits >> 24 & 0xFF)
    return Int64(truncatingIfNeeded: sum)
  }

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
