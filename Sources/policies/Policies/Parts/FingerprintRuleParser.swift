internal import Source

/// Sentry's fingerprint rules as text, read as the JSON in which Sentry stores them.
///
/// The grammar: `src/sentry/grouping/fingerprinting/parser.py`. What stands between brackets, a frame's caller or callee, is kept
/// as one matcher with that key.
struct FingerprintRuleParser {
  private let file: SourceFile
  private var next = 0
  private var rules: [Node] = []
  /// Whether a line has matchers and an arrow.
  private var hasArrow = false

  private init(_ file: SourceFile) { self.file = file }

  /// A mapping with `rules`, or nil if no line is like one. What Sentry can't read is reported, once a line.
  static func read(_ file: SourceFile, in diagnostics: inout Diagnostics) -> Node? {
    var parser = FingerprintRuleParser(file)
    var found = Diagnostics()
    if file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.next = 3 }
    while parser.next < file.bytes.count { parser.readLine(in: &found) }
    guard parser.hasArrow else { return nil }
    for finding in found.all { diagnostics.report(finding) }
    let place = SourceRange(file: file, bytes: 0..<file.bytes.count)
    return .mapping([("rules", .list(parser.rules, at: place))], at: place)
  }

  // MARK: - Lines

  private mutating func readLine(in diagnostics: inout Diagnostics) {
    skipSpaces()
    let start = next
    if peek == UInt8(ascii: "#") {
      skipLine()
    } else if !isAtLineEnd {
      let rule = rule(from: start)
      if rule != nil { skipSpaces() }
      if let rule, isAtLineEnd {
        rules.append(rule)
      } else {
        let end = file.lineEnd(of: next)
        diagnostics.report(
          .policyFault(
            "Sentry can't read the rest of this line. A rule is such as error.type:Timeout -> timeouts.",
            at: SourceRange(file: file, bytes: next..<end)))
        skipLine()
      }
    }
    if next < file.bytes.count { next += 1 }
  }

  /// Nil, at the place from where on nothing fits, if it is none.
  private mutating func rule(from start: Int) -> Node? {
    var matchers: [Node] = []
    while let matcher = matcher() { matchers.append(matcher) }
    skipSpaces()
    guard !matchers.isEmpty, take("->") else { return nil }
    hasArrow = true
    var values: [Node] = []
    var attributes: [(String, Node)] = []
    let first = next
    while true {
      let before = next
      skipSpaces()
      guard let value = value(&attributes) else {
        next = before
        break
      }
      if let node = value { values.append(node) }
      skipSpaces()
      _ = take(",")
    }
    guard !values.isEmpty || !attributes.isEmpty else {
      skipSpaces()
      return nil
    }
    let place = SourceRange(file: file, bytes: start..<next)
    let end = SourceRange(file: file, bytes: first..<next)
    return .mapping(
      [
        ("matchers", .list(matchers, at: place)), ("fingerprint", .list(values, at: end)),
        ("attributes", .mapping(attributes, at: end)),
      ],
      at: place
    )
  }

  // MARK: - Matchers

  private mutating func matcher() -> Node? {
    let before = next
    skipSpaces()
    let start = next
    // A frame's caller stands before its own matchers, its callee behind them.
    if take("[") || take("|") {
      _ = take("[")
      while !isAtLineEnd, peek != UInt8(ascii: "]") { next += 1 }
      guard take("]") else {
        next = before
        return nil
      }
      skipSpaces()
      _ = take("|")
      return pair("[]", "", from: start)
    }
    let isNegated = take("!")
    guard let key = key(), take(":"), let argument = argument() else {
      next = before
      return nil
    }
    return pair((isNegated ? "!" : "") + key, argument, from: start)
  }

  private func pair(_ key: String, _ pattern: String, from start: Int) -> Node {
    let place = SourceRange(file: file, bytes: start..<next)
    return .list([.text(key, at: place), .text(pattern, at: place)], at: place)
  }

  private mutating func key() -> String? {
    let isQuoted = take("\"")
    let start = next
    while let byte = peek, byte.isInKey || isQuoted && byte == UInt8(ascii: ":") { next += 1 }
    let end = next
    guard end > start, !isQuoted || take("\"") else { return nil }
    return text(start..<end)
  }

  private mutating func argument() -> String? {
    if let quoted = quoted() { return quoted }
    let start = next
    while let byte = peek, !byte.isSpace { next += 1 }
    return next > start ? text(start..<next) : nil
  }

  // MARK: - Fingerprints

  /// Nil if there is none; a value without a node is an attribute.
  private mutating func value(_ attributes: inout [(String, Node)]) -> Node?? {
    let start = next
    if let key = key(), take("="), let text = quoted() {
      attributes.append((key, .text(text, at: SourceRange(file: file, bytes: start..<next))))
      return .some(nil)
    }
    next = start
    if let text = quoted() { return .text(text, at: SourceRange(file: file, bytes: start..<next)) }
    if take("{{") {
      while !isAtLineEnd, !take("}}") { next += 1 }
      // Variations of a variable mean the same.
      let written = text(start..<next)
      let name = written.dropFirst(2).dropLast(2).trimmed
      guard written.hasSuffix("}}"), !name.isEmpty, !name.contains(" ") else {
        next = start
        return nil
      }
      return .text("{{ \(name) }}", at: SourceRange(file: file, bytes: start..<next))
    }
    while let byte = peek, !byte.isSpace, byte != UInt8(ascii: ","), byte != UInt8(ascii: "{") { next += 1 }
    guard next > start else { return nil }
    return .text(text(start..<next), at: SourceRange(file: file, bytes: start..<next))
  }

  // MARK: - Characters

  private var peek: UInt8? { next < file.bytes.count ? file.bytes[next] : nil }

  private var isAtLineEnd: Bool { peek.map { $0 == 0x0A || $0 == 0x0D } ?? true }

  private mutating func take(_ text: String) -> Bool {
    guard file.bytes[next...].starts(with: text.utf8) else { return false }
    next += text.utf8.count
    return true
  }

  private mutating func skipSpaces() { while peek == UInt8(ascii: " ") { next += 1 } }

  private mutating func skipLine() { while !isAtLineEnd { next += 1 } }

  private func text(_ range: Range<Int>) -> String { String(decoding: file.bytes[range], as: UTF8.self) }

  /// The text between quotes, with Python's escapes; nil, with nothing read, if it does not end.
  private mutating func quoted() -> String? {
    guard peek == UInt8(ascii: "\"") else { return nil }
    let start = next + 1
    var end = start
    while end < file.bytes.count, file.bytes[end] != UInt8(ascii: "\"") {
      end += file.bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end < file.bytes.count else { return nil }
    next = end + 1
    return text(start..<end).unescaped
  }
}

extension UInt8 {
  fileprivate var isInKey: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"): true
    default: false
    }
  }

  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension SourceFile {
  fileprivate func lineEnd(of offset: Int) -> Int { lineRange(position(of: offset).line).upperBound }
}

extension String {
  private static let escapes: [Character: Character] = [
    "n": "\n", "t": "\t", "r": "\r", "\"": "\"", "'": "'", "\\": "\\", "0": "\0",
  ]

  /// The text without Python's escapes. An invalid escape stays as it is.
  fileprivate var unescaped: String {
    var text = ""
    var rest = self[...]
    while let character = rest.popFirst() {
      guard character == "\\", let kind = rest.first else {
        text.append(character)
        continue
      }
      let digits = rest.dropFirst().prefix(kind == "x" ? 2 : kind == "u" ? 4 : 0)
      if let escaped = Self.escapes[kind] {
        text.append(escaped)
        rest.removeFirst()
      } else if digits.count == (kind == "x" ? 2 : 4), let value = UInt32(digits, radix: 16),
        let scalar = Unicode.Scalar(value)
      {
        text.unicodeScalars.append(scalar)
        rest = rest.dropFirst(1 + digits.count)
      } else {
        text.append(character)
      }
    }
    return text
  }
}
