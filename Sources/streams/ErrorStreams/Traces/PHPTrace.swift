internal import Bytes

/// PHP's exceptions as text: `TYPE: message in FILE:LINE`, then frames; after `Next `, the exception that the one before
/// it caused. So the last one was thrown (php-src, Zend/zend_exceptions.c, `ZEND_METHOD(Exception, __toString)`).
enum PHPTrace {
  private static let heading = ByteSlice("Stack trace:")
  private static let frames = ByteSlice("\nStack trace:\n#")
  private static let next = ByteSlice("\nNext ")
  private static let uncaught = ByteSlice("Uncaught ")

  /// The line of an exception with a namespace and its place. Other names are told by their endings.
  static func isBeginning(_ line: ByteSlice) -> Bool {
    let line = line.trimmedAtEnd
    var end = line.count
    while end > 0, line[end - 1].isDigit { end -= 1 }
    return end < line.count && line[0..<end].hasSuffix(ByteSlice(".php:"))
      && error(line)?.type.firstIndex(of: UInt8(ascii: "\\")) != nil
  }

  /// The first of several exceptions, as far as the record's first line has it; empty if the lines after it have no
  /// other.
  static func first(in line: ByteSlice, before more: ByteSlice) -> ByteSlice {
    guard more.hasPrefix(heading), more.firstIndex(of: next) != nil,
      let place = line.firstIndex(of: uncaught)
    else { return ByteSlice("") }
    return line[place..<line.count]
  }

  /// False if the text is none.
  static func read(_ text: ByteSlice, into texts: inout ErrorTexts) -> Bool {
    guard var end = text.firstIndex(of: frames) ?? (text.hasPrefix(uncaught) ? text.firstLine.count : nil)
    else { return false }
    let heading = text[0..<end]
    // `PHP Fatal error:  ` may precede it.
    guard
      let root = error(heading)
        ?? heading.firstIndex(of: uncaught).flatMap({ error(heading[$0..<heading.count]) })
    else { return false }
    texts.append(root)
    while let place = text.firstIndex(of: next, from: end) {
      let start = place + next.count
      end = text.firstIndex(of: frames, from: start) ?? text.count
      guard let error = error(text[start..<end]) else { continue }
      // The thrown one comes last.
      if texts.errors.count == ErrorTexts.most { texts.removeFirst() }
      texts.append(error)
    }
    texts.reverse()
    return true
  }

  private static func error(_ text: ByteSlice) -> ErrorTexts.Error? {
    let text = text.hasPrefix(uncaught) ? text[uncaught.count..<text.count] : text
    var end = 0
    while end < text.count, isPartOfName(text[end]) { end += 1 }
    guard end > 0, end <= 256, !text[0].isDigit else { return nil }
    let rest = text[end..<text.count]
    if rest.hasPrefix(ByteSlice(": ")) {
      return ErrorTexts.Error(type: text[0..<end], message: rest[2..<rest.count].trimmed)
    }
    // An exception without a message.
    return rest.hasPrefix(ByteSlice(" in ")) ? ErrorTexts.Error(type: text[0..<end]) : nil
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "\\") || byte >= 0x80
  }
}
