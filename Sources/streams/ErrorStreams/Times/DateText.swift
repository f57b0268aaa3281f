internal import Bytes

/// Times without an ISO date, as in web servers, C's `ctime` and mail.
///
/// `21/Nov/2026:01:41:19 +0000`, `21-Nov-2026 01:41:19.483 UTC`, `21 Nov 2026 01:41:19`, `2026/11/21
/// 01:41:19`, `2026.11.21 01:41:19`, `20261121:014119.483`, `20261121014119.483`, `Nov 21, 2026 01:41:19`, `Sat Nov 21 01:41:19.483 2026`, `Sat, 21 Nov 2026 01:41:19 GMT`; and without a
/// century `261121 01:41:19`, or a year `Nov 21 01:41:19`, `21 Nov 01:41:19.483`, `11-21 01:41:19.483`, `1121 01:41:19.483920`.
enum DateText {
  /// Appends the time as RFC 3339 with quotes; false if the text is not a time, or has no year and none is known.
  static func append(_ text: ByteSlice, _ times: inout PartialTimes, to output: inout Buffer<UInt8>) -> Bool {
    guard text.count <= 64 else { return false }
    var cursor = Cursor(text: text)
    var (year, day): (ByteSlice?, ByteSlice) = (nil, ByteSlice(""))
    var century = 0
    var packed = ByteSlice("")
    var word = cursor.word()
    // A weekday is redundant.
    if word.count == 3, month(word) == nil { word = cursor.word() }
    var month = Self.month(word)
    guard word.isEmpty || month != nil else { return false }
    let first = cursor.digits()
    if month == nil, first.count == 4, cursor.isAtClock {
      month = first[0..<2].number
      day = first[2..<4]
    } else if month == nil, first.count == 6, cursor.isAtClock || cursor.isAtPaddedClock {
      (century, year) = (2_000, first[0..<2])
      month = first[2..<4].number
      day = first[4..<6]
    } else if month == nil, first.count == 2, let second = cursor.daysBeforeClock() {
      month = first.number
      day = second
    } else if month == nil, first.count == 8 || first.count == 14 {
      year = first[0..<4]
      month = first[4..<6].number
      day = first[6..<8]
      packed = first.count == 14 ? first[8..<14] : cursor.digits()
      guard packed.count == 6 else { return false }
    } else if month == nil, first.count == 4 {
      year = first
      month = cursor.partOfDate().number
      day = cursor.partOfDate()
    } else {
      day = first
      month = month ?? Self.month(cursor.word())
    }
    if year == nil, cursor.nextDigits == 4 { year = cursor.digits() }
    let hour = packed.isEmpty ? cursor.digits() : packed[0..<2]
    let minute = packed.isEmpty ? cursor.digits() : packed[2..<4]
    let second = packed.isEmpty ? cursor.digits() : packed[4..<6]
    guard let month, (1...12).contains(month), (1...2).contains(day.count),
      hour.count == 2 || century > 0 && hour.count == 1,
      minute.count == 2, second.count == 2
    else { return false }
    var time = TimeParts()
    if cursor.isAt(UInt8(ascii: ".")) || cursor.isAt(UInt8(ascii: ",")) {
      cursor.index += 1
      time.fraction = cursor.digits(skipping: false)
    }
    if year == nil, cursor.nextDigits == 4 { year = cursor.digits() }
    time.year = year.map { $0.number + century }
    (time.month, time.day) = (month, day.number)
    (time.hour, time.minute, time.second) = (hour.number, minute.number, second.number)
    time.zone = text[cursor.index..<text.count].trimmed
    return time.append(&times, to: &output)
  }

  private struct Cursor {
    let text: ByteSlice
    var index = 0

    func isAt(_ byte: UInt8) -> Bool { index < text.count && text[index] == byte }

    /// A space and a time of day follow.
    var isAtClock: Bool {
      guard index + 6 < text.count, isAt(UInt8(ascii: " ")) else { return false }
      return text[index + 1].isDigit && text[index + 2].isDigit && text[index + 3] == UInt8(ascii: ":")
    }

    /// The same, with a space in place of the hour's first digit: MariaDB's `261121  1:41:19`.
    var isAtPaddedClock: Bool {
      guard index + 6 < text.count, isAt(UInt8(ascii: " ")), text[index + 1] == UInt8(ascii: " ") else {
        return false
      }
      return text[index + 2].isDigit && text[index + 3] == UInt8(ascii: ":")
    }

    /// `-21` of `11-21 01:41:19`; nil for another text.
    mutating func daysBeforeClock() -> ByteSlice? {
      guard isAt(UInt8(ascii: "-")) else { return nil }
      var ahead = self
      ahead.index += 1
      let days = ahead.digits(skipping: false)
      guard days.count == 2, ahead.isAtClock else { return nil }
      self = ahead
      return days
    }

    var isAtDigit: Bool { index < text.count && text[index].isDigit }

    private mutating func skip() {
      while index < text.count {
        switch text[index] {
        case UInt8(ascii: " "), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: ","):
          index += 1
        default: return
        }
      }
    }

    var nextDigits: Int {
      var ahead = self
      return ahead.digits().count
    }

    mutating func digits(skipping: Bool = true) -> ByteSlice {
      if skipping { skip() }
      let first = index
      while isAtDigit { index += 1 }
      return text[first..<index]
    }

    /// Digits that a dot may be before.
    mutating func partOfDate() -> ByteSlice {
      if isAt(UInt8(ascii: ".")) { index += 1 }
      return digits()
    }

    mutating func word() -> ByteSlice {
      skip()
      let first = index
      while index < text.count, text[index].isLetter { index += 1 }
      return text[first..<index]
    }
  }

  static func month(_ word: ByteSlice) -> Int? {
    guard word.count >= 3 else { return nil }
    for (index, name) in months.enumerated() where word[0..<3].isWord(name) { return index + 1 }
    return nil
  }

  private static let months: [StaticString] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}

extension ByteSlice {
  fileprivate var number: Int { Int(wholeNumber ?? 0) }
}
