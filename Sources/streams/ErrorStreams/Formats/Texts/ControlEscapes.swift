internal import Bytes

/// Control characters as rsyslog writes them into a line: `#` and three octal digits.
///
/// A program may write the same (`order #012 failed`), so a line feed is one only where a line can end and another can begin;
/// one of them shows what the others are.
enum ControlEscapes {
  /// False and nothing if the text has no escapes.
  static func appendDecoded(_ text: ByteSlice, to output: inout Buffer<UInt8>) -> Bool {
    guard text.contains("#0"), let first = firstEscape(text) else { return false }
    let hasLines = hasLineFeed(text, from: first)
    // A JSON object over several lines stays one text.
    let opens = text[0..<first].trimmedAtEnd.hasSuffix(ByteSlice("{"))
    var index = 0
    while let mark = text.firstIndex(of: hash, from: index) {
      output.append(text[index..<mark])
      index = mark + length
      switch code(text, at: mark) {
      case .lineFeed where hasLines: output.append(UInt8(ascii: opens ? " " : "\n"))
      case .tab where hasLines: output.append(UInt8(ascii: "\t"))
      case .carriageReturn where hasLines: break
      case .color: output.append(TerminalCodes.escape)
      case .lineFeed, .tab, .carriageReturn, nil:
        output.append(hash)
        index = mark + 1
      }
    }
    output.append(text[min(index, text.count)..<text.count])
    return true
  }

  private enum Code {
    case tab
    case lineFeed
    case carriageReturn
    case color
  }

  private static let hash = UInt8(ascii: "#")
  private static let length = 4

  private static func code(_ text: ByteSlice, at mark: Int) -> Code? {
    guard mark + length <= text.count else { return nil }
    let rest = text[mark..<text.count]
    if rest.hasPrefix(ByteSlice("#012")) { return .lineFeed }
    if rest.hasPrefix(ByteSlice("#011")) { return .tab }
    if rest.hasPrefix(ByteSlice("#015")) { return .carriageReturn }
    return rest.hasPrefix(ByteSlice("#033[")) ? .color : nil
  }

  /// The first color or line feed.
  private static func firstEscape(_ text: ByteSlice) -> Int? {
    var index = 0
    while let mark = text.firstIndex(of: hash, from: index) {
      if code(text, at: mark) == .color || isLineFeed(text, at: mark) { return mark }
      index = mark + 1
    }
    return nil
  }

  private static func hasLineFeed(_ text: ByteSlice, from start: Int) -> Bool {
    var index = start
    while let mark = text.firstIndex(of: hash, from: index) {
      if isLineFeed(text, at: mark) { return true }
      index = mark + 1
    }
    return false
  }

  /// Whether the text around a line feed's escape is the end of a line and the beginning of the next.
  private static func isLineFeed(_ text: ByteSlice, at mark: Int) -> Bool {
    guard code(text, at: mark) == .lineFeed, mark + length < text.count else { return false }
    let next = text[(mark + length)..<text.count]
    if code(next, at: 0) != nil || next.hasPrefix(ByteSlice("  ")) { return true }
    guard mark > 0, text[mark - 1] > 0x20 else { return false }
    if text[mark - 1] == UInt8(ascii: "{") { return true }
    return next[0].isLetter || next[0] >= 0x80 || "\"'[{}(<-=*~_".utf8.contains(next[0])
  }
}
