internal import Bytes

/// The first date of a text that has a time of day and no year.
enum FirstDate {
  /// The date before the first `HH:MM:SS` that has one: `Nov 21`, `21 Nov`, `11-21`, or klog's `1121`.
  static func find(in text: ByteSlice) -> MonthAndHour? {
    var index = 0
    while let colon = text.firstIndex(of: UInt8(ascii: ":"), from: index) {
      index = colon + 1
      guard let hour = hour(in: text, before: colon), !isBeforeYear(text, colon + 6) else { continue }
      if let found = date(in: text, before: colon - 3, hour) { return found }
    }
    return nil
  }

  private static func hour(in text: ByteSlice, before colon: Int) -> Int? {
    guard colon >= 6, colon + 6 <= text.count, text[colon + 3] == UInt8(ascii: ":"),
      text[colon - 3] == UInt8(ascii: " "),
      [colon - 2, colon - 1, colon + 1, colon + 2, colon + 4, colon + 5]
        .allSatisfy({ text[$0].isDigit })
    else { return nil }
    return number(text[(colon - 2)..<colon])
  }

  /// Whether a year follows, as in C's `ctime`.
  private static func isBeforeYear(_ text: ByteSlice, _ end: Int) -> Bool {
    var index = end
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      while index < text.count, text[index].isDigit { index += 1 }
    }
    guard index + 5 <= text.count, text[index] == UInt8(ascii: " "),
      (1...4).allSatisfy({ text[index + $0].isDigit })
    else { return false }
    return index + 5 == text.count || !text[index + 5].isDigit && text[index + 5] != UInt8(ascii: ":")
  }

  private static func date(in text: ByteSlice, before end: Int, _ hour: Int) -> MonthAndHour? {
    let start = max(0, end - 7)
    let last = text[start..<end]
    let count = last.count
    // `Nov 21`, `Nov  1`, and without the padding `Nov 1`.
    for width in [6, 5] where count >= width {
      let word = last[(count - width)..<(count - width + 3)]
      if let month = DateText.month(word), last[count - width + 3] == UInt8(ascii: " ") {
        return made(month, last[(count - width + 4)..<count].trimmed, hour)
      }
    }
    // `21 Nov`, `1 Nov`.
    if count >= 5, let month = DateText.month(last[(count - 3)..<count]),
      last[count - 4] == UInt8(ascii: " ")
    {
      let first = count >= 6 && last[count - 6].isDigit ? count - 6 : count - 5
      return made(month, last[first..<(count - 4)], hour)
    }
    func isFree(_ width: Int) -> Bool {
      guard count > width else { return count == width }
      let before = last[count - width - 1]
      return !before.isDigit && before != UInt8(ascii: "-") && before != UInt8(ascii: "/")
    }
    if count >= 5, last[count - 3] == UInt8(ascii: "-"), isFree(5) {
      return made(number(last[(count - 5)..<(count - 3)]), last[(count - 2)..<count], hour)
    }
    if count >= 4, isFree(4) {
      return made(number(last[(count - 4)..<(count - 2)]), last[(count - 2)..<count], hour)
    }
    return nil
  }

  private static func made(_ month: Int?, _ day: ByteSlice, _ hour: Int) -> MonthAndHour? {
    guard let month, (1...12).contains(month), let day = number(day), (1...31).contains(day), hour < 24 else {
      return nil
    }
    return MonthAndHour(month: month, day: day, hour: hour)
  }

  private static func number(_ digits: ByteSlice) -> Int? {
    guard (1...2).contains(digits.count), digits[0].isDigit else { return nil }
    return digits.wholeNumber.flatMap { Int(exactly: $0) }
  }
}
