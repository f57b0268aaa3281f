/// Hides secrets in running text: in URLs (`https://user:pass@host`, `?token=…`), assignments (`password=…`,
/// `"api_key": "…"`, also in escaped JSON), options (`--password …`), elements (`<password>…`), headers
/// (`Authorization: …`), after `Bearer`, `curl -u user:password`, and those of a known shape (``SecretShapes``).
package struct SecretText {
  /// The text that replaces a secret.
  package static let mark = "[redacted]"

  private let words: SecretWords
  private let input: [UInt8]
  private let shapes: SecretShapes
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
    shapes = SecretShapes(input)
  }

  private mutating func run() -> Bool {
    var index = 0
    while index < input.count {
      switch input[index] {
      case UInt8(ascii: ":") where input[index...].starts(with: "://".utf8):
        index = hideUserInfo(from: index + 3)
      case UInt8(ascii: "="), UInt8(ascii: ":"):
        index = hideValue(after: index)
      case UInt8(ascii: " "):
        index = hideArgument(after: index)
      case UInt8(ascii: ">"):
        index = hideElement(after: index)
      default:
        let isStart = index == 0 || !isNameByte(input[index - 1])
        index = (isStart ? shapes.end(at: index) : nil).map { hide(index..<$0) } ?? index + 1
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
    var start = separator + 1
    if isAssignment, start < input.count {
      // A comparison is not an assignment.
      if input[start] == UInt8(ascii: "=") { return start + 1 }
      if input[start] == UInt8(ascii: ">") { start += 1 }
    }
    let isArrow = start > separator + 1
    while isAssignment, keyEnd > 0, input[keyEnd - 1] == UInt8(ascii: " ") { keyEnd -= 1 }
    let isSpaced = keyEnd < separator
    let isQuoted = keyEnd > 0 && isQuote(input[keyEnd - 1])
    if isQuoted { keyEnd -= 1 }
    if isQuoted, keyEnd > 0, input[keyEnd - 1] == UInt8(ascii: "\\") { keyEnd -= 1 }
    let key = word(before: keyEnd)
    guard keyEnd > next || next == 0, !key.isEmpty,
      words.match(key) || isAssignment && isAssigned(key, keyEnd)
    else {
      return separator + 1
    }
    // Prose has "the session = …" too.
    if isSpaced, !isArrow, !isQuoted, !Self.neverProse.match(key) { return separator + 1 }
    while start < input.count, input[start] == UInt8(ascii: " "), !isAssignment || isSpaced || isArrow {
      start += 1
    }
    guard start < input.count, !input[start...].starts(with: Self.mark.utf8), !isObject(start) else {
      return start
    }
    // The shell's working folder, as sudo logs it.
    if key == "PWD", input[start] == UInt8(ascii: "/") { return start }
    if input[start] == UInt8(ascii: "\\"), start + 1 < input.count, isQuote(input[start + 1]) {
      let end = input[(start + 2)...].firstIndex(of: UInt8(ascii: "\\")) ?? input.count
      return hide((start + 2)..<end)
    }
    let isHeader = Self.headers.match(key)
    let isOwnHeader = key.lowercased().hasPrefix("x-")
    // Prose has "session: …" too; `Session(token: …)` and `token: "…"` are printed values.
    let isPrinted = isQuote(input[start]) || isListed(keyEnd - key.utf8.count)
    guard isAssignment || isQuoted || isPrinted || isHeader || isOwnHeader || Self.neverProse.match(key)
    else {
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
    let value = start..<(end ?? input.count)
    return isNothing(value) || isShort(key) && !isMixed(value) ? value.upperBound : hide(value)
  }

  /// Whether an object of a program begins here, named by its class and its number: `Token{a64f992 …`.
  private func isObject(_ start: Int) -> Bool {
    let brace = input[start...].firstIndex { !isNameByte($0) } ?? input.count
    guard brace > start, brace < input.count, input[brace] == UInt8(ascii: "{") else { return false }
    let end = input[(brace + 1)...].firstIndex { !isHexDigit($0) } ?? input.count
    return (5...16).contains(end - brace - 1) && end < input.count && " }".utf8.contains(input[end])
  }

  /// Whether a value says that there is none.
  private func isNothing(_ value: Range<Int>) -> Bool {
    if input[value].allSatisfy({ $0 == UInt8(ascii: "*") }) { return true }
    guard value.count <= 9 else { return false }
    return ["null", "nil", "none", "undefined", "true", "false", "(null", "<null"].contains(
      String(decoding: input[value], as: UTF8.self).lowercased())
  }

  private func isShort(_ key: String) -> Bool { ["pass", "auth"].contains(key.lowercased()) }

  /// Whether a value has letters and digits, unlike the count in `pass=3` and the word in `auth=basic`.
  private func isMixed(_ value: Range<Int>) -> Bool {
    input[value].contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      && input[value].contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
  }

  /// Short names that are secrets where something is assigned to them.
  private func isAssigned(_ key: String, _ end: Int) -> Bool {
    let key = key.lowercased()
    let start = end - key.utf8.count
    switch key {
    case "accountkey", "otp", "pin", "pass", "auth", "ssn", "pgpassword": return true
    case "sig": return start > 0 && "?&".utf8.contains(input[start - 1])
    default: return false
    }
  }

  private func isListed(_ start: Int) -> Bool {
    guard start > 0 else { return false }
    if "([{,".utf8.contains(input[start - 1]) { return true }
    return start > 1 && input[start - 1] == UInt8(ascii: " ") && input[start - 2] == UInt8(ascii: ",")
  }

  /// The token after `Bearer `, or the value after `--password `.
  private mutating func hideArgument(after space: Int) -> Int {
    let start = space + 1
    var from = space
    while from > 0, isNameByte(input[from - 1]) { from -= 1 }
    let isDashed = space - from > 1 && input[from] == UInt8(ascii: "-")
    guard isDashed || input[from..<space].elementsEqual("bearer".utf8, by: { $0 | 0x20 == $1 }) else {
      return start
    }
    let word = word(before: space)
    if ["-u", "--user", "--proxy-user"].contains(word) { return hideUser(from: start) }
    let isOption = word.hasPrefix("--") && words.match(word)
    guard isOption || !isDashed else { return start }
    let end = input[start...].firstIndex { isSpace($0) || "\"',;)".utf8.contains($0) } ?? input.count
    if isOption { return end > start && input[start] == UInt8(ascii: "-") ? start : hide(start..<end) }
    // It has a digit, is long, or has a capital inside, unlike the word in "Bearer Authentication".
    let isToken = input[start..<end].enumerated().contains { index, byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || index > 0 && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
    return isToken || end - start >= 16 ? hide(start..<end) : start
  }

  /// `anna:password` behind `-u`, as curl takes it; not the user and the group that others take.
  private mutating func hideUser(from start: Int) -> Int {
    let end = input[start...].firstIndex { isSpace($0) || "\"'".utf8.contains($0) } ?? input.count
    guard let colon = input[start..<end].firstIndex(of: UInt8(ascii: ":")), colon + 1 < end else {
      return start
    }
    let password = input[(colon + 1)..<end]
    let isNumber = password.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber || password.elementsEqual(input[start..<colon]) ? end : hide(start..<end)
  }

  /// The text of `<password>…</password>`.
  private mutating func hideElement(after bracket: Int) -> Int {
    let start = bracket + 1
    let nearest = max(next, bracket - 256)
    guard start < input.count, nearest < bracket,
      let open = input[nearest..<bracket].lastIndex(where: { "<>".utf8.contains($0) }),
      input[open] == UInt8(ascii: "<"), input[open + 1] != UInt8(ascii: "/"),
      input[bracket - 1] != UInt8(ascii: "/")
    else { return start }
    let name = input[(open + 1)..<bracket].prefix { !isSpace($0) }
    guard words.match(String(decoding: name, as: UTF8.self)) else { return start }
    return hide(start..<(input[start...].firstIndex(of: UInt8(ascii: "<")) ?? input.count))
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

private func isHexDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
}

private func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

private func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
  default: false
  }
}
