internal import Bytes
internal import Source

/// An explanation in lines of at most the terminal's width, or 100 columns, where words permit.
struct ExplanationLines {
  private let terminalStyle: TerminalStyle
  private var lines: [String] = []
  private var indent = 0
  private let width: Int

  private init(_ terminalStyle: TerminalStyle) {
    self.terminalStyle = terminalStyle
    width = terminalStyle.width ?? 100
  }

  static func text(of parts: [ExplanationPart], terminalStyle: TerminalStyle) -> String {
    var text = ExplanationLines(terminalStyle)
    for part in parts { text.write(part) }
    return text.lines.joined(separator: "\n") + "\n"
  }

  private mutating func write(_ part: ExplanationPart) {
    // A nested evaluation is over.
    if part.indent < indent { blank() }
    indent = part.indent
    switch part.kind {
    case .heading(let title, let aside): heading(title, aside)
    case .paragraph(let text, let style):
      for line in wrapped(text, width: width - indent - 2) {
        lines.append("\(spaces(indent + 2))\(styled(line, style))")
      }
    case .entry(let mark, let style, let name, let nameWidth, let paragraphs):
      entry("\(terminalStyle(mark, style)) \(name)", EscapedText.width(of: name), nameWidth, paragraphs)
    }
  }

  private mutating func blank() {
    if lines.last?.isEmpty == false { lines.append("") }
  }

  private mutating func heading(_ title: String, _ aside: String) {
    blank()
    let rest = aside.isEmpty ? "" : "  \(terminalStyle(aside, .dim))"
    let line = "\(spaces(indent))\(terminalStyle(title, .bold))\(rest)"
    lines += FittedText.of(line, width: terminalStyle.width).split(separator: "\n").map { String($0) }
  }

  /// A name that is wider than its column gets its own line.
  private mutating func entry(
    _ head: String, _ nameColumns: Int, _ nameWidth: Int, _ paragraphs: [ExplanationPart.Paragraph]
  ) {
    let column = 6 + nameWidth
    let head = spaces(indent + 2) + head
    var isFirst = nameColumns <= nameWidth && !paragraphs.isEmpty
    if !isFirst { lines.append(head) }
    for paragraph in paragraphs {
      for line in wrapped(paragraph.text, width: width - indent - column) {
        let before = isFirst ? head + spaces(max(1, column - 4 - nameColumns)) : spaces(indent + column)
        lines.append(before + styled(line, paragraph.style))
        isFirst = false
      }
    }
  }

  private func styled(_ line: String, _ style: TerminalStyle.Style?) -> String {
    style.map { terminalStyle(line, $0) } ?? line
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

  /// Broken at spaces, with hanging indentation.
  private func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var columns = 0
    for word in words(text, width: max(20, width) - 2) {
      let added = EscapedText.width(of: word)
      if columns > 0, columns + 1 + added > max(20, width) {
        lines.append(line)
        line = "  \(word)"
        columns = 2 + added
      } else {
        line += (lines.isEmpty && line.isEmpty ? "" : " ") + word
        columns += added + (columns > 0 ? 1 : 0)
      }
    }
    return lines + [line]
  }

  /// The words; those wider than a line are split.
  private func words(_ text: String, width: Int) -> [String] {
    text.split(separator: " ", omittingEmptySubsequences: false).flatMap { word -> [String] in
      var pieces = [""]
      var columns = 0
      for character in word {
        let added = EscapedText.width(of: String(character))
        if columns + added > width {
          pieces.append("")
          columns = 0
        }
        pieces[pieces.count - 1].append(character)
        columns += added
      }
      return pieces
    }
  }
}
