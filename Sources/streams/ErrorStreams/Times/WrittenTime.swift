internal import Bytes

/// A time as a log writes it, with its layout in strptime's letters.
struct WrittenTime {
  let range: Range<Int>
  /// Equal for times of the same layout. A date of which only the numbers are known is `%1/%2/%3`.
  let layout: String
  /// An expression of the same layout, without the fraction.
  let expression: String
  /// The fraction with its separator: `,%f`.
  let fraction: String
  /// The numbers of a date of which only these are known.
  let numbers: [Int]
  let hasDate: Bool
  let hasYear: Bool

  /// The time that begins here and ends at the end of a word.
  init?(in text: ByteSlice, at start: Int) {
    var scan = Scan(text, start)
    let isDated = scan.takeDate()
    guard scan.takeClock(afterDate: isDated) else { return nil }
    scan.takeZone()
    if isDated, !scan.hasYear { scan.takeYearAtEnd() }
    guard scan.isAtEndOfWord else { return nil }
    range = start..<scan.index
    layout = scan.layout
    expression = scan.expression
    fraction = scan.fraction
    numbers = scan.numbers
    hasDate = isDated
    hasYear = scan.hasYear
  }

  /// The layouts that all times of an ambiguous one fit, the most likely first.
  static func layouts(of layout: String, _ numbers: [[Int]]) -> [String] {
    guard let first = numbers.first, !first.isEmpty else { return [layout] }
    let isLong = first.count == 3 && first[2] > 99
    let orders: [[Character]] =
      first.count == 2
      ? [["m", "d"], ["d", "m"]]
      : isLong
        ? [["d", "m", "Y"], ["m", "d", "Y"]] : [["y", "m", "d"], ["d", "m", "y"], ["m", "d", "y"]]
    let fitting = orders.filter { order in
      numbers.allSatisfy { numbers in
        zip(order, numbers).allSatisfy { letter, number in
          switch letter {
          case "m": (1...12).contains(number)
          case "d": (1...31).contains(number)
          default: true
          }
        }
      }
    }
    return (fitting.isEmpty ? Array(orders.prefix(1)) : fitting).map { order in
      var written = ""
      var isNumber = false
      for character in layout {
        if isNumber, let place = character.wholeNumberValue, order.indices.contains(place - 1) {
          written.append(order[place - 1])
        } else {
          written.append(character)
        }
        isNumber = character == "%"
      }
      return written
    }
  }
}

/// The part of a time that has been read.
private struct Scan {
  let text: ByteSlice
  private(set) var index: Int
  private(set) var layout = ""
  private(set) var expression = ""
  private(set) var fraction = ""
  private(set) var numbers: [Int] = []
  private(set) var hasYear = false
  /// Digits without separators: `081109 203615`.
  private var isPacked = false

  init(_ text: ByteSlice, _ index: Int) {
    self.text = text
    self.index = index
  }

  var isAtEndOfWord: Bool {
    guard index < text.count else { return true }
    let byte = text[index]
    return !byte.isDigit && !byte.isLetter && byte != UInt8(ascii: "_")
  }

  private func digits(at start: Int) -> Int {
    var end = start
    while end < text.count, text[end].isDigit { end += 1 }
    return end - start
  }

  private func number(at start: Int, _ count: Int) -> Int {
    Int(text[start..<(start + count)].wholeNumber ?? 0)
  }

  private func byte(at place: Int) -> UInt8 { place < text.count ? text[place] : 0 }

  private mutating func take(_ letter: String, _ count: Int, _ expression: String) {
    index += count
    layout += letter
    self.expression += expression
  }

  private mutating func takeByte() {
    let byte = text[index]
    let character = Character(UnicodeScalar(byte))
    index += 1
    layout.append(character)
    if byte == UInt8(ascii: " ") {
      while self.byte(at: index) == UInt8(ascii: " ") { index += 1 }
      expression += " +"
    } else {
      expression += LineExpression.literal(String(character))
    }
  }

