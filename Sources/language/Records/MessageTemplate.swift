package import Bytes

/// The template of a message: what varies from error to error is replaced by a word in angle brackets.
///
/// `<n>` a number, also inside a word; `<time>` a time of day or a date with one; `<duration>` a number with a unit of
/// time; `<ip>` an address; `<id>` a UUID; `<hex>` hexadecimal digits; `<path>` an absolute path of a file; `<text>` quoted
/// text.
package enum MessageTemplate {
  /// The bytes of a message that matter. A message may be as long as a record.
  package static let longest = 512

  /// Appends the template of a message, in one pass.
  package static func append(of message: ByteSlice, to output: inout Buffer<UInt8>) {
    let text = message.beginning(ofBytes: longest)
    defer { if text.count < message.count { output.append("…") } }
    var index = 0
    // The end of the text that is written.
    var written = 0
    while index < text.count {
      let byte = text[index]
      if byte.isLetterOrSpace {
        index += 1
      } else if byte.isDigit {
        let start = text.startOfWord(around: index, from: written)
        let end = text.endOfWord(from: index)
        if let date = date(around: start..<end, of: text, from: written) {
          output.append(text[written..<date.lowerBound])
          output.append("<time>")
          (index, written) = (date.upperBound, date.upperBound)
          continue
        }
        output.append(text[written..<start])
        append(text[start..<end], to: &output)
        (index, written) = (end, end)
      } else if let end = text.endOfQuoted(from: index) {
        output.append(text[written..<(index + 1)])
        output.append("<text>")
        output.append(byte)
        (index, written) = (end, end)
      } else if byte == 0xE2, text.startOfWord(around: index, from: written) == index,
        let end = text.endOfCurlyQuoted(from: index)
      {
        output.append(text[written..<index])
        output.append("“<text>”")
        (index, written) = (end, end)
      } else if let end = text.endOfPath(from: index, written) {
        output.append(text[written..<index])
        output.append("<path>")
        (index, written) = (end, end)
      } else if text.isMinus(at: index) {
        output.append(text[written..<index])
        index += 1
        written = index
      } else {
        index += 1
      }
    }
    output.append(text[written..<text.count])
  }

  /// Appends the template of a word, which may contain punctuation between letters and digits.
  private static func append(_ word: ByteSlice, to output: inout Buffer<UInt8>) {
    guard word.hasDigit else { return output.append(word) }
    if let mask = mask(word) { return output.append(mask) }
    var index = 0
    while index < word.count {
      let isID = index + 36 <= word.count && word[index..<(index + 36)].isUUID
      let end = isID ? index + 36 : word.endOfPart(from: index)
      if isID { output.append("<id>") } else { appendPart(word[index..<end], to: &output) }
      if end < word.count { output.append(word[end]) }
      index = end + 1
    }
  }

  /// The word for the whole of another one; nil if it stays in parts.
  static func mask(_ word: ByteSlice) -> StaticString? {
    if word.isUUID { return "<id>" }
    if word.isAddress { return "<ip>" }
    if word.isTime { return "<time>" }
    if word.isHexadecimal || word.isHardwareAddress { return "<hex>" }
    let number = word.countOfDecimal
    if number == word.count { return "<n>" }
    let unit = word[number..<word.count]
    return number > 0 && units.contains(where: { unit == $0 }) ? "<duration>" : nil
  }

  /// Appends letters and digits without punctuation.
  private static func appendPart(_ part: ByteSlice, to output: inout Buffer<UInt8>) {
    guard part.hasDigit else { return output.append(part) }
    if part.isHexadecimal { return output.append("<hex>") }
    var index = 0
    while index < part.count {
      guard part[index].isDigit else {
        output.append(part[index])
        index += 1
        continue
      }
      while index < part.count, part[index].isDigit { index += 1 }
      output.append("<n>")
    }
  }

  private static let units: [StaticString] = [
    "ms", "s", "m", "h", "d", "us", "µs", "ns", "sec", "secs", "min", "mins",
  ]
}

extension ByteSlice {
  fileprivate var hasDigit: Bool {
    for index in 0..<count where self[index].isDigit { return true }
    return false
  }

