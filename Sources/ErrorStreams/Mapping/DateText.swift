internal import Bytes
internal import Records

/// Times without an ISO date, as in web servers, C's `ctime` and mail.
///
/// `21/Nov/2026:01:41:19 +0000`, `21-Nov-2026 01:41:19.483 UTC`, `21 Nov 2026 01:41:19`, `2026/11/21
/// 01:41:19`, `Nov 21, 2026 01:41:19`, `Sat Nov 21 01:41:19.483 2026`, `Sat, 21 Nov 2026 01:41:19 GMT`.
enum DateText {
  /// Appends the time as RFC 3339 with quotes; false if the text is not a time, or has no year.
  static func append(_ text: ByteSlice, to output: inout Buffer<UInt8>) -> Bool {
    guard text.count <= 64 else { return false }
    var cursor = Cursor(text: text)
    var (year, day): (ByteSlice?, ByteSlice) = (nil, ByteSlice(""))
    var word = cursor.word()
    // A weekday is redundant.
    if word.count == 3, month(word) == nil { word = cursor.word() }
    var month = Self.month(word)
    guard word.isEmpty || month != nil else { return false }
    let first = cursor.digits()
    if month == nil, first.count == 4 {
      year = first
      month = cursor.digits().wholeNumber.flatMap { Int(exactly: $0) }
      day = cursor.digits()
    } else {
      day = first
      month = month ?? Self.month(cursor.word())
    }
    if year == nil, cursor.nextDigits == 4 { year = cursor.digits() }
    let hour = cursor.digits()
    let minute = cursor.digits()
    let second = cursor.digits()
    guard let month, (1...12).contains(month), (1...2).contains(day.count), hour.count == 2,
      minute.count == 2, second.count == 2
    else { return false }
    var fraction = ByteSlice("")
    if cursor.isAt(UInt8(ascii: ".")) || cursor.isAt(UInt8(ascii: ",")) {
      cursor.index += 1
      fraction = cursor.digits(skipping: false)
    }
    if year == nil { year = cursor.nextDigits == 4 ? cursor.digits() : nil }
    guard let year, year.count == 4 else { return false }
    let start = output.count
    output.append(UInt8(ascii: "\""))
    output.append(year)
    output.append("-")
    appendPair(month, to: &output)
    output.append("-")
    appendPair(Int(day.wholeNumber ?? 0), to: &output)
    output.append("T")
    output.append(hour)
    output.append(":")
    output.append(minute)
    output.append(":")
    output.append(second)
    if !fraction.isEmpty {
      output.append(".")
      output.append(fraction)
    }
    guard TimeText.appendZone(text[cursor.index..<text.count].trimmed, to: &output),
      Timestamp(output.slice((start + 1)..<output.count)) != nil
    else {
      output.removeLast(output.count - start)
      return false
    }
    output.append(UInt8(ascii: "\""))
    return true
  }

  /// A cursor over the parts of a text.
  private struct Cursor {
    let text: ByteSlice
    var index = 0

    func isAt(_ byte: UInt8) -> Bool { index < text.count && text[index] == byte }

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

    mutating func word() -> ByteSlice {
      skip()
      let first = index
      while index < text.count, text[index].isLetter { index += 1 }
      return text[first..<index]
    }
  }

  private static func month(_ word: ByteSlice) -> Int? {
    guard word.count >= 3 else { return nil }
    for (index, name) in months.enumerated() where word[0..<3].isWord(name) { return index + 1 }
    return nil
  }

  private static let months: [StaticString] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func appendPair(_ number: Int, to output: inout Buffer<UInt8>) {
    output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10 % 10))
    output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}
