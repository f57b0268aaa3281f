internal import Bytes

/// Finds a missing space: in YAML a dash or colon without one is part of a word.
enum MissingSpace {
  /// The advice, with a leading space, if a space is missing before a list or mapping; or an empty text.
  static func advice(_ node: Node, expected: String) -> String {
    switch node.content {
    case .mapping(let members) where expected.hasPrefix("a list"):
      guard let key = members.first?.key, key.hasPrefix("-"), let next = key.utf8.dropFirst().first,
        isLetter(next)
      else { return "" }
      return " “\(key)” is read as one word. Put a space after the dash."
    case .string(let text) where node.style == .plain && expected.firstRange(of: "mapping") != nil:
      let word = text.utf8
      guard let colon = word.firstIndex(of: UInt8(ascii: ":")), let first = word.first, isLetter(first),
        let next = word[colon...].dropFirst().first, next != UInt8(ascii: "/"),
        !word[..<colon].contains(UInt8(ascii: " "))
      else { return "" }
      return " “\(text)” is read as one word. Put a space after the colon."
    default: return ""
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    let lowercase = byte | 0x20
    return lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z")
  }
}
