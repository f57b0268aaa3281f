internal import Bytes

/// Rails writes `CLASS (MESSAGE):`, then frames, each line after the request's tags: `[8f5] CLASS (MESSAGE):`.
enum RailsErrorText {
  /// False if no line is one.
  static func read(_ text: ByteSlice, into texts: inout ErrorTexts) -> Bool {
    for line in text.lines {
      guard let error = error(line) else { continue }
      texts.append(error)
      return true
    }
    return false
  }

  static func error(_ line: ByteSlice) -> ErrorTexts.Error? {
    let line = line.trimmed
    guard line.hasSuffix(ByteSlice("):")) else { return nil }
    let text = withoutTags(line)
    var end = 0
    while end < text.count,
      text[end].isLetter || text[end].isDigit || text[end] == UInt8(ascii: "_")
        || text[end] == UInt8(ascii: ":")
    {
      end += 1
    }
    guard end > 0, end <= 256, text[0] >= UInt8(ascii: "A"), text[0] <= UInt8(ascii: "Z"),
      text[end..<text.count].hasPrefix(ByteSlice(" ("))
    else { return nil }
    return ErrorTexts.Error(type: text[0..<end], message: text[(end + 2)..<(text.count - 2)].trimmed)
  }

  /// Tags and white space alone.
  static func isEmpty(_ line: ByteSlice) -> Bool {
    guard !line.isEmpty, line[0] == UInt8(ascii: "["), line[line.count - 1] <= 0x20 else { return false }
    return withoutTags(line).isBlank
  }

  private static func withoutTags(_ line: ByteSlice) -> ByteSlice {
    var index = 0
    while index < line.count, line[index] == UInt8(ascii: "["),
      let close = line.firstIndex(of: UInt8(ascii: "]"), from: index), close + 1 < line.count,
      line[close + 1] == UInt8(ascii: " ")
    {
      index = close + 2
    }
    return line[index..<line.count]
  }
}
