internal import Bytes

/// PostgreSQL's own mark in a line of its log, whatever stands before it: a word in capitals, a colon and two blanks.
enum PostgresMark {
  /// A word that no other program has there. Clients repeat the others, such as `DETAIL`.
  case own
  /// A level of an error, which others write like that, too, and clients behind what failed (`failed: FATAL:  …`).
  case level

  private static let ownWords = [ByteSlice("LOG"), ByteSlice("STATEMENT")]
  private static let levels = [
    ByteSlice("ERROR"), ByteSlice("FATAL"), ByteSlice("PANIC"), ByteSlice("WARNING"),
  ]
  /// The bytes among which it is.
  private static let front = 300

  /// The first mark of a line; nil without one.
  init?(in line: ByteSlice) {
    let line = line[0..<min(line.count, Self.front)]
    var index = 0
    while let colon = line.firstIndex(of: UInt8(ascii: ":"), from: index) {
      index = colon + 1
      guard index + 1 < line.count, line[index] == UInt8(ascii: " "), line[index + 1] == UInt8(ascii: " ")
      else { continue }
      var start = colon
      while start > 0, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(line[start - 1]) { start -= 1 }
      let word = line[start..<colon]
      if Self.ownWords.contains(word) {
        self = .own
        return
      }
      if Self.levels.contains(word), Self.isPrefix(line[0..<start]) {
        self = .level
        return
      }
      if !word.isEmpty { return nil }
    }
    return nil
  }

  /// Whether a line is one that the server adds to its message, as clients repeat it in the message of an exception.
  static func isRepeated(_ line: ByteSlice) -> Bool {
    line.hasPrefix(ByteSlice("DETAIL:  ")) || line.hasPrefix(ByteSlice("HINT:  "))
      || line.hasPrefix(ByteSlice("CONTEXT:  "))
  }

  /// Whether a level stands behind something that is not a message: one ends with a word and a colon.
  private static func isPrefix(_ text: ByteSlice) -> Bool {
    let text = text.trimmedAtEnd
    guard text.count > 1, text[text.count - 1] == UInt8(ascii: ":") else { return !text.isBlank }
    return !text[text.count - 2].isLetter
  }
}
