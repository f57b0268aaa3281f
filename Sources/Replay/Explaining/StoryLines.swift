package import RuleEngine

/// A part of a story, whatever it is laid out for.
package struct StoryPart: Sendable {
  package enum Kind: Sendable {
    /// What begins a part, and an aside that says less.
    case heading(String, String)
    case paragraph(String, Paint.Style?)
    /// A mark and a name, and beside them paragraphs.
    case entry(mark: String, Paint.Style, name: String, [(text: String, style: Paint.Style?)])
  }

  package let kind: Kind
  /// How far it is indented: 4 for each climb within a climb.
  package let indent: Int

  package init(kind: Kind, indent: Int) {
    self.kind = kind
    self.indent = indent
  }
}

/// Lines for people, at most a hundred columns wide where the text lets them.
struct StoryLines {
  private let paint: Paint
  private(set) var lines: [String] = []
  /// The same in parts, for whoever lays it out otherwise.
  private(set) var parts: [StoryPart] = []
  /// How far everything is indented now.
  var indent = 0
  static let width = 100

  /// Whether lines are laid out, beside the parts.
  private let hasLines: Bool

  init(paint: Paint, hasLines: Bool) {
    self.paint = paint
    self.hasLines = hasLines
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func blank() {
    if lines.last?.isEmpty == false { lines.append("") }
  }

  /// A line that begins a part, with an aside that says less.
  mutating func heading(_ title: String, _ aside: String = "") {
    blank()
    parts.append(StoryPart(kind: .heading(title, aside), indent: indent))
    guard hasLines else { return }
    let rest = aside.isEmpty ? "" : "  \(paint(aside, .dim))"
    lines.append("\(spaces(indent))\(paint(title, .bold))\(rest)")
  }

  /// A paragraph, wrapped.
  mutating func paragraph(_ text: String, _ style: Paint.Style? = nil, at column: Int = 2) {
    parts.append(StoryPart(kind: .paragraph(text, style), indent: indent))
    guard hasLines else { return }
    for line in wrapped(text, width: Self.width - indent - column) {
      lines.append("\(spaces(indent + column))\(style.map { paint(line, $0) } ?? line)")
    }
  }

  /// A mark and a name, and beside them paragraphs; a name that is longer than its column has a line of its own.
  mutating func entry(
    mark: String,
    _ style: Paint.Style,
    name: String,
    nameWidth: Int,
    _ paragraphs: [(text: String, style: Paint.Style?)]
  ) {
    parts.append(StoryPart(kind: .entry(mark: mark, style, name: name, paragraphs), indent: indent))
    guard hasLines else { return }
    let column = 6 + nameWidth
    let nameColumns = VisibleText.width(of: name)
    let head = "\(spaces(indent + 2))\(paint(mark, style)) \(name)"
    var first = head + spaces(max(1, column - 4 - nameColumns))
    var isFirst = true
    if nameColumns > nameWidth || paragraphs.isEmpty {
      lines.append(head)
      isFirst = false
    }
    for paragraph in paragraphs {
      for line in wrapped(paragraph.text, width: Self.width - indent - column) {
        let shown = paragraph.style.map { paint(line, $0) } ?? line
        lines.append((isFirst ? first : spaces(indent + column)) + shown)
        isFirst = false
        first = ""
      }
    }
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

  /// The text in lines of at most `width` columns, broken at spaces; the lines after the first stand further in.
  private func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var columns = 0
    for word in words(text, width: max(20, width) - 2) {
      let added = VisibleText.width(of: word)
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

  /// The words, those cut in pieces that no line can hold.
  private func words(_ text: String, width: Int) -> [String] {
    text.split(separator: " ", omittingEmptySubsequences: false).flatMap { word -> [String] in
      var pieces = [""]
      var columns = 0
      for character in word {
        let added = VisibleText.width(of: String(character))
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
