internal import Bytes

/// Findings as text: the place, the message, the source line with a caret, related places.
public struct DiagnosticText: Sendable {
  private let terminalStyle: TerminalStyle

  /// Findings in color or without.
  public init(terminalStyle: TerminalStyle) {
    self.terminalStyle = terminalStyle
  }

  /// One finding, several lines.
  public func text(of diagnostic: Diagnostic) -> String {
    let start = diagnostic.range.start
    let style: TerminalStyle.Style =
      switch diagnostic.severity {
      case .error: .red
      case .warning: .yellow
      case .note: .blue
      }
    let place = "\(EscapedText.of(diagnostic.range.file.name)):\(start.line):\(start.column):"
    let severity = terminalStyle("\(diagnostic.severity.rawValue):", style)
    let title =
      "\(terminalStyle(place, .bold)) \(severity) \(EscapedText.of(diagnostic.message)) \(terminalStyle("[\(diagnostic.code)]", .dim))"
    var lines = [FittedText.of(title, width: terminalStyle.width)]
    lines += excerpt(diagnostic.range, style)
    for related in diagnostic.related {
      let start = related.range.start
      let note =
        "  \(terminalStyle("note:", .blue)) \(EscapedText.of(related.message)): "
        + "\(EscapedText.of(related.range.file.name)):\(start.line):\(start.column)"
      lines.append(FittedText.of(note, width: terminalStyle.width))
      lines += excerpt(related.range, .blue)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The source line, with a caret under each character of the range on that line.
  private func excerpt(_ range: SourceRange, _ style: TerminalStyle.Style) -> [String] {
    let start = range.start
    let bytes = range.file.lineRange(start.line)
    guard !range.file.bytes.isEmpty else { return [] }
    let first = min(max(range.bytes.lowerBound, bytes.lowerBound), bytes.upperBound)
    let last = min(max(range.bytes.upperBound, first), bytes.upperBound)
    // A very long line is cut around the marked part. It is cut before it is decoded, because it may have
    // many findings.
    let room = 100
    // No character in use takes more columns.
    let far = 64 * room
    var before = shown(range.file, max(bytes.lowerBound, first - far)..<first)
    let marked = shown(range.file, first..<min(last, first + 2 * far))
    var after = shown(range.file, last..<min(bytes.upperBound, last + far))
    let number = "\(start.line)"
    var cut = marked
    if let width = terminalStyle.width {
      (before, cut, after) = Self.fitted(before, marked, after, width: max(20, width - number.count - 4))
    } else {
      if before.count > room { before = "…" + before.suffix(room) }
      if after.count > room { after = after.prefix(room) + "…" }
      if marked.count > room * 2 { cut = marked.prefix(room * 2) + "…" }
    }
    let gutter = String(repeating: " ", count: number.count)
    let indent = String(repeating: " ", count: EscapedText.width(of: before))
    let carets = String(repeating: "^", count: max(1, EscapedText.width(of: cut)))
    return [
      " \(terminalStyle("\(number) |", .dim)) \(before)\(cut)\(after)",
      " \(terminalStyle("\(gutter) |", .dim)) \(indent)\(terminalStyle(carets, style))",
    ]
  }

  /// The parts of a line cut to `width` columns together, the marked one last.
  private static func fitted(_ before: String, _ marked: String, _ after: String, width: Int) -> (
    String, String, String
  ) {
    func columns(_ text: String) -> Int { EscapedText.width(of: text) }
    guard columns(before) + columns(marked) + columns(after) > width else { return (before, marked, after) }
    let cut = columns(marked) > width - 2 ? EscapedText.prefix(of: marked, width: width - 2) + "…" : marked
    let rest = max(1, width - columns(cut))
    let roomBefore = max(rest - columns(after), rest / 2)
    let start =
      columns(before) > roomBefore ? "…" + EscapedText.suffix(of: before, width: roomBefore - 1) : before
    let roomAfter = rest - columns(start)
    let end = columns(after) > roomAfter ? EscapedText.prefix(of: after, width: roomAfter - 1) + "…" : after
    return (start, cut, roomAfter < 1 ? "" : end)
  }

  private func shown(_ file: SourceFile, _ bytes: Range<Int>) -> String {
    let text = String(decoding: file.bytes[bytes], as: UTF8.self)
    return EscapedText.of(String(text.map { $0 == "\t" ? " " : $0 }))
  }
}

/// Terminal styles (on or off).
public struct TerminalStyle: Sendable {
  /// A style of text.
  public enum Style: String, Sendable {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case blue = "34"
    case magenta = "35"
    case cyan = "36"
  }

  /// Whether styles are on.
  public let isOn: Bool
  /// The columns of a line; nil where lines may have any length.
  public let width: Int?

  /// Styles, on or off, and the width of lines.
  public init(isOn: Bool, width: Int? = nil) {
    self.isOn = isOn
    self.width = width
  }

  /// The same for text that is indented by some columns.
  public func indented(by columns: Int) -> TerminalStyle {
    TerminalStyle(isOn: isOn, width: width.map { max(40, $0 - columns) })
  }

  /// The text in a style (ECMA-48 SGR), or unchanged.
  public func callAsFunction(_ text: String, _ style: Style) -> String {
    isOn ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
