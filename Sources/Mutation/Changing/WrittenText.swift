package import RuleEngine

/// What stands at a place of a file, for people.
package enum WrittenText {
  private static let width = 120

  /// It on one line, white space as single spaces; cut where it is long.
  package static func line(_ range: SourceRange) -> String {
    let lines = range.text.split(whereSeparator: \.isNewline).map { line in
      // A comment speaks to whoever reads the file.
      line.firstComment.map { line[..<$0] } ?? line
    }
    let words = lines.flatMap { $0.split { $0 == " " || $0 == "\t" } }
    let text = words.joined(separator: " ")
    return text.count > width ? text.prefix(width) + "…" : text
  }
}

extension Substring {
  /// Where a comment begins on a line of YAML: at a # behind white space, outside of quotes.
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
