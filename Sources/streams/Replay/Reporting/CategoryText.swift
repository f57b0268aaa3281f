internal import Explanations
internal import Reports
internal import Bytes
internal import Records
internal import Source

/// Fits 80 columns.
struct CategoryText {
  private static let width = 80
  private static let longestName = 30

  private let summary: ReplaySummary

  static func lines(of summary: ReplaySummary, terminalStyle: TerminalStyle) -> [String] {
    CategoryText(summary: summary).lines(terminalStyle)
  }

  private struct Column {
    let title: String
    let cells: [String]

    /// The width with the space before it.
    var width: Int { ([title] + cells).reduce(0) { max($0, EscapedText.width(of: $1)) } + 2 }
  }

  private func lines(_ terminalStyle: TerminalStyle) -> [String] {
    let names = summary.categoryOutcomes.map {
      ListText.cut(EscapedText.of($0.name), to: Self.longestName)
    }
    let longest = names.map { EscapedText.width(of: $0) }.max() ?? 0
    var columns = [errors, shares] + outcomes
    if 2 + longest + columns.reduce(0, { $0 + $1.width }) > Self.width { columns.remove(at: 1) }
    let room = Self.width - 2 - columns.reduce(0) { $0 + $1.width }
    let nameWidth = min(longest, max(8, room))
    let blank = String(repeating: " ", count: nameWidth)
    let head = columns.map { padded($0.title, $0.width) }.joined()
    return [terminalStyle("  \(blank)\(head)", .dim)]
      + names.indices.map { row in
        let name = ListText.cut(names[row], to: nameWidth)
        let fill = String(repeating: " ", count: nameWidth - EscapedText.width(of: name))
        return "  \(name)\(fill)\(columns.map { padded($0.cells[row], $0.width) }.joined())"
      }
  }

  private var errors: Column {
    Column(title: "errors", cells: summary.categoryOutcomes.map { Figures.number($0.errors) })
  }

  private var shares: Column {
    Column(
      title: "share",
      cells: summary.categoryOutcomes.map { Figures.share($0.errors, of: summary.lineCounts.errors) })
  }

  /// The outcomes that any error has, in the order of ``Evaluation``, then unhandled errors.
  private var outcomes: [Column] {
    var columns: [Column?] = summary.evaluations.indices.map { index in
      column(summary.evaluations[index].name) { $0.handled[index] }
    }
    columns.append(column("unhandled") { $0.unhandled })
    return columns.compactMap { $0 }
  }

  private func column(_ title: String, _ count: (ReplaySummary.CategoryOutcome) -> Int) -> Column? {
    let counts = summary.categoryOutcomes.map(count)
    guard counts.contains(where: { $0 > 0 }) else { return nil }
    return Column(title: title, cells: counts.map { $0 == 0 ? "·" : Figures.number($0) })
  }
}
