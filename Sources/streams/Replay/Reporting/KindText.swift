internal import Explanations
internal import Reports
internal import Bytes
internal import Source

/// The largest kinds of each category, or of each rule, as text.
enum KindText {
  private static let groups = 12
  private static let kinds = 3

  static func lines(of groups: [KindTable.Group], _ terminalStyle: TerminalStyle) -> [String] {
    var lines = groups.prefix(Self.groups).flatMap { Self.lines(of: $0, terminalStyle) }
    if groups.count > Self.groups {
      lines.append("  and \(Figures.number(groups.count - Self.groups)) more; --format json has them all")
    }
    return lines
  }

  private static func lines(of group: KindTable.Group, _ terminalStyle: TerminalStyle) -> [String] {
    let shown = group.kinds.prefix(kinds)
    let rest = group.errors - shown.reduce(0) { $0 + $1.count }
    let lines = ["  \(EscapedText.of(group.name)): \(Figures.counted(group.errors, "error"))"]
    return lines + shown.map { line(of: $0, terminalStyle) }
      + (rest > 0
        ? ["  \(padded(Figures.number(rest), 9))  more\(kinds(besides: shown.count, of: group))"] : [])
  }

  private static func kinds(besides shown: Int, of group: KindTable.Group) -> String {
    guard let all = group.kindCount else { return ", of other kinds" }
    return ", of \(Figures.counted(all - shown, "other kind"))"
  }

  /// The count, the id, the name cut to the line, and the first and the last time.
  private static func line(of kind: ErrorKind, _ terminalStyle: TerminalStyle) -> String {
    let span = SpanText.span(of: kind).map { "  \($0)" } ?? ""
    let head = "  \(padded(Figures.number(kind.count), 9))  \(kind.id)  "
    let room = terminalStyle.width.map { max(12, $0 - head.count - span.count) }
    let name = EscapedText.of(kind.name)
    return head + (room.map { ListText.cut(name, to: $0) } ?? name) + terminalStyle(span, .dim)
  }
}
