internal import Bytes

/// The signs by which a line behind a trace is one of a log, and not of the message that the trace ends with: a time of
/// day or a level near its beginning, a request, a unit of systemd or a tagged process that says something, or a whole JSON
/// object.
enum LogLineSigns {
  /// The bytes of a line among which a time or a level counts.
  private static let front = 120

  static func areIn(_ line: ByteSlice) -> Bool {
    let line = line.trimmedAtEnd
    guard !line.isEmpty else { return false }
    // libpq repeats the server's level in the middle of its own text.
    if line.hasPrefix(ByteSlice("connection to server ")) { return false }
    if line.hasPrefix(ByteSlice("{\"")), line[line.count - 1] == UInt8(ascii: "}") { return true }
    let start = line[0..<min(line.count, front)]
    return hasTime(start) || hasLevel(start) || LineTag.isAt(beginningOf: line) || hasUnit(start)
      || line.contains(" HTTP/1.")
      || line.contains(" HTTP/2")
  }

  /// Whether a log's line has a level of an error in capitals near its beginning.
  static func isFailure(_ line: ByteSlice) -> Bool {
    let start = line[0..<min(line.count, front)]
    return [ByteSlice("ERROR"), ByteSlice("SEVERE"), ByteSlice("CRITICAL"), ByteSlice("FATAL")].contains {
      start.firstIndex(of: $0) != nil
    }
  }

  /// `22:57:54`, `1:11:31 PM`
  private static func hasTime(_ text: ByteSlice) -> Bool {
    var index = 1
    while index + 5 < text.count {
      guard let colon = text.firstIndex(of: UInt8(ascii: ":"), from: index) else { return false }
      if colon + 5 < text.count, text[colon + 3] == UInt8(ascii: ":"),
        [-1, 1, 2, 4, 5].allSatisfy({ text[colon + $0].isDigit }),
        colon + 6 == text.count || !text[colon + 6].isDigit
      {
        return true
      }
      index = colon + 1
    }
    return false
  }

  /// `shop.service: ` at the beginning, as systemd writes about a unit.
  private static func hasUnit(_ text: ByteSlice) -> Bool {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":"), from: 0), colon + 1 < text.count,
      text[colon + 1] == UInt8(ascii: " ")
    else { return false }
    let name = text[0..<colon]
    return !name.contains(" ")
      && (name.hasSuffix(ByteSlice(".service")) || name.hasSuffix(ByteSlice(".scope")))
  }

  /// A level in capitals that is a word by itself, or the name of a member that holds one.
  private static func hasLevel(_ text: ByteSlice) -> Bool {
    if text.contains("level=") || text.contains("severity=") { return true }
    var index = 0
    while index < text.count {
      guard text[index].isLetter || text[index] == UInt8(ascii: "_") else {
        index += 1
        continue
      }
      var end = index + 1
      while end < text.count, text[end].isLetter || text[end].isDigit || text[end] == UInt8(ascii: "_") {
        end += 1
      }
      if isLevel(text[index..<end]) { return true }
      index = end
    }
    return false
  }

  private static func isLevel(_ word: ByteSlice) -> Bool {
    guard word.count >= 4, word.count <= 9 else { return false }
    switch word[0] {
    case UInt8(ascii: "A"): return word == "ALERT"
    case UInt8(ascii: "C"): return word == "CRITICAL"
    case UInt8(ascii: "D"): return word == "DEBUG"
    case UInt8(ascii: "E"): return word == "ERROR" || word == "EMERG"
    case UInt8(ascii: "F"): return word == "FATAL"
    case UInt8(ascii: "I"): return word == "INFO"
    case UInt8(ascii: "N"): return word == "NOTICE"
    case UInt8(ascii: "S"): return word == "SEVERE"
    case UInt8(ascii: "T"): return word == "TRACE"
    case UInt8(ascii: "W"): return word == "WARN" || word == "WARNING"
    default: return false
    }
  }
}