  private mutating func takeNameOfWeekday() {
    guard index + 4 < text.count, text[index].isLetter, Self.weekdays.contains(word(3, at: index)) else {
      return
    }
    var end = index + 3
    while byte(at: end).isLetter { end += 1 }
    let hasComma = byte(at: end) == UInt8(ascii: ",")
    guard byte(at: end + (hasComma ? 1 : 0)) == UInt8(ascii: " ") else { return }
    take("%a", end - index, "[A-Za-z]+")
    if hasComma { takeByte() }
    takeByte()
  }

  private func word(_ count: Int, at start: Int) -> String {
    start + count <= text.count ? String(text[start..<(start + count)]) : ""
  }

  mutating func takeDate() -> Bool {
    takeNameOfWeekday()
    if takeMonthName() {
      guard byte(at: index) == UInt8(ascii: " ") else { return false }
      takeByte()
      let count = digits(at: index)
      guard (1...2).contains(count) else { return false }
      take("%d", count, #"\d{1,2}"#)
      if byte(at: index) == UInt8(ascii: ","), byte(at: index + 1) == UInt8(ascii: " ") { takeByte() }
      if byte(at: index) == UInt8(ascii: " "), digits(at: index + 1) == 4 {
        takeByte()
        takeYear()
      }
      return true
    }
    switch digits(at: index) {
    case 4: return takeYearMonthDay()
    case 1, 2: return takeDayMonthYear()
    case 8:
      guard (1970...2099).contains(number(at: index, 4)), isDate(index + 4) else { return false }
      takeYear()
      takePacked("%m", "%d")
      return true
    case 6:
      guard isDate(index + 2), byte(at: index + 6) == UInt8(ascii: " "), digits(at: index + 7) == 6 else {
        return false
      }
      takePacked("%y", "%m", "%d")
      hasYear = true
      return true
    default: return false
    }
  }

  private func isDate(_ start: Int) -> Bool {
    (1...12).contains(number(at: start, 2)) && (1...31).contains(number(at: start + 2, 2))
  }

  private mutating func takePacked(_ letters: String...) {
    for letter in letters { take(letter, 2, #"\d\d"#) }
    isPacked = true
  }

  private mutating func takeYear() {
    take("%Y", 4, #"\d{4}"#)
    hasYear = true
  }

  private mutating func takeMonthName() -> Bool {
    guard byte(at: index).isLetter, Self.months.contains(word(3, at: index)) else { return false }
    var end = index + 3
    while byte(at: end).isLetter { end += 1 }
    guard end - index == 3 || end - index > 3 && !byte(at: end).isDigit else { return false }
    take("%b", end - index, "[A-Za-z]+")
    return true
  }

  private mutating func takeYearMonthDay() -> Bool {
    let separator = byte(at: index + 4)
    let count = digits(at: index + 5)
    guard Self.separators.contains(separator), (1...2).contains(count),
      byte(at: index + 5 + count) == separator, (1970...2099).contains(number(at: index, 4)),
      (1...2).contains(digits(at: index + 6 + count))
    else { return false }
    takeYear()
    takeByte()
    take("%m", count, count == 2 ? #"\d\d"# : #"\d{1,2}"#)
    takeByte()
    let days = digits(at: index)
    take("%d", days, days == 2 ? #"\d\d"# : #"\d{1,2}"#)
    return true
  }

  /// Or any other order of three numbers, or of a month and a day.
  private mutating func takeDayMonthYear() -> Bool {
    let first = digits(at: index)
    let separator = byte(at: index + first)
    guard Self.separators.contains(separator) || separator == UInt8(ascii: " ") else { return false }
    let start = index
    if byte(at: index + first + 1).isLetter {
      take("%d", first, #"\d{1,2}"#)
      takeByte()
      guard takeMonthName(), index < text.count, text[index] == separator else { return false }
      takeByte()
      let years = digits(at: index)
      guard years == 4 || years == 2 else { return false }
      if years == 4 { takeYear() } else { take("%y", 2, #"\d\d"#) }
      hasYear = true
      return true
    }
    guard separator != UInt8(ascii: " ") else { return false }
    let second = digits(at: start + first + 1)
    guard (1...2).contains(second) else { return false }
    let end = start + first + 1 + second
    numbers = [number(at: start, first), number(at: start + first + 1, second)]
    take("%1", first, #"\d{1,2}"#)
    takeByte()
    take("%2", second, #"\d{1,2}"#)
    let years = digits(at: end + 1)
    if byte(at: end) == separator, years == 2 || years == 4 {
      takeByte()
      numbers.append(number(at: index, years))
      take("%3", years, years == 4 ? #"\d{4}"# : #"\d\d"#)
      hasYear = true
    }
    return true
  }

  mutating func takeClock(afterDate isDated: Bool) -> Bool {
    if isDated {
      let joiners: [UInt8] = [0x20, 0x54, 0x2D, 0x5F, 0x3A, 0x2C, 0x40]
      guard joiners.contains(byte(at: index)) else { return false }
      takeByte()
      if byte(at: index) == UInt8(ascii: " ") { takeByte() }
    }
    let hours = digits(at: index)
    if isPacked, hours == 6 {
      takePacked("%H", "%M", "%S")
    } else {
      let separator = byte(at: index + hours)
      let isDotted = separator == UInt8(ascii: ".") && isDated
      guard (1...2).contains(hours), number(at: index, hours) < 24,
        separator == UInt8(ascii: ":") || isDotted, (1...2).contains(digits(at: index + hours + 1))
      else { return false }
      take("%H", hours, #"\d{1,2}"#)
      takeByte()
      take("%M", digits(at: index), #"\d{1,2}"#)
      if byte(at: index) == separator, (1...2).contains(digits(at: index + 1)) {
        takeByte()
        take("%S", digits(at: index), #"\d{1,2}"#)
      } else if !isDated || isDotted {
        return false
      }
    }
    takeFraction()
    if byte(at: index) == UInt8(ascii: " "), ["AM", "PM", "am", "pm"].contains(word(2, at: index + 1)) {
      layout = layout.split(separator: "%H", omittingEmptySubsequences: false).joined(separator: "%I")
      takeByte()
      take("%p", 2, "[AaPp][Mm]")
    }
    return true
  }

  private mutating func takeFraction() {
    let separator = byte(at: index)
    let count = digits(at: index + 1)
    guard [UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":")].contains(separator),
      (1...9).contains(count)
    else { return }
    // Milliseconds behind a colon have no leading zeros.
    let letter = separator == UInt8(ascii: ":") ? "%L" : "%f"
    if separator == UInt8(ascii: ":"), count > 3 { return }
    fraction = "\(Character(UnicodeScalar(separator)))\(letter)"
    index += 1 + count
  }

  mutating func takeZone() {
    let hasSpace = byte(at: index) == UInt8(ascii: " ")
    let start = index + (hasSpace ? 1 : 0)
    if byte(at: start) == UInt8(ascii: "+") || byte(at: start) == UInt8(ascii: "-") {
      let hours = digits(at: start + 1)
      var end = start + 1 + hours
      if hours == 2, byte(at: end) == UInt8(ascii: ":"), digits(at: end + 1) == 2 { end += 3 }
      guard hours == 4 || hours == 2, !byte(at: end).isDigit, !byte(at: end).isLetter else { return }
      if hasSpace { takeByte() }
      take("%z", end - index, #"[+-]\d\d:?(?:\d\d)?"#)
      return
    }
    for zone in ["UTC", "GMT", "Z"] as [StaticString]
    where text[start..<text.count].hasPrefix(ByteSlice(zone)) {
      let end = start + zone.utf8CodeUnitCount
      guard !byte(at: end).isLetter, !byte(at: end).isDigit, end - start > 1 || !hasSpace else { continue }
      if hasSpace { takeByte() }
      take("%Z", end - index, "[A-Z]+")
      return
    }
  }

  /// Reads a year at the end, as in ctime's `Nov 21 01:41:19 2026`.
  mutating func takeYearAtEnd() {
    guard byte(at: index) == UInt8(ascii: " "), digits(at: index + 1) == 4,
      (1970...2099).contains(number(at: index + 1, 4))
    else { return }
    takeByte()
    takeYear()
  }

  private static let separators: [UInt8] = [UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ".")]
  private static let months: Set<String> = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let weekdays: Set<String> = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}
