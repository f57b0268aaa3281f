/// Examines the text around a syntax fault to find the underlying mistake.
struct YAMLSyntaxText {
  let file: SourceFile

  private var bytes: [UInt8] { file.bytes }

  /// The character at `offset`; an empty range at the end of the text or of a line.
  func character(at offset: Int) -> Range<Int> {
    guard offset < bytes.count else { return bytes.count..<bytes.count }
    if bytes[offset] == 0x0A || bytes[offset] == 0x0D { return offset..<offset }
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return offset..<end
  }

  /// The first no-break space among some bytes.
  func noBreakSpace(in range: Range<Int>) -> Range<Int>? {
    let last = min(range.upperBound, bytes.count) - 1
    let found = (range.lowerBound..<max(last, range.lowerBound)).first {
      bytes[$0] == 0xC2 && bytes[$0 + 1] == 0xA0
    }
    return found.map { $0..<($0 + 2) }
  }

  /// Whether no quote is open before `offset` in its line, and no comment begins there.
  func isOutsideQuotes(_ offset: Int) -> Bool {
    var quote: UInt8?
    for index in lineStart(offset)..<offset {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "#") {
        return false
      }
    }
    return quote == nil
  }

  func byte(at offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The end of the hexadecimal digits at `offset`; at most eight.
  func escapeEnd(_ offset: Int) -> Int {
    let digits = bytes[min(offset, bytes.count)...].prefix(8).prefix { byte in
      Character(Unicode.Scalar(byte)).isHexDigit
    }
    return offset + min(digits.count, byte(at: offset - 1) == UInt8(ascii: "u") ? 4 : 8)
  }

  func lineIndentation(_ offset: Int) -> Int {
    var start = lineStart(offset)
    while start < offset, bytes[start].isSpace { start += 1 }
    return start
  }

  func isAtEnd(_ offset: Int) -> Bool {
    bytes[min(offset, bytes.count)...].allSatisfy { $0.isSpace }
  }

  /// The place just after the last character before `offset` that is not white space.
  func end(before offset: Int) -> Range<Int> {
    let end = (bytes[..<min(offset, bytes.count)].lastIndex { !$0.isSpace } ?? -1) + 1
    return end..<end
  }

  func trimmedLineEnd(_ start: Int) -> Int {
    var end = file.lineEnd(after: start)
    var offset = start
    while offset + 1 < end {
      if bytes[offset].isSpace, bytes[offset + 1] == UInt8(ascii: "#") { end = offset }
      offset += 1
    }
    while end > start, bytes[end - 1].isSpace { end -= 1 }
    return end
  }

  func wordEnd(_ start: Int) -> Int {
    var end = start
    while end < bytes.count, !bytes[end].isSpace, bytes[end] != UInt8(ascii: ",") { end += 1 }
    return end
  }

  func followsQuote(_ offset: Int) -> Bool {
    var index = min(offset, bytes.count) - 1
    while index >= 0, bytes[index] == 0x20 || bytes[index] == 0x09 { index -= 1 }
    return index >= 0 && (bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'"))
  }

  /// Braces around one word that are last before `offset` on its line: `{error.type}` of `{error.type}
  /// failed`.
  func template(before offset: Int) -> Range<Int>? {
    var end = min(offset, bytes.count)
    while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    guard end > 0, bytes[end - 1] == UInt8(ascii: "}") else { return nil }
    var start = end - 2
    while start >= 0, bytes[start].isInKey || bytes[start] == 0x20 { start -= 1 }
    guard start >= 0, bytes[start] == UInt8(ascii: "{"),
      (start + 1..<end - 1).contains(where: { bytes[$0].isInKey })
    else { return nil }
    return start..<end
  }

  func hasKey(inLineBefore offset: Int) -> Bool {
    let start = lineStart(offset)
    return (start..<max(start, offset)).contains { index in
      bytes[index] == UInt8(ascii: ":") && index + 1 < bytes.count && bytes[index + 1].isSpace
    }
  }

  /// A `key:value` without a space on the last line with text before the line of `offset`.
  func keyWithoutSpace(inLineBefore offset: Int) -> Range<Int>? {
    guard let last = bytes[..<lineStart(offset)].lastIndex(where: { !$0.isSpace }) else { return nil }
    return keyWithoutSpace(inLineOf: last)
  }

  /// A `key:value` without a space, if the line of `offset` contains nothing else.
  func keyWithoutSpace(inLineOf offset: Int) -> Range<Int>? {
    var start = lineStart(offset)
    while start < bytes.count, bytes[start] == 0x20 || bytes[start] == UInt8(ascii: "-") { start += 1 }
    let end = trimmedLineEnd(start)
    var colon = start
    while colon < end, bytes[colon].isInKey { colon += 1 }
    guard colon > start, colon + 1 < end, bytes[colon] == UInt8(ascii: ":"), !bytes[colon + 1].isSpace,
      bytes[colon + 1] != UInt8(ascii: "/")
    else { return nil }
    return start..<end
  }

  func lineStart(_ offset: Int) -> Int {
    var start = min(offset, bytes.count)
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return start
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

  fileprivate var isInKey: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default:
      false
    }
  }
}
