package import Source

package enum WrittenText {
  private static let width = 120

  /// The text on one line with single spaces, shortened if it is long.
  package static func line(_ range: SourceRange) -> String {
    let lines = range.text.split(whereSeparator: \.isNewline).map { line in
      // Comments are not part of the value.
      line.firstComment.map { line[..<$0] } ?? line
    }
    let words = lines.flatMap { $0.split { $0 == " " || $0 == "\t" } }
    let text = words.joined(separator: " ")
    return text.count > width ? text.prefix(width) + "…" : text
  }
}

extension Substring {
  /// The start of a comment on a line of YAML: a # after white space and outside of quotes.
  fileprivate var firstComment: Index? {
    var quote: Character?
    var previous: Character = " "
    for index in indices {
      let character = self[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'", !previous.isLetter {
        quote = character
      } else if character == "#", previous == " " || previous == "\t" {
        return index
      }
      previous = character
    }
    return nil
  }
}
