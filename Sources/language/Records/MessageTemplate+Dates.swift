internal import Bytes

extension MessageTemplate {
  /// The place of a date with a month's name and a time around a number: `Sun Jul 10 03:55:15 2005`, `Jul 10 03:55:15`,
  /// `Sun, 06 Nov 1994 08:49:37 GMT`, `10/Oct/2000:13:55:36 +0200`. Nil if the number is none's day.
  ///
  /// - Parameter first: the place from which the text may belong to the date.
  static func date(around day: Range<Int>, of text: ByteSlice, from first: Int) -> Range<Int>? {
    guard day.count <= 2 else { return nil }
    var start = day.lowerBound
    var end = day.upperBound
    if let month = text.monthName(before: start, from: first) {
      guard let time = text.timeOfDay(at: text.skippingSpaces(from: end)), end < text.count,
        text[end] == space
      else { return nil }
      (start, end) = (month, time)
    } else if end + 10 <= text.count, text.isMonthName(at: end + 1), text[end] == text[end + 4],
      text[end] == space || text[end] == UInt8(ascii: "/"),
      text.digits(from: end + 5) == end + 9, let time = text.timeOfDay(at: end + 10)
    {
      end = time
    } else {
      return nil
    }
    return (text.weekday(before: start, from: first) ?? start)..<text.endOfZoneAndYear(from: end)
  }

  private static var space: UInt8 { UInt8(ascii: " ") }
}

extension ByteSlice {
  private static let months: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"
  private static let weekdays: StaticString = "MonTueWedThuFriSatSun"

  /// Whether three letters are one of the names, which are three letters each.
  private func isName(at index: Int, of names: StaticString) -> Bool {
    guard index >= 0, index + 3 <= count else { return false }
    let list = ByteSlice(names)
    return stride(from: 0, to: list.count, by: 3).contains {
      self[index..<(index + 3)] == list[$0..<($0 + 3)]
    }
  }

  fileprivate func isMonthName(at index: Int) -> Bool { isName(at: index, of: Self.months) }

  private func isStart(_ index: Int) -> Bool { index == 0 || !self[index - 1].isWordByte }

  /// The start of a month's name and the spaces behind it.
  fileprivate func monthName(before end: Int, from first: Int) -> Int? {
    var index = end
    while index > first, self[index - 1] == UInt8(ascii: " "), end - index < 2 { index -= 1 }
    guard index < end, index - 3 >= first, isMonthName(at: index - 3), isStart(index - 3) else { return nil }
    return index - 3
  }

  /// The start of a weekday's name, with or without a comma, and the space behind it.
  fileprivate func weekday(before end: Int, from first: Int) -> Int? {
    guard end > first, self[end - 1] == UInt8(ascii: " ") else { return nil }
    let comma = end - 2 >= first && self[end - 2] == UInt8(ascii: ",") ? 1 : 0
    let start = end - 4 - comma
    return start >= first && isName(at: start, of: Self.weekdays) && isStart(start) ? start : nil
  }

  fileprivate func skippingSpaces(from index: Int) -> Int {
    index < count && self[index] == UInt8(ascii: " ") ? index + 1 : index
  }

  fileprivate func digits(from start: Int) -> Int {
    var index = start
    while index < count, self[index].isDigit { index += 1 }
    return index
  }

  /// The end of `01:41:19`, or of more digits behind a point or a comma.
  fileprivate func timeOfDay(at start: Int) -> Int? {
    guard start + 8 <= count, digits(from: start) == start + 2, self[start + 2] == UInt8(ascii: ":"),
      digits(from: start + 3) == start + 5, self[start + 5] == UInt8(ascii: ":"),
      digits(from: start + 6) == start + 8
    else { return nil }
    let end = start + 8
    if end < count, self[end] == UInt8(ascii: "Z") { return end + 1 }
    guard end < count, self[end] == UInt8(ascii: ".") || self[end] == UInt8(ascii: ",") else { return end }
    let further = digits(from: end + 1)
    return further > end + 1 ? further : end
  }

  /// The end of a zone, a year, or both.
  fileprivate func endOfZoneAndYear(from start: Int) -> Int {
    var end = start
    for _ in 0..<2 where end < count && self[end] == UInt8(ascii: " ") {
      let next = end + 1
      let year = digits(from: next)
      if year == next + 4, year == count || !self[year].isWordByte { return year }
      var zone = next
      if zone < count, self[zone] == UInt8(ascii: "+") || self[zone] == UInt8(ascii: "-") {
        let offset = digits(from: zone + 1)
        return offset == zone + 5 ? offset : end
      }
      while zone < count, self[zone] >= UInt8(ascii: "A"), self[zone] <= UInt8(ascii: "Z") { zone += 1 }
      let isZone = (3...4).contains(zone - next) && (zone == count || !self[zone].isWordByte)
      guard isZone else { return end }
      // Other words in capitals may follow a date.
      let isKnown = self[next..<zone] == ByteSlice("UTC") || self[next..<zone] == ByteSlice("GMT")
      let behind = zone + 1
      guard isKnown || zone < count && self[zone] == UInt8(ascii: " ") && digits(from: behind) == behind + 4
      else { return end }
      end = zone
    }
    return end
  }
}
