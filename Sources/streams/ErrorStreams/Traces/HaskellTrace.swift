internal import Bytes

/// The last words of a program of Haskell: `PROGRAM: message`, perhaps with more lines, then `CallStack (from HasCallStack):`; since
/// GHC 9.10 `PROGRAM: Uncaught exception TYPE:`, the message between empty lines, and `HasCallStack backtrace:`.
enum HaskellTrace {
  private static let stack = ByteSlice("CallStack (from HasCallStack):")
  private static let backtrace = ByteSlice("HasCallStack backtrace:")
  private static let uncaught = ByteSlice("Uncaught exception ")
  /// The further lines of a message that has no sign of its own.
  private static let mostLines = 4

  enum Answer {
    case yes
    case no
    /// The text ends before it is known.
    case open
  }

  /// Whether a line is the first one of a failure, which only a line behind it tells.
  static func isHeading(_ line: ByteSlice, before rest: ByteSlice) -> Answer {
    guard startOfMessage(line) != nil else { return .no }
    var start = 0
    for _ in 0...mostLines {
      guard start < rest.count else { return .open }
      let end = rest.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? rest.count
      let next = rest[start..<end]
      if next.hasPrefix(stack) { return .yes }
      guard !next.isBlank, next[0] > 0x20, startOfMessage(next) == nil, !LogLineSigns.areIn(next) else {
        return .no
      }
      start = end + 1
    }
    return .no
  }

  static func isUncaught(_ line: ByteSlice) -> Bool {
    guard line.trimmedAtEnd.hasSuffix(ByteSlice(":")), let start = startOfMessage(line) else { return false }
    return line[start..<line.count].hasPrefix(uncaught)
  }

  /// A line before the calls.
  static func isStack(_ line: ByteSlice) -> Bool { line.hasPrefix(stack) || line.hasPrefix(backtrace) }

  static func isBeginning(_ record: ByteSlice) -> Bool {
    let end = record.firstIndex(of: UInt8(ascii: "\n")) ?? record.count
    let line = record[0..<end]
    return isUncaught(line)
      || isHeading(line, before: record[min(end + 1, record.count)..<record.count]) == .yes
  }

  /// The program that wrote the record; empty if it is none.
  static func program(_ record: ByteSlice) -> ByteSlice {
    guard let start = startOfMessage(record), isBeginning(record) else { return ByteSlice("") }
    return record[0..<(start - 2)]
  }

  /// Nil if the text is none.
  static func error(_ text: ByteSlice) -> ErrorTexts.Error? {
    guard let start = startOfMessage(text), isBeginning(text) else { return nil }
    var error = ErrorTexts.Error()
    var message = text[start..<text.count]
    if message.hasPrefix(uncaught) {
      let heading = message.firstLine
      message = message[heading.count..<message.count]
      // The package before the type.
      let name = heading[uncaught.count..<(heading.count - 1)]
      let colon = name.lastIndex(of: UInt8(ascii: ":")) ?? -1
      error.type = name[(colon + 1)..<name.count]
    }
    for mark in [stack, backtrace] {
      if let end = message.firstIndex(of: mark) { message = message[0..<end] }
    }
    error.message = message.trimmed
    return error
  }

  /// The place behind the program's name and a colon.
  private static func startOfMessage(_ line: ByteSlice) -> Int? {
    var index = 0
    while index < line.count, index < 120, isPartOfName(line[index]) { index += 1 }
    guard index > 0, index + 2 < line.count, line[index] == UInt8(ascii: ":"),
      line[index + 1] == UInt8(ascii: " ")
    else { return nil }
    return index + 2
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
    default: byte.isLetter || byte.isDigit
    }
  }
}
