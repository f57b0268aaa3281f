/// Says where a space is missing that YAML needs: without it a dash or a colon is part of a word.
enum MissingSpace {
  /// What to do, with its leading space, where a value is no list or mapping for the want of a space; else nothing.
  static func advice(_ node: Node, expected: String) -> String {
    switch node.content {
    case .mapping(let members) where expected.hasPrefix("a list"):
      guard let key = members.first?.key, key.hasPrefix("-"), let next = key.utf8.dropFirst().first,
        isLetter(next)
      else { return "" }
      return " “\(key)” is read as one word. Put a space after the dash."
    case .string(let text) where node.style == .plain && expected.contains("mapping"):
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
