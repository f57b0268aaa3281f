/// Text wrapped at 79 columns; a word is never broken.
enum WrappedText {
  private static let width = 79

  /// - Parameters:
  ///   - first: the indent of the first line.
  ///   - indent: the indent of the others.
  static func lines(of text: String, first: String = "", indent: String = "") -> [String] {
    var lines: [String] = []
    var line = ""
    var space = ""
    var rest = text[...]
    while let character = rest.first {
      let isSpace = character.isWhitespace
      let chunk = rest.prefix { $0.isWhitespace == isSpace }
      rest = rest[chunk.endIndex...]
      guard !isSpace else {
        space = String(chunk)
        continue
      }
      let lead = lines.isEmpty ? first : indent
      let count = lead.unicodeScalars.count + line.unicodeScalars.count + space.unicodeScalars.count
      if !line.isEmpty, count + chunk.unicodeScalars.count > width {
        lines.append(lead + line)
        line = String(chunk)
      } else {
        line += (line.isEmpty ? "" : space) + chunk
      }
      space = ""
    }
    if !line.isEmpty { lines.append((lines.isEmpty ? first : indent) + line) }
    return lines
  }
}
