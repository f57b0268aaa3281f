internal import Bytes
internal import Records

/// The layout of a time in strptime's letters: `%d/%b/%y %H:%M:%S`.
package enum TimePattern {
  struct Part: BitwiseCopyable {
    /// A letter after `%`; 0 for a byte that must occur, or a space for any white space.
    let letter: UInt8
    let literal: UInt8
  }

  struct Fault {
    let message: String
    /// The range in bytes.
    let range: Range<Int>
  }

  package static let letters: [(letter: String, meaning: String)] = [
    ("%Y", "year"), ("%y", "year of two digits: 69 to 99 are of the 20th century"), ("%m", "month"),
    ("%b", "name of the month, also %B and %h"), ("%d", "day, also %e"), ("%j", "day of the year"),
    ("%a", "name of the weekday, also %A"), ("%H", "hour"), ("%I", "hour of 12, with %p"),
    ("%p", "AM or PM"), ("%M", "minute"), ("%S", "second"), ("%f", "digits of a fraction of a second"),
    ("%L", "milliseconds as a number"), ("%z", "offset such as +0200, or Z"), ("%Z", "name of a zone"),
    ("%s", "seconds since 1970"), ("%F", "%Y-%m-%d"), ("%D", "%m/%d/%y"), ("%T", "%H:%M:%S"),
    ("%R", "%H:%M"), ("%%", "a percent sign"),
  ]

  static func parts(of pattern: String) -> [Part]? {
    if case .parts(let parts) = read(pattern) { return parts }
    return nil
  }

  static func fault(of pattern: String) -> Fault? {
    if case .fault(let fault) = read(pattern) { return fault }
    return nil
  }

  private enum Reading {
    case parts([Part])
    case fault(Fault)
  }

  private static func read(_ pattern: String) -> Reading {
    let bytes = Array(pattern.utf8)
    var parts: [Part] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "%") else {
        parts.append(Part(letter: 0, literal: isSpace(bytes[index]) ? UInt8(ascii: " ") : bytes[index]))
        index += 1
        continue
      }
      guard index + 1 < bytes.count else {
        return .fault(
          Fault(message: "“%” needs a letter. Write %% for a percent sign.", range: index..<index + 1))
      }
      // A padding flag changes only what is written.
      var next = index + 1
      if next + 1 < bytes.count,
        [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "0")].contains(bytes[next])
      {
        next += 1
      }
      guard let expanded = expanded(bytes[next]) else {
        let end = pattern.utf8.index(pattern.utf8.startIndex, offsetBy: next)
        let scalar = pattern.unicodeScalars[end]
        let letter = String(scalar)
        return .fault(
          Fault(
            message: "A time has no letter “%\(letter)”. \(advice(for: letter))",
            range: index..<(next + letter.utf8.count)))
      }
      parts += expanded
      index = next + 1
    }
    return missing(parts, count: bytes.count) ?? .parts(parts)
  }

  private static func advice(for letter: String) -> String {
    let all = letters.map { $0.letter }.joined(separator: " ")
    return switch letter {
    case "N", "n": "Write %f for the digits of a fraction. The letters are \(all)."
    default: "The letters are \(all)."
    }
  }

  private static func expanded(_ letter: UInt8) -> [Part]? {
    func parts(_ text: StaticString) -> [Part] {
      let text = ByteSlice(text)
      return (0..<text.count).map { index in
        text[index].isLetter ? Part(letter: text[index], literal: 0) : Part(letter: 0, literal: text[index])
      }
    }
    return switch letter {
    case UInt8(ascii: "F"): parts("Y-m-d")
    case UInt8(ascii: "D"): parts("m/d/y")
    case UInt8(ascii: "T"): parts("H:M:S")
    case UInt8(ascii: "R"): parts("H:M")
    case UInt8(ascii: "%"): [Part(letter: 0, literal: letter)]
    case UInt8(ascii: "h"), UInt8(ascii: "B"): parts("b")
    case UInt8(ascii: "A"): parts("a")
    case UInt8(ascii: "e"): parts("d")
    case UInt8(ascii: "Y"), UInt8(ascii: "y"), UInt8(ascii: "m"), UInt8(ascii: "b"), UInt8(ascii: "d"),
      UInt8(ascii: "j"), UInt8(ascii: "a"), UInt8(ascii: "H"), UInt8(ascii: "I"), UInt8(ascii: "p"),
      UInt8(ascii: "M"), UInt8(ascii: "S"), UInt8(ascii: "f"), UInt8(ascii: "L"), UInt8(ascii: "z"),
      UInt8(ascii: "Z"), UInt8(ascii: "s"):
      [Part(letter: letter, literal: 0)]
    default: nil
    }
  }

  private static func missing(_ parts: [Part], count: Int) -> Reading? {
    func has(_ letters: StaticString) -> Bool {
      let letters = ByteSlice(letters)
      return parts.contains { $0.letter != 0 && letters.firstIndex(of: $0.letter) != nil }
    }
    func fault(_ message: String) -> Reading { .fault(Fault(message: message, range: 0..<count)) }
    if has("s") { return nil }
    guard has("j") || has("d") && has("mb") else {
      return fault("This pattern has no date. Write %m (or %b) and %d, or %s for seconds since 1970.")
    }
    guard has("H") || has("I") && has("p") else {
      return has("I")
        ? fault("“%I” is an hour of 12, so it needs %p. Write %H for an hour of 24.")
        : fault("This pattern has no hour. Write %H, or %I with %p.")
    }
    guard !has("j") || has("Yy") else {
      return fault("“%j” is a day of a year, so it needs %Y or %y.")
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == 0x09 }

  /// Appends the time as RFC 3339 with quotes; false and nothing if the text does not fit, or has no year and none is
  /// known.
  static func append(
    _ text: ByteSlice, by parts: borrowing Buffer<Part>, _ range: Range<Int>, _ times: inout PartialTimes,
    to output: inout Buffer<UInt8>
  ) -> Bool {
    var reading = TimeReading(text.trimmed)
    for index in range where !reading.take(parts[index]) { return false }
    guard reading.isAtEnd else { return false }
    return reading.append(&times, to: &output)
  }
}

