internal import Bytes
internal import Records
internal import Secrets
internal import Source

/// A pattern for the messages of a kind: `*` stands for whatever ``MessageTemplate`` has a word for, and for secrets.
struct MessagePattern {
  /// The value of `message` in a matcher.
  let condition: Node
  let words: [[String]]

  /// A longer pattern says no more of what happened.
  private static let longest = 120

  /// - Parameters:
  ///   - message: the message without its secrets; nil if it has nothing but secrets.
  ///   - origin: where the error comes from, which varies wherever the message names it again.
  ///   - alike: the folded messages of other errors of the kind.
  init?(of message: String, from origin: String, alike: [String] = []) {
    var (pattern, isWhole) = Self.pattern(of: Self.text(message, without: origin))
    pattern = AlikeMessages(alike.map { Self.pattern(of: $0).pattern }).widened(pattern)
    guard pattern.contains(where: { $0.isLetter }) else {
      // A pattern of numbers alone would take every message.
      guard !message.contains(SecretText.mark), !message.isEmpty else { return nil }
      condition = .made([(key: "equals", value: .made(message))])
      words = [[]]
      return
    }
    words = RuleName.words(ofText: pattern)
    if !isWhole, pattern.last != "*" { pattern += "*" }
    let isLiteral = !pattern.contains("*") || pattern == message
    condition = .made([(key: isLiteral ? "equals" : "glob", value: .made(pattern))])
  }

  /// The beginning of a pattern, and whether it is all of it.
  private static func pattern(of message: String) -> (pattern: String, isWhole: Bool) {
    let first = message.prefix { !$0.isNewline }
    // Behind a colon comes what happened.
    let line = first.last == ":" ? message[...] : first
    var template = Buffer<UInt8>(capacity: 256)
    Array(line.utf8).withUnsafeBytes { MessageTemplate.append(of: ByteSlice($0), to: &template) }
    let isWhole = line.utf8.count == message.utf8.count && line.utf8.count <= MessageTemplate.longest
    var pattern = ""
    var rest = Substring(String(template.slice))
    if line.utf8.count > MessageTemplate.longest { rest.removeLast() }
    while let character = rest.first {
      if let mark = marks.first(where: { rest.hasPrefix($0) }) {
        rest.removeFirst(mark.count)
        if pattern.last != "*" { pattern.append("*") }
      } else {
        rest.removeFirst()
        if character != "*" || pattern.last != "*" { pattern.append(character) }
      }
    }
    guard pattern.count > longest else { return (pattern, isWhole) }
    let start = pattern.prefix(longest)
    return (String(start[..<(start.lastIndex(of: " ") ?? start.endIndex)]), false)
  }

  /// The message with a word in place of the origin, but not at its beginning.
  private static func text(_ message: String, without origin: String) -> String {
    guard origin.utf8.count > 2 else { return message }
    let isPart = { (character: Character) in
      character.isLetter || character.isNumber || "-_".contains(character)
    }
    var (text, rest) = ("", Substring(message))
    while let character = rest.first {
      let end = rest.dropFirst(origin.count).first
      if rest.hasPrefix(origin), text.last.map({ !isPart($0) }) ?? false, end.map({ !isPart($0) }) ?? true {
        text += "<id>"
        rest.removeFirst(origin.count)
      } else {
        text.append(character)
        rest.removeFirst()
      }
    }
    return text
  }

  /// The words of ``MessageTemplate``, and that for a secret.
  static let marks =
    ["text", "n", "time", "duration", "ip", "id", "hex", "path"].map { "<\($0)>" } + [SecretText.mark]
}
