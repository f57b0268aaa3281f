internal import Bytes

/// The exception of OCaml's `Fatal error: exception Failure("no answer")`.
enum OCamlError {
  /// Reads the text behind `Fatal error: `; nil if it is another program's.
  static func read(_ message: ByteSlice) -> ErrorTexts.Error? {
    let mark = ByteSlice("exception ")
    guard message.hasPrefix(mark) else { return nil }
    let text = message[mark.count..<message.count].trimmed
    guard let open = text.firstIndex(of: UInt8(ascii: "(")), text.hasSuffix(ByteSlice(")")) else {
      return ErrorLine.error(text)
    }
    var payload = text[(open + 1)..<(text.count - 1)]
    let quote = UInt8(ascii: "\"")
    if payload.count > 1, payload[0] == quote, payload.firstIndex(of: quote, from: 1) == payload.count - 1 {
      payload = payload[1..<(payload.count - 1)]
    }
    return ErrorTexts.Error(type: text[0..<open], message: payload)
  }
}

/// Go's panics, of which a later one is thrown while an earlier one is handled:
/// `panic: first [recovered]`, then, indented, `panic: second`.
enum GoPanics {
  /// Appends the last panic, then those before it as its causes.
  static func read(
    _ text: ByteSlice, _ type: ByteSlice, _ message: ByteSlice, into texts: inout ErrorTexts
  ) {
    texts.append(ErrorTexts.Error(type: type, message: withoutRemark(message)))
    guard type == "panic" else { return }
    var lines = text.lines
    _ = lines.next()
    while let line = lines.next(), line.hasPrefix(ByteSlice("\tpanic: ")) {
      let next = withoutRemark(line[8..<line.count].trimmed)
      // One that is thrown again is the same.
      if next != texts.errors[texts.errors.count - 1].message {
        texts.append(ErrorTexts.Error(type: type, message: next))
      }
    }
    texts.reverse()
  }

  private static func withoutRemark(_ message: ByteSlice) -> ByteSlice {
    guard message.hasSuffix(ByteSlice("]")), let place = message.firstIndex(of: ByteSlice(" [recovered"))
    else { return message }
    return message[0..<place]
  }
}
