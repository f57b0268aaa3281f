internal import Reports
internal import Bytes
internal import Source

/// Coverage on the lines of the rule file: the counts of each line, and the reasons for gaps.
struct CoverageText {
  static func text(of report: CoverageReport, terminalStyle: TerminalStyle) -> String {
    let kinds = report.kinds { kind, covered, total in "\(kind.plural) \(String(covered)) of \(String(total))"
    }
    var text =
      "\(terminalStyle("coverage of \(EscapedText.of(report.file))", .bold)): \(report.percent) (\(kinds.plain))\n"
    var rest = report.items[...]
    while let first = rest.first {
      let line = first.place.start.line
      let own = rest.prefix { $0.place.file === first.place.file && $0.place.start.line == line }
      text += self.line(line, Array(own), isOther: first.place.file.name != report.file, terminalStyle)
      rest = rest.dropFirst(own.count)
    }
    return text
  }

  /// A line of the file with its lowest count, followed by its gaps.
  private static func line(
    _ number: Int, _ items: [CoverageItem], isOther: Bool, _ terminalStyle: TerminalStyle
  ) -> String {
    let file = items[0].place.file
    let source = EscapedText.of(file.shownLine(number))
    let least = items.map { $0.count }.min() ?? 0
    let count = padded("\(least)×", 7)
    let name = isOther ? "\(EscapedText.of(file.name)):" : ""
    let room = terminalStyle.width.map { max(20, $0 - 17 - name.count) } ?? 110
    let cut = source.count > room ? source.prefix(room) + "…" : source
    var text =
      "\(terminalStyle(count, least == 0 ? .red : .green)) \(terminalStyle(padded("\(name)\(number)", 5) + " |", .dim)) \(cut)\n"
    for item in CoverageItem.gaps(items) {
      let gap =
        "\(padded("", 7)) \(padded("", 5)) \(terminalStyle("!", .red)) \(EscapedText.of(item.gap))\n"
      text += FittedText.of(gap, width: terminalStyle.width)
    }
    return text
  }
}
