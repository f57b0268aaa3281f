internal import Bytes

/// Exceptions as Monolog's lines have them, in JSON: `[object] (CLASS(code: CODE): MESSAGE at FILE:LINE)`, with
/// `[previous exception]` before the second and later ones.
enum PHPExceptionText {
  private static let mark = ByteSlice("[object] (")
  private static let previous = ByteSlice("[previous exception] ")

  /// False if there is none.
  static func read(_ text: ByteSlice, into texts: inout ErrorTexts) -> Bool {
    guard text.firstIndex(of: mark) != nil else { return false }
    texts.plain.removeAll()
    appendUnescaped(text, to: &texts.plain)
    let plain = texts.plain.slice
    var isFirst = true
    var rest = plain
    while let place = rest.firstIndex(of: mark) {
      // The thrown one is elsewhere.
      if isFirst, rest[0..<place].hasSuffix(previous) { texts.append(ErrorTexts.Error()) }
      isFirst = false
      rest = rest[(place + mark.count)..<rest.count]
      if let error = error(rest) { texts.append(error) }
    }
    return texts.errors.count > 0
  }

  private static func error(_ text: ByteSlice) -> ErrorTexts.Error? {
    let codeMark = ByteSlice("(code: ")
    guard let open = text.firstIndex(of: codeMark), open > 0, open <= 256 else { return nil }
    let first = open + codeMark.count
    guard let close = text.firstIndex(of: UInt8(ascii: ")"), from: first), close + 1 < text.count,
      text[close + 1] == UInt8(ascii: ":")
    else { return nil }
    var message = text[(close + 2)..<end(of: text, from: close + 2)]
    if let place = message.firstIndex(of: ByteSlice("\nStack trace:")) { message = message[0..<place] }
    return ErrorTexts.Error(
      type: text[0..<open], code: text[first..<close], message: withoutPlace(message).trimmed)
  }

  /// The end of the text before a stack trace, another exception or the end of the JSON text.
  private static func end(of text: ByteSlice, from start: Int) -> Int {
    var index = start
    while let close = text.firstIndex(of: UInt8(ascii: ")"), from: index) {
      let rest = text[(close + 1)..<text.count]
      if rest.isBlank || rest[0] == UInt8(ascii: "\"") || rest.trimmed.hasPrefix(ByteSlice("[stacktrace]"))
        || rest.trimmed.hasPrefix(previous)
      {
        return close
      }
      index = close + 1
    }
    return text.count
  }

  /// The message without ` at FILE:LINE`.
  private static func withoutPlace(_ message: ByteSlice) -> ByteSlice {
    guard let colon = message.lastIndex(of: UInt8(ascii: ":")),
      message[(colon + 1)..<message.count].wholeNumber != nil
    else { return message }
    let mark = ByteSlice(" at ")
    var place: Int?
    var from = 0
    while let next = message[from..<colon].firstIndex(of: mark) {
      place = from + next
      from += next + 1
    }
    return place.map { message[0..<$0] } ?? message
  }

  private static func appendUnescaped(_ text: ByteSlice, to plain: inout Buffer<UInt8>) {
    var index = 0
    while let escape = text.firstIndex(of: UInt8(ascii: "\\"), from: index) {
      plain.append(text[index..<escape])
      guard escape + 1 < text.count else { return }
      switch text[escape + 1] {
      case UInt8(ascii: "n"): plain.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain.append(text[escape + 1])
      // Rare in a message: as it stands.
      default: plain.append(text[escape..<(escape + 2)])
      }
      index = escape + 2
    }
    plain.append(text[index..<text.count])
  }
}
