internal import Bytes

/// PHP's uncaught exceptions, as its command line writes them: `PHP Fatal error:  Uncaught TYPE: message in FILE:LINE`,
/// `Stack trace:`, frames; with `Next TYPE: …` for each exception that was thrown because of the one before.
enum PHPTrace {
  private static let marks = [
    ByteSlice("PHP Fatal error:  Uncaught "), ByteSlice("Fatal error: Uncaught "),
  ]

  static func isBeginning(_ line: ByteSlice) -> Bool { marks.contains { line.hasPrefix($0) } }

  /// False if the text does not begin so.
  static func read(_ text: ByteSlice, into texts: inout ErrorTexts) -> Bool {
    guard let mark = marks.first(where: { text.hasPrefix($0) }) else { return false }
    let next = ByteSlice("\nNext ")
    var start = mark.count
    while true {
      let following = text.firstIndex(of: next, from: start)
      guard let error = error(text[start..<(following ?? text.count)]) else { break }
      texts.append(error)
      guard let following else { break }
      start = following + next.count
    }
    texts.reverse()
    return texts.errors.count > 0
  }

  private static func error(_ text: ByteSlice) -> ErrorTexts.Error? {
    let head = text[0..<(text.firstIndex(of: ByteSlice("\nStack trace:")) ?? text.count)]
    var end = 0
    while end < head.count, isPartOfType(head[end]) { end += 1 }
    guard end > 0 else { return nil }
    var error = ErrorTexts.Error(type: head[0..<end])
    guard head[end..<head.count].hasPrefix(ByteSlice(": ")) else { return error }
    let place = ByteSlice(" in ")
    var message = end + 2
    var last = head.count
    while let found = head.firstIndex(of: place, from: message) {
      last = found
      message = found + 1
    }
    error.message = head[(end + 2)..<max(last, end + 2)]
    return error
  }

  private static func isPartOfType(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "\\") || byte >= 0x80
  }
}
