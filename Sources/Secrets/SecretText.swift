/// Hides secrets in running text: in URLs (`https://user:pass@host`, `?token=…`), assignments (`password=…`,
/// `"api_key": "…"`), headers (`Authorization: …`) and after `Bearer`.
package struct SecretText {
  /// The text that replaces a secret.
  package static let mark = "[redacted]"

  private let words: SecretWords
  private let input: [UInt8]
  private var output: [UInt8] = []
  /// The index up to which `input` is copied to `output`.
  private var next = 0

  package static func hiding(_ words: SecretWords, in text: String) -> String {
    var scan = SecretText(words: words, input: Array(text.utf8))
    return scan.run() ? String(decoding: scan.output, as: UTF8.self) : text
  }

  private init(words: SecretWords, input: [UInt8]) {
    self.words = words
    self.input = input
  }

  private mutating func run() -> Bool {
    var index = 0
    while index < input.count {
      switch input[index] {
      case UInt8(ascii: ":") where input[index...].starts(with: "://".utf8):
        index = hideUserInfo(from: index + 3)
      case UInt8(ascii: "="), UInt8(ascii: ":"):
        index = hideValue(after: index)
      case UInt8(ascii: " ") where word(before: index).lowercased() == "bearer":
        index = hideBearer(from: index + 1)
      default:
        index += 1
      }
    }
    guard next > 0 else { return false }
    output.append(contentsOf: input[next...])
    return true
  }

  private mutating func hide(_ range: Range<Int>) -> Int {
    guard !range.isEmpty else { return range.upperBound }
    output.append(contentsOf: input[next..<range.lowerBound])
    output.append(contentsOf: Self.mark.utf8)
    next = range.upperBound
    return next
  }

  /// `user:pass@` at the start of an authority.
  private mutating func hideUserInfo(from start: Int) -> Int {
    let end = input[start...].firstIndex { isSpace($0) || "/?#\"'<>".utf8.contains($0) } ?? input.count
    guard let at = input[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return start }
    return hide(start..<at)
  }

  /// The value after `key=`, `key:` or `"key":`, where the key names a secret.
  private mutating func hideValue(after separator: Int) -> Int {
    let isAssignment = input[separator] == UInt8(ascii: "=")
    var keyEnd = separator
    let isQuoted = keyEnd > 0 && isQuote(input[keyEnd - 1])
    if isQuoted { keyEnd -= 1 }
    let key = word(before: keyEnd)
    guard keyEnd > next || next == 0, !key.isEmpty, words.match(key) else { return separator + 1 }
    var start = separator + 1
    while start < input.count, input[start] == UInt8(ascii: " "), !isAssignment { start += 1 }
    guard start < input.count, !input[start...].starts(with: Self.mark.utf8) else { return start }
    let isHeader = Self.headers.match(key)
    // Prose has "session: …" too; `Session(token: …)` and `token: "…"` are printed values.
    let isPrinted = isQuote(input[start]) || isListed(keyEnd - key.utf8.count)
    guard isAssignment || isQuoted || isPrinted || isHeader || Self.neverProse.match(key) else {
      return start
    }

    if isQuote(input[start]) {
      let quote = input[start]
      let end = input[(start + 1)...].firstIndex(of: quote) ?? input.count
      return hide((start + 1)..<end)
    }
    let end = input[start...].firstIndex { byte in
      if isHeader && !isAssignment { return byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
      return isSpace(byte) || "&;,\"')]}>".utf8.contains(byte)
    }
    return hide(start..<(end ?? input.count))
  }

  private func isListed(_ start: Int) -> Bool {
    guard start > 0 else { return false }
    if "([{,".utf8.contains(input[start - 1]) { return true }
    return start > 1 && input[start - 1] == UInt8(ascii: " ") && input[start - 2] == UInt8(ascii: ",")
  }

  /// The token after `Bearer `, which has a digit, unlike the word in "bearer authentication".
  private mutating func hideBearer(from start: Int) -> Int {
    let end = input[start...].firstIndex { isSpace($0) || "\"',;)".utf8.contains($0) } ?? input.count
    let hasDigit = input[start..<end].contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return hasDigit ? hide(start..<end) : start
  }

  /// The name that ends before `end`; at most 64 bytes.
  private func word(before end: Int) -> String {
    var start = end
    while start > 0, end - start < 64, isNameByte(input[start - 1]) { start -= 1 }
    return String(decoding: input[start..<end], as: UTF8.self)
  }

  private static let headers = SecretWords(["authorization", "cookie"])
  private static let neverProse = SecretWords([
    "password", "passwd", "pwd", "passphrase", "secret", "api_key", "apikey", "access_key", "private_key",
  ])
}

private func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

private func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

private func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
  default: false
  }
}
