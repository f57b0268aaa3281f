internal import Bytes

/// klog's structured lines: a quoted message with pairs behind it, `"message" key="value" n=1`, or as klogr writes them,
/// `"msg"="message" "key"="value"`; and pairs alone.
struct MessagePairs {
  private let text: ByteSlice
  private var index = 0

  private enum Value {
    /// The text between the quotes.
    case quoted(ByteSlice)
    case plain(ByteSlice)
    /// The lines that follow hold it.
    case following
  }

  private init(_ text: ByteSlice) { self.text = text }

  /// Appends the object of the pairs, if there are any, and the message as a member with this key; false and nothing
  /// for any other text.
  static func append(_ text: ByteSlice, key: [UInt8], to output: inout Buffer<UInt8>) -> Bool {
    guard !text.isEmpty else { return false }
    var pairs = MessagePairs(text.trimmedAtEnd)
    let mark = output.count
    if text[0] != quote {
      if pairs.appendAlone(to: &output) {
        key.withUnsafeBytes { output.append(ByteSlice($0)) }
        JSONText.append(string: text, to: &output)
        return true
      }
      output.removeLast(output.count - mark)
      return false
    }
    guard let message = pairs.append(to: &output) else {
      output.removeLast(output.count - mark)
      return false
    }
    key.withUnsafeBytes { output.append(ByteSlice($0)) }
    append(message, to: &output)
    return true
  }

  /// Appends the object with a comma behind it. Returns the message, or nil, perhaps after partial output.
  private mutating func append(to output: inout Buffer<UInt8>) -> Value? {
    guard let first = quoted() else { return nil }
    var message: Value? = .quoted(first)
    if index < text.count, text[index] == UInt8(ascii: "=") { (message, index) = (nil, 0) }
    var isFirst = true
    while index < text.count {
      guard let name = name(), let value = value() else { return nil }
      if message == nil, name == "msg" {
        message = value
        continue
      }
      if case .following = value { continue }
      output.append(isFirst ? "\"pairs\":{" : ",")
      isFirst = false
      JSONText.append(string: name, to: &output)
      output.append(UInt8(ascii: ":"))
      Self.append(value, to: &output)
    }
    if !isFirst { output.append("},") }
    return message
  }

  /// Appends the object of pairs without a message; false, perhaps after partial output, for any other text.
  private mutating func appendAlone(to output: inout Buffer<UInt8>) -> Bool {
    var isFirst = true
    while index < text.count {
      guard let name = name(), let value = value() else { return false }
      output.append(isFirst ? "\"pairs\":{" : ",")
      isFirst = false
      JSONText.append(string: name, to: &output)
      output.append(UInt8(ascii: ":"))
      Self.append(value, to: &output)
    }
    output.append("},")
    return true
  }

  /// The text in the quotes that begin here, which may have escapes.
  private mutating func quoted() -> ByteSlice? {
    let start = index + 1
    var end = start
    while end < text.count, text[end] != Self.quote { end += text[end] == Self.escape ? 2 : 1 }
    guard end < text.count else { return nil }
    index = end + 1
    return text[start..<end]
  }

  /// The name of the next pair, behind a space, with its equals sign.
  private mutating func name() -> ByteSlice? {
    if index > 0 {
      guard text[index] == UInt8(ascii: " ") else { return nil }
      while index < text.count, text[index] == UInt8(ascii: " ") { index += 1 }
    }
    guard index < text.count else { return nil }
    let start = index
    let name: ByteSlice
    if text[index] == Self.quote {
      guard let quoted = quoted() else { return nil }
      name = quoted
    } else {
      while index < text.count, text[index] > 0x20, text[index] != UInt8(ascii: "=") { index += 1 }
      name = text[start..<index]
    }
    guard !name.isEmpty, index < text.count, text[index] == UInt8(ascii: "=") else { return nil }
    index += 1
    return name
  }

  /// A value without quotes extends to the next space outside of brackets.
  private mutating func value() -> Value? {
    if index < text.count, text[index] == Self.quote {
      return quoted().flatMap { index == text.count || text[index] == UInt8(ascii: " ") ? .quoted($0) : nil }
    }
    if index < text.count, text[index] == UInt8(ascii: "'") { return singleQuoted() }
    let start = index
    var nesting = Nesting()
    while index < text.count, text[index] != UInt8(ascii: " ") || !nesting.isClosed {
      nesting.pass(text[index])
      index += 1
    }
    guard nesting.isClosed else { return nil }
    return text[start..<index] == "<" && index == text.count ? .following : .plain(text[start..<index])
  }

  /// A text as Python writes it.
  private mutating func singleQuoted() -> Value? {
    let start = index + 1
    var end = start
    while end < text.count, text[end] != UInt8(ascii: "'") { end += text[end] == Self.escape ? 2 : 1 }
    guard end < text.count, end + 1 == text.count || text[end + 1] == UInt8(ascii: " ") else { return nil }
    index = end + 1
    return .plain(text[start..<end])
  }

  private static func append(_ value: Value, to output: inout Buffer<UInt8>) {
    switch value {
    case .following: output.append("\"\"")
    case .plain(let text): JSONText.append(string: text, to: &output)
    case .quoted(let text):
      output.append(quote)
      var start = 0
      while let place = text.firstIndex(of: escape, from: start) {
        JSONText.append(escaped: text[start..<place], to: &output)
        output.append(escape)
        // JSON has the same escapes, but for those of Go alone, which stay as they are written.
        if isJSON(text[(place + 1)..<text.count]) {
          output.append(text[place + 1])
          start = place + 2
        } else {
          output.append(escape)
          start = place + 1
        }
      }
      JSONText.append(escaped: text[start..<text.count], to: &output)
      output.append(quote)
    }
  }

  private static func isJSON(_ rest: ByteSlice) -> Bool {
    switch rest[0] {
    case quote, escape, UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "b"),
      UInt8(ascii: "f"):
      true
    case UInt8(ascii: "u"): rest.count > 4 && (1...4).allSatisfy { isHexadecimal(rest[$0]) }
    default: false
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte.isDigit || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "f")
  }

  private static let quote = UInt8(ascii: "\"")
  private static let escape = UInt8(ascii: "\\")
}
