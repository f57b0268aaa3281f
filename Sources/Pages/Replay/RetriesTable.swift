internal import Replay
internal import RuleEngine

struct RetriesTable {
  private let summary: ReplaySummary
  private static let most = 100

  init(_ summary: ReplaySummary) { self.summary = summary }

  func write(_ markup: inout Markup) {
    markup.element("div", ["class": "scroll"]) { markup in
      markup.element("table", ["data-sort": ""]) { markup in
        markup.element(
          "caption",
          text:
            "Errors that a rule would try again. Untracked: granted, but the record has no attempt, and nothing to count it by."
        )
        markup.element("thead") { markup in
          markup.element("tr") { markup in
            markup.element("th", ["scope": "col"], text: "Rule")
            for title in titles { markup.element("th", ["scope": "col", "class": "num"], text: title) }
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
    if rows.count > Self.most {
      markup.aside("\(Figures.counted(rows.count - Self.most, "more rule")) left out.", class: "more limit")
    }
  }

  /// The rules that matched, with their places in JSON.
  private var rows: [(place: Int, clause: ReplaySummary.Clause, account: RetryAccount)] {
    let all = summary.clauses.compactMap { clause in clause.retryAccount.map { (clause, $0) } }
    return all.enumerated().map { ($0.offset, $0.element.0, $0.element.1) }.filter { $0.2.matched > 0 }
  }

  private var titles: [String] {
    ["Matched", "Granted", "Untracked"] + RetryEnd.allCases.map { "Exhausted by \($0.cause)" }
      + ["By a person", "Delay"]
  }

  private func row(_ name: String, _ account: RetryAccount, _ place: [String], _ markup: inout Markup) {
    func count(_ count: Int, _ path: String..., markup: inout Markup) {
      markup.element("td", ["class": count == 0 ? "num zero" : "num"]) {
        $0.figure(count, of: Pointer.to(place + path))
      }
    }
    markup.element("tr") { markup in
      markup.element("th", ["scope": "row"]) { $0.name(name) }
      count(account.matched, "matched", markup: &markup)
      count(account.granted, "granted", markup: &markup)
      count(account.untracked, "untracked", markup: &markup)
      for end in RetryEnd.allCases {
        count(account.exhausted(by: end), "exhausted", end.name, markup: &markup)
      }
      count(account.byPerson, "byPerson", markup: &markup)
      markup.element("td", ["class": account.delay == 0 ? "num zero" : "num"]) {
        $0.duration(account.delay, of: Pointer.to(place + ["delay"]))
      }
    }
  }
}
