internal import Bytes
package import Source

/// A report in a terminal.
package struct ReportText {
  private let terminalStyle: TerminalStyle
  private static let longestBar = 24
  /// The columns that a number and a share take beside a bar.
  private static let numbersWidth = 21

  package init(terminalStyle: TerminalStyle) { self.terminalStyle = terminalStyle }

  package func text(of report: Report) -> String {
    var lines = report.notice.map { [terminalStyle($0, .yellow), ""] } ?? []
    lines.append(heading(report.title))
    lines += self.lines(of: report.lead, indentation: "")
    for section in report.sections(in: .text) {
      lines += ["", terminalStyle(section.title, .bold) + section.aside]
      lines += self.lines(of: section.parts, indentation: "  ")
    }
    if !report.gates.isEmpty { lines += [""] + self.lines(of: report.gates, indentation: "") }
    return FittedText.of(lines.joined(separator: "\n") + "\n", width: terminalStyle.width)
  }

  /// The title in bold, up to the words that are aside.
  private func heading(_ title: Words) -> String {
    let end =
      title.pieces.firstIndex { if case .aside = $0 { true } else { false } } ?? title.pieces.endIndex
    let aside = Words(Array(title.pieces[end...])).plain
    return terminalStyle(Words(Array(title.pieces[..<end])).plain, .bold) + aside
  }

  /// The parts of a report alone, without titles.
  package func text(untitled report: Report) -> String {
    text(of: report.sections.flatMap { $0.parts })
  }

  /// The parts. Code and lines for a terminal are not broken.
  package func text(of parts: [Report.Part]) -> String {
    parts.map { part in
      let text = lines(of: [part], indentation: "").map { $0 + "\n" }.joined()
      switch part.content {
      case .block, .listing, .terminal: return text
      case .line, .list, .table, .command, .details, .filtered, .difference, .drawing:
        return FittedText.of(text, width: terminalStyle.width)
      }
    }.joined()
  }

  package func lines(of parts: [Report.Part], indentation: String) -> [String] {
    parts.filter { $0.formats.contains(.text) }.flatMap { part -> [String] in
      switch part.content {
      case .line(let words, let tone): return [styled(indentation + text(words), tone)]
      case .list(let items): return items.map { indentation + text($0) }
      case .table(let table): return lines(of: table)
      case .command(let command, let purpose): return lines(toRun: command, purpose)
      case .details(_, let parts, _), .filtered(_, _, let parts):
        return lines(of: parts, indentation: indentation)
      case .difference(let lines): return lines.map { "\(indentation)  \(text(Words(difference: $0)))" }
      case .listing(let listing): return lines(of: listing())
      case .block(let lines, _): return lines.map { indentation + EscapedText.of($0) }
      case .terminal(let lines): return lines(terminalStyle)
      case .drawing: return []
      }
    }
  }

  private func styled(_ text: String, _ tone: Report.Tone) -> String {
    switch tone {
    case .plain, .loose, .label: text
    case .strong: terminalStyle(text, .bold)
    case .aside: terminalStyle(text, .dim)
    case .warning: terminalStyle(text, .yellow)
    case .good: terminalStyle(text, .green)
    case .bad: terminalStyle(text, .red)
    }
  }

  /// The command is never broken: it stands beside what it is for if that fits, else on a line of its own.
  private func lines(toRun command: String, _ purpose: String) -> [String] {
    let command = EscapedText.of(command)
    let line = "  \(purpose) \(command)"
    let fits = terminalStyle.width.map { EscapedText.width(of: line) <= $0 } ?? true
    return fits ? [terminalStyle(line, .dim)] : [terminalStyle("  \(purpose)", .dim), "    \(command)"]
  }

  /// The lines that have a count, each with its remarks below.
  private func lines(of listing: Listing) -> [String] {
    let name = listing.isNamed ? "\(EscapedText.of(listing.file)):" : ""
    let room = terminalStyle.width.map { max(20, $0 - 17 - name.count) } ?? 110
    return listing.lines.enumerated().flatMap { index, line -> [String] in
      guard let count = line.count?.count else { return [] }
      let source = EscapedText.of(line.text)
      let cut = source.count > room ? source.prefix(room) + "…" : source
      let place = terminalStyle(padded("\(name)\(index + 1)", 5) + " |", .dim)
      let mark = terminalStyle("!", .red)
      return ["\(terminalStyle(padded("\(count)×", 7), count == 0 ? .red : .green)) \(place) \(cut)"]
        + line.remarks.map {
          FittedText.of("\(padded("", 13)) \(mark) \(EscapedText.of($0))", width: terminalStyle.width)
        }
    }
  }

  // MARK: - Tables

  private func lines(of table: Table) -> [String] {
    let shown = table.rows.prefix(table.limits.text)
    let rest = table.rows.count - shown.count
    var lines: [String]
    switch table.layout {
    case .listed: lines = listed(table, Array(shown), hasTitles: true)
    case .untitled: lines = listed(table, Array(shown), hasTitles: false)
    case .cut: lines = listed(table, Array(shown), hasTitles: false, cutsNames: true)
    case .named(let isStrong): lines = named(table, Array(shown), isStrong: isStrong)
    case .matrix: lines = matrix(table, Array(shown))
    case .bars(let width, let room): lines = bars(table, Array(shown), width, beside: room)
    case .fitted(let width): lines = fitted(table, Array(shown), width)
    }
    if rest > 0, let more = table.more?(rest) {
      lines.insert("  \(more.plain)", at: lines.count - (table.total == nil ? 0 : 1))
    }
    return lines
  }

  /// The numbers, each in a column that is wider than every cell in it, then the other columns behind two spaces.
  private func listed(_ table: Table, _ rows: [[Words]], hasTitles: Bool, cutsNames: Bool = false)
    -> [String]
  {
    let columns = table.columns(in: .text)
    let numbers = columns.filter { table.heads[$0].kind == .number }
    let others = [Table.Kind.code, .name, .words, .time].flatMap { kind in
      columns.filter { table.heads[$0].kind == kind }
    }
    let all = rows + (table.total.map { [$0] } ?? [])
    let widths = numbers.enumerated().map { index, column in
      let head = table.heads[column]
      let least = head.width ?? (hasTitles ? EscapedText.width(of: head.title) + 2 : 7)
      let widest = all.map { EscapedText.width(of: $0[column].plain) }.max() ?? 0
      return index == 0 ? (hasTitles ? max(least, widest) : least) : max(least, widest + 1)
    }
    func line(_ terminalStyle: TerminalStyle, _ cell: (Int) -> String) -> String {
      "  " + zip(numbers, widths).map { padded(cell($0), $1) }.joined()
        + others.map { column in
          let (text, kind) = (cell(column), table.heads[column].kind)
          if text.isEmpty, kind != .name { return "" }
          return kind == .time ? terminalStyle("  \(text)", .dim) : "  \(text)"
        }.joined()
    }
    var lines: [String] = []
    if hasTitles {
      var head = line(terminalStyle) { table.heads[$0].title }
      while head.hasSuffix(" ") { head.removeLast() }
      lines.append(terminalStyle(head, .dim))
    }
    for row in rows {
      func isCut(_ column: Int) -> Bool { cutsNames && table.heads[column].kind == .name }
      let others = line(TerminalStyle(isOn: false)) { isCut($0) ? "" : row[$0].plain }
      let room = terminalStyle.width.map { max(12, $0 - EscapedText.width(of: others)) }
      lines.append(
        line(terminalStyle) { column in
          guard let room, isCut(column) else { return text(row[column]) }
          // Names that a cut would make alike stay whole.
          let shown = EscapedText.cut(row[column].plain, to: room)
          let isAlone = rows.count { EscapedText.cut($0[column].plain, to: room) == shown } == 1
          return isAlone ? shown : text(row[column])
        }
      )
    }
    if let total = table.total {
      lines.append(
        line(terminalStyle) { table.heads[$0].kind == .name ? "(\(total[$0].plain))" : total[$0].plain })
    }
    return lines
  }

  /// The names, in a column of at most 30, then what is said of them.
  private func named(_ table: Table, _ rows: [[Words]], isStrong: Bool) -> [String] {
    let columns = table.columns(in: .text)
    func width(_ row: [Words]) -> Int { EscapedText.width(of: row[columns[0]].plain) }
    let widest = min(30, rows.map(width).max() ?? 0)
    return rows.map { row in
      let gap = String(repeating: " ", count: max(0, widest - width(row)))
      let name = row[columns[0]].plain
      return
        "  \(isStrong ? terminalStyle(name, .bold) : name)\(gap)  \(columns.dropFirst().map { text(row[$0]) }.joined(separator: "  "))"
    }
  }

  /// The text with strong words in bold.
  private func text(_ words: Words) -> String {
    words.pieces.map { piece in
      let words = Words([piece])
      if case .strong = piece { return terminalStyle(words.plain, .bold) }
      if case .styled(_, let style) = piece { return terminalStyle(words.plain, style) }
      return words.plain
    }.joined()
  }

  private func bars(_ table: Table, _ rows: [[Words]], _ nameWidth: Int?, beside room: Int) -> [String] {
    let name = table.columns(in: .text)[0]
    let width =
      nameWidth ?? min(40, table.rows.map { EscapedText.width(of: $0[name].plain) }.max() ?? 0)
    return rows.map { bar($0, table, width, beside: room) }
  }

  private func bar(_ row: [Words], _ table: Table, _ width: Int, beside room: Int) -> String {
    let columns = table.columns(in: .text)
    func cell(_ kind: Table.Kind) -> [Words] {
      columns.filter { table.heads[$0].kind == kind }.map { row[$0] }
    }
    let name = row[columns[0]].plain
    let shown = terminalStyle.width == nil ? name : EscapedText.cut(name, to: width)
    let fill = String(repeating: " ", count: max(0, width - EscapedText.width(of: shown)))
    let free = terminalStyle.width.map { $0 - width - Self.numbersWidth - room } ?? Self.longestBar
    let numbers = zip(cell(.number), [7, 8]).map { " " + padded($0.plain, $1) }.joined()
    var line = "  \(shown)\(fill)\(numbers)"
    for case .bar(let bar) in cell(.bar).flatMap({ $0.pieces }) {
      let look = bar.parts.first.flatMap { Self.looks[$0.look] } ?? .blue
      line += "  \(terminalStyle(bar.text(longest: min(Self.longestBar, max(1, free))), look))"
    }
    for words in cell(.words) where !words.isEmpty { line += "  \(terminalStyle(words.plain, .dim))" }
    return line
  }

  private static let looks: [String: TerminalStyle.Style] = [
    "o-proceed": .green, "o-retry": .cyan, "o-cancel": .yellow, "o-abort": .red,
  ]

  /// Every number in a column that is wider than each cell in it.
  private func matrix(_ table: Table, _ rows: [[Words]]) -> [String] {
    var columns = table.columns(in: .text)
    let name = columns.removeFirst()
    let nameWidth = table.heads[name].width ?? 0
    let all = rows + (table.total.map { [$0] } ?? [])
    let widths = columns.map { column in
      max(
        table.heads[column].width ?? 0, (all.map { EscapedText.width(of: $0[column].plain) }.max() ?? 0) + 1)
    }
    func line(_ title: String, _ cell: (Int, Int) -> String) -> String {
      let numbers = zip(columns, widths).map(cell)
      return "  \(title)" + String(repeating: " ", count: max(0, nameWidth - title.count)) + numbers.joined()
    }
    let head = line("") { padded(table.heads[$0].title, $1) }
    return [terminalStyle(head, .dim)]
      + all.map { row in
        line(row[name].plain) { column, width in
          let text = padded(row[column].plain, width)
          if row[column].plain == "·" { return terminalStyle(text, .dim) }
          return row[column].isStrong ? terminalStyle(text, .yellow) : text
        }
      }
  }

  private func fitted(_ table: Table, _ rows: [[Words]], _ width: Int) -> [String] {
    var columns = table.columns(in: .text)
    let name = columns.removeFirst()
    let names = rows.map { EscapedText.cut($0[name].plain, to: 30) }
    let longest = names.map { EscapedText.width(of: $0) }.max() ?? 0
    var cells = columns.map { column in rows.map { $0[column].isZero ? "·" : $0[column].plain } }
    var widths = zip(columns, cells).map { column, cells in
      cells.map { EscapedText.width(of: $0) }.reduce(table.heads[column].title.count, max) + 2
    }
    if 2 + longest + widths.reduce(0, +) > width {
      columns.remove(at: 1)
      cells.remove(at: 1)
      widths.remove(at: 1)
    }
    let nameWidth = min(longest, max(8, width - 2 - widths.reduce(0, +)))
    let blank = String(repeating: " ", count: nameWidth)
    let head = zip(columns, widths).map { padded(table.heads[$0].title, $1) }.joined()
    return [terminalStyle("  \(blank)\(head)", .dim)]
      + names.enumerated().map { row, name in
        let name = EscapedText.cut(name, to: nameWidth)
        let fill = String(repeating: " ", count: nameWidth - EscapedText.width(of: name))
        return "  \(name)\(fill)\(zip(cells, widths).map { padded($0[row], $1) }.joined())"
      }
  }
}
