/// Fits text to the width of a terminal.
public enum FittedText {
  /// The text with lines of at most `width` columns, where words permit. A line is broken at spaces; what follows is
  /// indented by two columns more. Styles (ECMA-48) take no columns. Without a width the text is unchanged.
  public static func of(_ text: String, width: Int?) -> String {
    guard let width else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line(String($0), width: width) }.joined(separator: "\n")
  }

  /// One line, broken where it is too long. A command to copy, which begins with `errctl`, stays whole.
  private static func line(_ line: String, width: Int) -> String {
    guard columns(of: line) > width else { return line }
    let indentation = line.prefix { $0 == " " }.count
    let text = line.dropFirst(indentation)
    guard !isCommand(text), indentation + 2 < width else { return line }
    let hanging = String(repeating: " ", count: indentation + 2)
    var shown = String(repeating: " ", count: indentation)
    var used = indentation
    var isFirst = true
    // Several spaces in a row, as between columns, stay with the word before them.
    for word in words(text) {
      let wide = columns(of: word.drop { $0 == " " })
      if !isFirst, used + columns(of: word) > width {
        shown += "\n" + hanging + word.drop { $0 == " " }
        used = indentation + 2 + wide
      } else {
        shown += word
        used += columns(of: word)
      }
      isFirst = false
    }
    return shown
  }

  /// Whether a text is a command to copy, after styles and indentation.
  private static func isCommand(_ text: Substring) -> Bool {
    plain(text).drop { $0 == " " }.hasPrefix("errctl ")
  }

  /// The words, each with the spaces before it.
  private static func words(_ text: Substring) -> [Substring] {
    var words: [Substring] = []
    var rest = text
    while !rest.isEmpty {
      let spaces = rest.prefix { $0 == " " }.endIndex
      let end = rest[spaces...].firstIndex(of: " ") ?? rest.endIndex
      words.append(rest[..<end])
      rest = rest[end...]
    }
    return words
  }

  /// The width of a text without its styles.
  private static func columns(of text: some StringProtocol) -> Int { EscapedText.width(of: plain(text)) }

  private static func plain(_ text: some StringProtocol) -> String {
    var plain = ""
    var isStyle = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1B}" { isStyle = true }
      if !isStyle { plain.unicodeScalars.append(scalar) }
      if scalar == "m" { isStyle = false }
    }
    return plain
  }
}

extension EscapedText {
  /// The beginning of a text, of at most `width` columns.
  public static func prefix(of text: String, width: Int) -> String {
    var used = 0
    return String(
      text.prefix { character in
        used += Self.width(of: String(character))
        return used <= width
      }
    )
  }

  /// The end of a text, of at most `width` columns.
  public static func suffix(of text: String, width: Int) -> String {
    var used = 0
    let end = text.reversed().prefix { character in
      used += Self.width(of: String(character))
      return used <= width
    }
    return String(end.reversed())
  }
}
