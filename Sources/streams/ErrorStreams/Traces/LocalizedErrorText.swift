internal import Bytes

/// The parentheses at the end of what `localizedDescription` says of an error that has no text of its own:
/// “The operation couldn’t be completed. (NSURLErrorDomain error -1009.)”
///
/// The words of the languages are those that public bug reports and tests of apps show: English, German, French, Spanish,
/// Portuguese, Dutch, Russian, Japanese, Chinese (simplified) and Korean. French, Spanish and Russian have a second order.
enum LocalizedErrorText {
  private static let wordsBehind: [StaticString] = [
    " error ", "-Fehler ", " erreur ", " erro ", " fout ", ", ошибка ", " 오류 ", " エラー ", "エラー", "错误",
  ]
  private static let wordsBefore: [StaticString] = ["Error de ", "Error ", "erreur ", "ошибка "]
  private static let opening: StaticString = "（"
  private static let closing: StaticString = "）"
  private static let mostBytes = 400

  /// Nil if the text has no such parentheses.
  static func error(_ text: ByteSlice) -> ErrorTexts.Error? {
    var from = 0
    while let open = text.firstIndex(of: UInt8(ascii: "("), from: from) {
      let inner = text[(open + 1)..<min(open + mostBytes, text.count)]
      // The innermost parentheses count.
      if let close = inner.firstIndex(of: UInt8(ascii: ")")),
        inner[0..<close].firstIndex(of: UInt8(ascii: "(")) == nil,
        let error = error(inner[0..<close], behind: text[0..<open])
      {
        return error
      }
      if let end = endOfDetails(inner), let error = error(inner[0..<end], behind: text[0..<open]) {
        return error
      }
      from = open + 1
    }
    from = 0
    while let open = wideOpening(text, from: from) {
      let start = open + ByteSlice(opening).count
      let inner = text[start..<min(start + mostBytes, text.count)]
      if let close = inner.firstIndex(of: ByteSlice(closing)),
        let error = error(inner[0..<close], behind: text[0..<open])
      {
        return error
      }
      from = start
    }
    return nil
  }

  /// The parenthesis that closes a text with details, which may have others inside; nil without any.
  private static func endOfDetails(_ inner: ByteSlice) -> Int? {
    guard let details = inner.firstIndex(of: ByteSlice(" - ")),
      let nested = inner.firstIndex(of: UInt8(ascii: "(")), details < nested
    else { return nil }
    var depth = 0
    for index in 0..<inner.count {
      switch inner[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if depth == 0 { return index }
        depth -= 1
      default: break
      }
    }
    return nil
  }

  private static func wideOpening(_ text: ByteSlice, from: Int) -> Int? {
    // Most texts have none of its bytes.
    guard let byte = text.firstIndex(of: 0xEF, from: from) else { return nil }
    return text.firstIndex(of: ByteSlice(opening), from: byte)
  }

  private static func error(_ inner: ByteSlice, behind sentence: ByteSlice) -> ErrorTexts.Error? {
    for word in wordsBehind {
      guard let place = inner.firstIndex(of: ByteSlice(word)) else { continue }
      return error(
        domain: inner[0..<place], rest: inner[(place + ByteSlice(word).count)..<inner.count], behind: sentence
      )
    }
    for word in wordsBefore where inner.hasPrefix(ByteSlice(word)) {
      let named = inner[ByteSlice(word).count..<inner.count]
      guard let space = named.firstIndex(of: UInt8(ascii: " ")) else { return nil }
      return error(domain: named[0..<space], rest: named[(space + 1)..<named.count], behind: sentence)
    }
    return nil
  }

  private static func error(domain: ByteSlice, rest: ByteSlice, behind sentence: ByteSlice) -> ErrorTexts
    .Error?
  {
    let end = AppleErrorText.integerEnd(rest, from: 0)
    let isSentence = sentence.trimmed.hasSuffix(ByteSlice(".")) || sentence.trimmed.hasSuffix(ByteSlice("。"))
    guard isDomain(domain), isSentence || isPlain(domain), rest[0..<end].wholeNumber != nil else {
      return nil
    }
    let tail = rest[end..<rest.count]
    let details = ByteSlice(" - ")
    guard tail.isEmpty || tail == "." || tail == "。" || tail.hasPrefix(details) else { return nil }
    var error = ErrorTexts.Error(domain: fullName(of: domain), code: rest[0..<end])
    if tail.hasPrefix(details) {
      let message = tail[details.count..<tail.count]
      error.message = message.hasSuffix(ByteSlice(".")) ? message[0..<(message.count - 1)] : message
    }
    return error
  }

  private static func isDomain(_ text: ByteSlice) -> Bool {
    guard text.count > 1, text.count <= 256, text[0].isLetter || text[0] == UInt8(ascii: "_") else {
      return false
    }
    for index in 1..<text.count {
      let byte = text[index]
      guard
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
          || byte == UInt8(ascii: "-")
      else { return false }
    }
    return true
  }

  /// Whether a name alone tells that it is a domain.
  private static func isPlain(_ domain: ByteSlice) -> Bool {
    domain.hasSuffix(ByteSlice("Domain")) || domain.hasSuffix(ByteSlice("Error")) || domain == "OSStatus"
  }

  /// Foundation shortens two names.
  private static func fullName(of domain: ByteSlice) -> ByteSlice {
    if domain == "Cocoa" { return ByteSlice("NSCocoaErrorDomain") }
    return domain == "OSStatus" ? ByteSlice("NSOSStatusErrorDomain") : domain
  }
}
