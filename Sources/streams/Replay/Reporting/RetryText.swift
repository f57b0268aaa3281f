internal import Explanations
internal import Reports
internal import Bytes
internal import Engine
internal import Source

struct RetryText {
  private static let rows = 24

  private let summary: ReplaySummary
  private var total: RetryAccount { summary.retryAccount }

  static func lines(of summary: ReplaySummary, terminalStyle: TerminalStyle) -> [String] {
    RetryText(summary: summary).lines(terminalStyle)
  }

  private func lines(_ terminalStyle: TerminalStyle) -> [String] {
    let clauses = summary.clauses.filter { $0.retryAccount?.matched ?? 0 > 0 }
    var lines = [terminalStyle("  \(columns.map { padded($0.title, $0.width) }.joined())  rule", .dim)]
    for clause in clauses.prefix(Self.rows) {
      guard let account = clause.retryAccount else { continue }
      lines.append("  \(numbers(account))  \(EscapedText.of("\(clause.responder)/\(clause.name)"))")
    }
    if clauses.count > Self.rows {
      lines.append(
        "  and \(Figures.number(clauses.count - Self.rows)) more rules; --format json has them all")
    }
    if clauses.count > 1 { lines.append("  \(numbers(total))  (all rules)") }
    return lines + notes.map { terminalStyle("  \($0)", .dim) }
  }

  private struct Column {
    let title: String
    let width: Int
    let number: (RetryAccount) -> String
  }

  private var columns: [Column] {
    var columns = [
      Column(title: "matched", width: 9) { Figures.number($0.matched) },
      Column(title: "granted", width: 9) { Figures.number($0.granted) },
    ]
    if total.untracked > 0 {
      columns.append(Column(title: "untracked", width: 11) { Figures.number($0.untracked) })
    }
    columns.append(Column(title: "exhausted", width: 11) { Figures.number($0.allExhausted) })
    if total.failed > 0 {
      columns.append(Column(title: "action failed", width: 15) { Figures.number($0.failed) })
    }
    if total.byPerson > 0 {
      columns.append(Column(title: "by a person", width: 13) { Figures.number($0.byPerson) })
    }
    columns.append(
      Column(title: "avg delay", width: 11) {
        $0.allGranted == 0 ? "" : Figures.duration($0.delay / $0.allGranted)
      }
    )
    return columns
  }

  private func numbers(_ account: RetryAccount) -> String {
    columns.map { padded($0.number(account), $0.width) }.joined()
  }

  private var notes: [String] {
    var notes: [String] = []
    let ends = RetryEnd.allCases.filter { total.exhausted(by: $0) > 0 }
    if !ends.isEmpty {
      let parts = ends.map { "\(Figures.number(total.exhausted(by: $0))) by \($0.cause)" }
      notes.append("exhausted: \(parts.joined(separator: ", "))")
    }
    if summary.lacksCompletions { notes.append(RetryAccount.lackOfCompletions) }
    if total.untracked > 0 {
      notes.append("untracked: granted, but the record has no attempt, and nothing to count it by")
    }
    if total.byPerson > 0 {
      let all = total.allGranted + total.byPerson
      notes.append(
        "\(Figures.number(total.byPerson)) of \(Figures.counted(all, "retry", plural: "retries")) chosen by a person"
      )
    }
    if total.allGranted > 0 { notes.append("total delay: \(Figures.duration(total.delay))") }
    return notes
  }
}

extension RetryAccount {
  package static let lackOfCompletions =
    "quota: no record is completed, so ratio gives no tokens back"
}

extension RetryEnd {
  /// The setting that granted no further try.
  package var cause: String {
    switch self {
    case .attempts: "maxAttempts"
    case .deadline: "deadline"
    case .quota: "quota"
    }
  }
}
