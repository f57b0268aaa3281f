internal import Bytes

/// An error as Swift prints a case of an enum: `HTTPClientError.deadlineExceeded`, `Swift.DecodingError.keyNotFound(…)`
/// or, with a description of its own, `DecodingError.dataCorrupted: Data was corrupted.`
enum SwiftErrorText {
  /// Nil unless the whole text has this form.
  static func error(_ text: ByteSlice) -> ErrorTexts.Error? {
    // The starts of the last two names.
    var (type, name, index) = (0, 0, 0)
    while index < text.count, text[index] == UInt8(ascii: ".") || isPartOfName(text[index]) {
      if text[index] == UInt8(ascii: ".") {
        guard index > name, !text[name].isDigit else { return nil }
        (type, name) = (name, index + 1)
      }
      index += 1
    }
    guard name > 0, index > name, index <= 256, isCapital(text[type]), isSmall(text[name]) else { return nil }
    let error = ErrorTexts.Error(type: text[0..<(name - 1)], caseName: text[name..<index], message: text)
    let rest = text[index..<text.count]
    let isDescribed = rest.hasPrefix(ByteSlice(": ")) && error.type.hasSuffix(ByteSlice("Error"))
    return rest.isEmpty || isDescribed || isPayload(rest) ? error : nil
  }

  /// The error behind the last label of a log's message: `load failed: HTTPClientError.deadlineExceeded`.
  static func lastError(of text: ByteSlice) -> ErrorTexts.Error? {
    let mark = ByteSlice(": ")
    var from = 0
    var labels = 0
    while labels < 4, let place = text.firstIndex(of: mark, from: from) {
      from = place + mark.count
      labels += 1
      guard let error = error(text[from..<text.count]), isErrorName(error.type) else { continue }
      return error
    }
    return nil
  }

  /// Whether a part of the type's name ends in Error.
  private static func isErrorName(_ type: ByteSlice) -> Bool {
    type.hasSuffix(ByteSlice("Error")) || type.firstIndex(of: ByteSlice("Error.")) != nil
  }

  /// Parentheses around all of the text; those in its quotes do not count.
  static func isPayload(_ text: ByteSlice) -> Bool {
    guard text[0] == UInt8(ascii: "(") else { return false }
    var nesting = Nesting()
    for index in 0..<text.count {
      nesting.pass(text[index])
      if nesting.isClosed { return index == text.count - 1 }
    }
    return false
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func isCapital(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
  }

  private static func isSmall(_ byte: UInt8) -> Bool { byte.isLetter && !isCapital(byte) }
}
