internal import Bytes
package import Source

/// Independent of layout.
package struct ExplanationPart: Sendable {
  package enum Kind: Sendable {
    /// The aside is in a less prominent style.
    case heading(String, String)
    case paragraph(String, TerminalStyle.Style?)
    case entry(mark: String, TerminalStyle.Style, name: String, [(text: String, style: TerminalStyle.Style?)])
  }

  package let kind: Kind
  /// 4 columns for each level of nesting.
  package let indent: Int
  /// The clause of the chain, for an entry about one.
  package let clause: Int?

  package init(kind: Kind, indent: Int, clause: Int? = nil) {
    self.kind = kind
    self.indent = indent
    self.clause = clause
  }
}

/// Lines of at most the terminal's width, or 100 columns, where words permit.
struct ExplanationLines {
  private let terminalStyle: TerminalStyle
  private(set) var lines: [String] = []
  private(set) var parts: [ExplanationPart] = []
  var indent = 0
  private let width: Int
  private let hasLines: Bool

  init(terminalStyle: TerminalStyle, hasLines: Bool) {
    self.terminalStyle = terminalStyle
    width = terminalStyle.width ?? 100
    self.hasLines = hasLines
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func blank() {
    if lines.last?.isEmpty == false { lines.append("") }
  }

  mutating func heading(_ title: String, _ aside: String = "") {
    blank()
    parts.append(ExplanationPart(kind: .heading(title, aside), indent: indent))
    guard hasLines else { return }
    let rest = aside.isEmpty ? "" : "  \(terminalStyle(aside, .dim))"
    let line = "\(spaces(indent))\(terminalStyle(title, .bold))\(rest)"
    lines += FittedText.of(line, width: terminalStyle.width).split(separator: "\n").map { String($0) }
  }

  mutating func paragraph(_ text: String, _ style: TerminalStyle.Style? = nil, at column: Int = 2) {
    parts.append(ExplanationPart(kind: .paragraph(text, style), indent: indent))
    guard hasLines else { return }
    for line in wrapped(text, width: width - indent - column) {
      lines.append("\(spaces(indent + column))\(style.map { terminalStyle(line, $0) } ?? line)")
    }
  }

  /// A name that is wider than its column gets its own line.
  mutating func entry(
    mark: String, _ style: TerminalStyle.Style, name: String, nameWidth: Int,
    _ paragraphs: [(text: String, style: TerminalStyle.Style?)], clause: Int? = nil
  ) {
    let kind = ExplanationPart.Kind.entry(mark: mark, style, name: name, paragraphs)
    parts.append(ExplanationPart(kind: kind, indent: indent, clause: clause))
    guard hasLines else { return }
    let column = 6 + nameWidth
    let nameColumns = EscapedText.width(of: name)
    let head = "\(spaces(indent + 2))\(terminalStyle(mark, style)) \(name)"
    var first = head + spaces(max(1, column - 4 - nameColumns))
    var isFirst = true
    if nameColumns > nameWidth || paragraphs.isEmpty {
      lines.append(head)
      isFirst = false
    }
    for paragraph in paragraphs {
      for line in wrapped(paragraph.text, width: width - indent - column) {
        let shown = paragraph.style.map { terminalStyle(line, $0) } ?? line
        lines.append((isFirst ? first : spaces(indent + column)) + shown)
        isFirst = false
        first = ""
      }
    }
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
