internal import Bytes
internal import Records

/// A text read by the parts of a pattern, one after the other.
struct TimeReading {
  private let text: ByteSlice
  private var index = 0
  private var time = TimeParts()
  private var dayOfYear: Int?
  private var isAfternoon: Bool?
  private var unixTime: Int64?

  init(_ text: ByteSlice) { self.text = text }

  var isAtEnd: Bool { index == text.count }

  /// False if the text does not go on so.
  mutating func take(_ part: TimePattern.Part) -> Bool {
    switch part.letter {
    case 0: return takeLiteral(part.literal)
    case UInt8(ascii: "Y"): return takeNumber(4, 1...9_999) { $0.time.year = $1 }
    case UInt8(ascii: "y"): return takeNumber(2, 0...99) { $0.time.year = $1 < 69 ? 2_000 + $1 : 1_900 + $1 }
    case UInt8(ascii: "m"): return takeNumber(2, 1...12) { $0.time.month = $1 }
    case UInt8(ascii: "b"):
      guard let month = DateText.month(word()) else { return false }
      time.month = month
      return true
    case UInt8(ascii: "a"): return word().count >= 2
    case UInt8(ascii: "d"): return takeNumber(2, 1...31) { $0.time.day = $1 }
    case UInt8(ascii: "j"): return takeNumber(3, 1...366) { $0.dayOfYear = $1 }
    case UInt8(ascii: "H"): return takeNumber(2, 0...23) { $0.time.hour = $1 }
    case UInt8(ascii: "I"): return takeNumber(2, 1...12) { $0.time.hour = $1 % 12 }
    case UInt8(ascii: "p"):
      let word = word()
      isAfternoon = word.isWord("pm")
      return isAfternoon == true || word.isWord("am")
    case UInt8(ascii: "M"): return takeNumber(2, 0...59) { $0.time.minute = $1 }
    case UInt8(ascii: "S"): return takeNumber(2, 0...60) { $0.time.second = $1 }
    case UInt8(ascii: "f"):
      time.fraction = digits()
      return (1...9).contains(time.fraction.count)
    case UInt8(ascii: "L"): return takeNumber(3, 0...999) { $0.time.milliseconds = $1 }
    case UInt8(ascii: "z"), UInt8(ascii: "Z"): return takeZone()
    case UInt8(ascii: "s"):
      let first = index
      if index < text.count, text[index] == UInt8(ascii: "-") { index += 1 }
      _ = digits()
      unixTime = text[first..<index].wholeNumber
      return unixTime != nil
    default: return false
    }
  }

  private mutating func takeLiteral(_ byte: UInt8) -> Bool {
    if byte == UInt8(ascii: " ") {
      skipSpaces()
      return true
    }
    guard index < text.count, text[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipSpaces() {
    while index < text.count, text[index] == UInt8(ascii: " ") || text[index] == 0x09 { index += 1 }
  }

  /// Padding may be spaces, as in ctime.
  @inline(__always)
  private mutating func takeNumber(
    _ most: Int, _ range: ClosedRange<Int>, _ note: (inout Self, Int) -> Void
  ) -> Bool {
    skipSpaces()
    guard let number = digits(most).wholeNumber.map({ Int($0) }), range.contains(number) else { return false }
    note(&self, number)
    return true
  }

  private mutating func digits(_ most: Int = .max) -> ByteSlice {
    let first = index
    while index < text.count, index - first < most, text[index].isDigit { index += 1 }
    return text[first..<index]
  }

  private mutating func word() -> ByteSlice {
    skipSpaces()
    let first = index
    while index < text.count, text[index].isLetter { index += 1 }
    return text[first..<index]
  }

  /// An offset, or a name.
  private mutating func takeZone() -> Bool {
    skipSpaces()
    let first = index
    if index < text.count, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") {
      index += 1
      while index < text.count, index - first < 6, text[index].isDigit || text[index] == UInt8(ascii: ":") {
        index += 1
      }
    } else {
      while index < text.count, text[index].isLetter { index += 1 }
    }
    time.zone = text[first..<index]
    return index > first
  }

  mutating func append(_ times: inout PartialTimes, to output: inout Buffer<UInt8>) -> Bool {
    if let unixTime { return append(unixTime: unixTime, to: &output) }
    if isAfternoon == true, time.hour < 12 { time.hour += 12 }
    // A pattern with a day of the year has a year, too.
    if let dayOfYear, let year = time.year {
      guard let date = CalendarDate(dayOfYear: dayOfYear, of: year) else { return false }
      (time.month, time.day) = (Int(date.month), Int(date.day))
    }
    return time.append(&times, to: &output)
  }

  private func append(unixTime: Int64, to output: inout Buffer<UInt8>) -> Bool {
    let (whole, isTooLarge) = unixTime.multipliedReportingOverflow(by: 1_000_000)
    guard !isTooLarge else { return false }
    var microseconds = 0
    for place in 0..<6 {
      microseconds = microseconds * 10 + (place < time.fraction.count ? Int(time.fraction[place] - 0x30) : 0)
    }
    if time.fraction.isEmpty { microseconds = (time.milliseconds ?? 0) * 1_000 }
    let (sum, overflows) = whole.addingReportingOverflow(
      unixTime < 0 ? -Int64(microseconds) : Int64(microseconds))
    return !overflows && TimeText.append(microseconds: sum, to: &output)
  }
}

extension CalendarDate {
  /// - Parameter dayOfYear: 1 for the first of January.
  fileprivate init?(dayOfYear: Int, of year: Int) {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    guard dayOfYear <= (isLeap ? 366 : 365) else { return nil }
    let before = year - 1
    let leapDays = before / 4 - before / 100 + before / 400
    // 1970-01-01 is the day 719,162 after 0001-01-01.
    self.init(daysSince1970: Int64(before * 365 + leapDays - 719_162 + dayOfYear - 1))
  }
}
