internal import Explanations
internal import Replay
internal import Engine

struct RetriesTable {
  private let summary: ReplaySummary
  private static let most = 100

  init(_ summary: ReplaySummary) { self.summary = summary }

  func write(_ markup: inout Markup) {
    markup.scrolling("Table of retries") { markup in
      markup.element("table", ["data-sort": ""]) { markup in
        markup.element(
          "caption",
          text:
            "Errors that a rule would try again. Untracked: granted, but the record has no attempt, and nothing to count it by."
        )
        markup.element("thead") { markup in
          markup.element("tr") { markup in
            markup.element("th", ["scope": "col"], text: "Rule")
            for column in columns {
              markup.element("th", ["scope": "col", "class": "num"], text: column.title)
            }
            markup.element("th", ["scope": "col", "class": "num"], text: "Delay")
          }
        }
        markup.element("tbody") { markup in
          for (place, clause, account) in rows.prefix(Self.most) {
            row("\(clause.responder)/\(clause.name)", account, ["retries", "rules", "\(place)"], &markup)
          }
        }
        guard rows.count > 1 else { return }
        markup.element("tfoot") { row("all rules", summary.retryAccount, ["retries"], &$0) }
      }
    }
    if summary.lacksCompletions { markup.aside(RetryAccount.lackOfCompletions, class: "more") }
    if rows.count > Self.most {
      markup.aside("\(Figures.counted(rows.count - Self.most, "more rule")) left out.", class: "more limit")
    }
  }

  /// The rules that matched, with their places in JSON.
  private var rows: [(place: Int, clause: ReplaySummary.Clause, account: RetryAccount)] {
    let all = summary.clauses.compactMap { clause in clause.retryAccount.map { (clause, $0) } }
    return all.enumerated().map { ($0.offset, $0.element.0, $0.element.1) }.filter { $0.2.matched > 0 }
  }

  private struct Column {
    let title: String
    /// The place of its numbers below an account in JSON.
    let path: [String]
    let count: (RetryAccount) -> Int
  }

  /// The columns with a number anywhere; matched and granted ones always.
  private var columns: [Column] {
    let all =
      [
        Column(title: "Matched", path: ["matched"]) { $0.matched },
        Column(title: "Granted", path: ["granted"]) { $0.granted },
        Column(title: "Untracked", path: ["untracked"]) { $0.untracked },
      ]
      + RetryEnd.allCases.map { end in
        Column(title: "Exhausted by \(end.cause)", path: ["exhausted", end.name]) { $0.exhausted(by: end) }
      }
      + [
        Column(title: "Action failed", path: ["actionFailed"]) { $0.failed },
        Column(title: "By a person", path: ["byPerson"]) { $0.byPerson },
      ]
    return all.prefix(2) + all.dropFirst(2).filter { $0.count(summary.retryAccount) > 0 }
  }

  private func row(_ name: String, _ account: RetryAccount, _ place: [String], _ markup: inout Markup) {
    markup.element("tr") { markup in
      markup.element("th", ["scope": "row"]) { $0.name(name) }
      for column in columns {
        markup.cell(column.count(account), of: Pointer.to(place + column.path))
      }
      markup.durationCell(account.delay, of: Pointer.to(place + ["delay"]))
    }
  }
}