/// The parts of a time that were read so far.
private struct TimeReading {
  private let text: ByteSlice
  private var index = 0
  private var year: Int?
  private var month: Int?
  private var day: Int?
  private var dayOfYear: Int?
  private var hour = 0
  private var isAfternoon: Bool?
  private var minute = 0
  private var second = 0
  private var fraction: ByteSlice?
  private var milliseconds: Int?
  private var zone: ByteSlice?
  private var unixTime: Int64?

  init(_ text: ByteSlice) { self.text = text }

  var isAtEnd: Bool { index == text.count }

  /// False if the text does not go on so.
  mutating func take(_ part: TimePattern.Part) -> Bool {
    switch part.letter {
    case 0: return takeLiteral(part.literal)
    case UInt8(ascii: "Y"):
      guard let number = number(4), number >= 1 else { return false }
      year = number
    case UInt8(ascii: "y"):
      guard let number = number(2) else { return false }
      year = number < 69 ? 2_000 + number : 1_900 + number
    case UInt8(ascii: "m"):
      guard let number = number(2), (1...12).contains(number) else { return false }
      month = number
    case UInt8(ascii: "b"):
      guard let number = DateText.month(word()) else { return false }
      month = number
    case UInt8(ascii: "a"): return word().count >= 2
    case UInt8(ascii: "d"):
      guard let number = number(2), (1...31).contains(number) else { return false }
      day = number
    case UInt8(ascii: "j"):
      guard let number = number(3), (1...366).contains(number) else { return false }
      dayOfYear = number
    case UInt8(ascii: "H"):
      guard let number = number(2), number < 24 else { return false }
      hour = number
    case UInt8(ascii: "I"):
      guard let number = number(2), (1...12).contains(number) else { return false }
      hour = number % 12
    case UInt8(ascii: "p"):
      let word = word()
      guard word.isWord("am") || word.isWord("pm") else { return false }
      isAfternoon = word.isWord("pm")
    case UInt8(ascii: "M"):
      guard let number = number(2), number < 60 else { return false }
      minute = number
    case UInt8(ascii: "S"):
      guard let number = number(2), number <= 60 else { return false }
      second = number
    case UInt8(ascii: "f"):
      let first = index
      while index < text.count, text[index].isDigit { index += 1 }
      fraction = text[first..<index]
      return index > first && index - first <= 9
    case UInt8(ascii: "L"):
      guard let number = number(3) else { return false }
      milliseconds = number
    case UInt8(ascii: "z"), UInt8(ascii: "Z"): return takeZone()
    case UInt8(ascii: "s"):
      let first = index
      if index < text.count, text[index] == UInt8(ascii: "-") { index += 1 }
      while index < text.count, text[index].isDigit { index += 1 }
      guard let number = text[first..<index].wholeNumber else { return false }
      unixTime = number
    default: return false
    }
    return true
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
  private mutating func number(_ most: Int) -> Int? {
    skipSpaces()
    let first = index
    while index < text.count, index - first < most, text[index].isDigit { index += 1 }
    return text[first..<index].wholeNumber.map { Int($0) }
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
    zone = text[first..<index]
    return index > first
  }

  func append(_ times: inout PartialTimes, to output: inout Buffer<UInt8>) -> Bool {
    if let unixTime { return append(unixTime: unixTime, to: &output) }
    var hour = hour
    if isAfternoon == true, hour < 12 { hour += 12 }
    var (month, day) = (month ?? 1, day ?? 1)
    let start = output.count
    var isAssumed = false
    let year: Int
    if let read = self.year {
      year = read
    } else {
      guard let assumed = times.year(of: MonthAndHour(month: month, day: day, hour: hour)) else {
        return false
      }
      year = assumed
      isAssumed = true
    }
    if let dayOfYear {
      guard let date = CalendarDate(dayOfYear: dayOfYear, of: year) else { return false }
      (month, day) = (Int(date.month), Int(date.day))
    }
    guard (0...9_999).contains(year) else { return false }
    output.append(UInt8(ascii: "\""))
    output.append(twoDigits: UInt(year / 100))
    output.append(twoDigits: UInt(year % 100))
    output.append("-")
    output.append(twoDigits: UInt(month))
    output.append("-")
    output.append(twoDigits: UInt(day))
    output.append("T")
    output.append(twoDigits: UInt(hour))
    output.append(":")
    output.append(twoDigits: UInt(minute))
    output.append(":")
    output.append(twoDigits: UInt(second))
    appendFraction(to: &output)
    guard TimeText.appendZone(zone ?? ByteSlice(""), of: start + 1, times, to: &output),
      Timestamp(output.slice((start + 1)..<output.count)) != nil
    else {
      output.removeLast(output.count - start)
      if isAssumed { times.begin() }
      return false
    }
    output.append(UInt8(ascii: "\""))
    return true
  }

  private func appendFraction(to output: inout Buffer<UInt8>) {
    if let fraction {
      output.append(".")
      output.append(fraction)
    } else if let milliseconds {
      output.append(".")
      output.append(UInt8(ascii: "0") + UInt8(milliseconds / 100))
      output.append(twoDigits: UInt(milliseconds % 100))
    }
  }

  private func append(unixTime: Int64, to output: inout Buffer<UInt8>) -> Bool {
    let (whole, isTooLarge) = unixTime.multipliedReportingOverflow(by: 1_000_000)
    guard !isTooLarge else { return false }
    var microseconds = (milliseconds ?? 0) * 1_000
    if let fraction {
      microseconds = 0
      for place in 0..<6 {
        microseconds = microseconds * 10 + (place < fraction.count ? Int(fraction[place] - 0x30) : 0)
      }
    }
    let (sum, overflows) = whole.addingReportingOverflow(
      unixTime < 0 ? -Int64(microseconds) : Int64(microseconds))
    return !overflows && TimeText.append(microseconds: sum, to: &output)
  }
}

extension MappingPlan {
  /// Appends the time by the first pattern that fits; false and nothing if none does.
  func appendTime(
    at place: Int, _ field: FieldPlan, _ tape: borrowing JSONTape, _ times: inout PartialTimes,
    to output: inout Buffer<UInt8>
  ) -> Bool {
    switch tape[place].kind {
    case .string, .integer, .decimal: break
    case .null, .false, .true, .array, .object: return false
    }
    let text = tape.text(of: tape[place])
    for index in field.formats.first..<(field.formats.first + field.formats.count) {
      let span = timePatterns[index]
      let range = span.first..<(span.first + span.count)
      if TimePattern.append(text, by: timeParts, range, &times, to: &output) { return true }
    }
    return false
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