  /// The end of the text in quotes that begins here; nil if none does. A quote inside a word is an apostrophe.
  fileprivate func endOfQuoted(from start: Int) -> Int? {
    let quote = self[start]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") || quote == UInt8(ascii: "`"),
      start == 0 || !self[start - 1].isWordByte
    else { return nil }
    var from = start + 1
    while let end = firstIndex(of: quote, from: from) {
      if end + 1 == count || !self[end + 1].isWordByte { return end > start + 1 ? end + 1 : nil }
      from = end + 1
    }
    return nil
  }

  /// The same for curly quotes.
  fileprivate func endOfCurlyQuoted(from start: Int) -> Int? {
    guard self[start] == 0xE2, hasPrefix(ByteSlice("“"), at: start) else { return nil }
    var from = start + 3
    while let end = firstIndex(of: 0xE2, from: from) {
      if hasPrefix(ByteSlice("”"), at: end) { return end + 3 }
      from = end + 1
    }
    return nil
  }

  private func hasPrefix(_ text: ByteSlice, at start: Int) -> Bool {
    start + text.count <= count && self[start..<(start + text.count)] == text
  }

  /// Whether a minus before a number is here.
  fileprivate func isMinus(at index: Int) -> Bool {
    self[index] == UInt8(ascii: "-") && index + 1 < count && self[index + 1].isDigit
      && (index == 0 || !self[index - 1].isWordByte)
  }

  /// The whole characters within a number of bytes.
  func beginning(ofBytes limit: Int) -> ByteSlice {
    guard count > limit else { return self }
    var end = limit
    while end > 0, self[end] & 0xC0 == 0x80 { end -= 1 }
    return self[0..<end]
  }

  /// The start of letters and digits, and of punctuation between them; at least `first`.
  func startOfWord(around index: Int, from first: Int) -> Int {
    var start = index
    while start > first {
      if self[start - 1].isWordByte {
        start -= 1
      } else if start - 1 > first, self[start - 1].joinsWords, self[start - 2].isWordByte {
        start -= 2
      } else {
        break
      }
    }
    return start
  }

  /// The end of letters and digits, and of punctuation between them.
  func endOfWord(from start: Int) -> Int {
    var end = start
    while end < count {
      if self[end].isWordByte {
        end += 1
      } else if self[end].joinsWords, end + 1 < count, self[end + 1].isWordByte {
        end += 1
      } else {
        break
      }
    }
    return end
  }

  func endOfPart(from start: Int) -> Int {
    var end = start
    while end < count, self[end].isWordByte { end += 1 }
    return end
  }

  /// `8-4-4-4-12` hexadecimal digits.
  var isUUID: Bool {
    guard count == 36 else { return false }
    for index in 0..<36 {
      let isDash = index == 8 || index == 13 || index == 18 || index == 23
      guard isDash ? self[index] == UInt8(ascii: "-") : self[index].isHexDigit else { return false }
    }
    return true
  }

  /// An address of IPv4, perhaps with a port, or of IPv6.
  fileprivate var isAddress: Bool {
    var (dots, colons, others) = (0, 0, 0)
    var isDecimal = true
    for index in 0..<count {
      switch self[index] {
      case UInt8(ascii: "."): dots += 1
      case UInt8(ascii: ":"): colons += 1
      case let byte where byte.isHexDigit: if !byte.isDigit { isDecimal = false }
      default: others += 1
      }
    }
    guard others == 0 else { return false }
    return dots == 3 && colons <= 1 && isDecimal || dots == 0 && colons == 7
  }

  /// `00:1a:2b:3c:4d:5e`, or with hyphens.
  fileprivate var isHardwareAddress: Bool {
    guard count == 17, self[2] == UInt8(ascii: ":") || self[2] == UInt8(ascii: "-") else { return false }
    for index in 0..<17 {
      guard index % 3 == 2 ? self[index] == self[2] : self[index].isHexDigit else { return false }
    }
    return true
  }

  /// `01:41:19`, `2026-11-21`, `2026-11-21T01:41:19.483Z`.
  fileprivate var isTime: Bool {
    var colons = 0
    for index in 0..<count {
      switch self[index] {
      case UInt8(ascii: ":"): colons += 1
      case UInt8(ascii: "T"), UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "-"),
        UInt8(ascii: "+"):
        break
      case let byte where byte.isDigit: break
      default: return false
      }
    }
    if count >= 10, self[4] == UInt8(ascii: "-"), self[7] == UInt8(ascii: "-") { return true }
    return colons == 2 && count >= 8 && self[2] == UInt8(ascii: ":") && self[5] == UInt8(ascii: ":")
  }

  /// The number of digits, points and commas at the beginning.
  fileprivate var countOfDecimal: Int {
    var index = 0
    while index < count,
      self[index].isDigit || self[index] == UInt8(ascii: ".") || self[index] == UInt8(ascii: ",")
    {
      index += 1
    }
    return index
  }

  /// `0x…`, or at least six hexadecimal digits, with a letter and a digit among them.
  var isHexadecimal: Bool {
    if count > 2, self[0] == UInt8(ascii: "0"), self[1] | 0x20 == UInt8(ascii: "x") {
      return self[2..<count].hasOnlyHexDigits
    }
    guard count >= 6, hasOnlyHexDigits else { return false }
    for index in 0..<count where !self[index].isDigit { return true }
    return false
  }

  private var hasOnlyHexDigits: Bool {
    for index in 0..<count where !self[index].isHexDigit { return false }
    return true
  }
}

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  var isHexDigit: Bool {
    isDigit || self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "f")
  }

  fileprivate var isLetterOrSpace: Bool {
    self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") || self == UInt8(ascii: " ")
  }

  /// Whether it belongs to a word: a letter, a digit, or part of a character beyond ASCII.
  var isWordByte: Bool {
    isDigit || self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") || self >= 0x80
  }

  /// Whether it may stand inside a word.
  fileprivate var joinsWords: Bool {
    switch self {
    case UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: ","), UInt8(ascii: "+"): true
    default: false
    }
  }
}
