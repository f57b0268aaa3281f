internal import Counting
internal import Reports
internal import Bytes
internal import Engine

extension ReplayReport {
  private struct Row {
    let name: Words
    let account: RetryAccount
    /// The place of the account in JSON.
    let place: [String]
  }

  private var total: RetryAccount { summary.retryAccount }

  var retries: [Report.Part] {
    guard total.matched > 0 else { return [] }
    let all = summary.clauses.compactMap { clause in clause.retryAccount.map { (clause, $0) } }
    let rows = all.enumerated().filter { $0.element.1.matched > 0 }.map { place, row in
      Row(
        name: "\(name: "\(row.0.responder)/\(row.0.name)")", account: row.1,
        place: ["retries", "rules", "\(place)"])
    }
    let table = Table(
      rows, [Table.Column(.name, "rule") { $0.name }] + columns,
      total: rows.count > 1 ? Row(name: "all rules", account: total, place: ["retries"]) : nil,
      limits: Table.Limits(text: 24), label: "retries",
      caption:
        "Errors that a rule would try again. Untracked: granted, but the record has no attempt, and nothing to count it by.",
      noun: "rule", more: { "and \($0) more rules; --format json has them all" })
    return [.table(table)] + notes
  }

  /// The columns with a number anywhere; matched and granted ones always.
  private var columns: [Table.Column<Row>] {
    func count(
      _ title: String, _ path: String..., in formats: Report.Formats = .all,
      _ figure: @escaping (RetryAccount) -> Int
    ) -> Table.Column<Row> {
      Table.Column(.number, title, in: formats) { "\(figure($0.account), at: Pointer.to($0.place + path))" }
    }
    var columns = [count("matched", "matched") { $0.matched }, count("granted", "granted") { $0.granted }]
    if total.untracked > 0 { columns.append(count("untracked", "untracked") { $0.untracked }) }
    columns.append(count("exhausted", in: .text) { $0.allExhausted })
    for end in RetryEnd.allCases where total.exhausted(by: end) > 0 {
      columns.append(
        count("exhausted by \(end.cause)", "exhausted", end.name, in: .marked) { $0.exhausted(by: end) })
    }
    if total.failed > 0 { columns.append(count("action failed", "actionFailed") { $0.failed }) }
    if total.byPerson > 0 { columns.append(count("by a person", "byPerson") { $0.byPerson }) }
    return columns + [
      Table.Column(.number, "avg delay", in: .text) { row in
        let granted = row.account.allGranted
        return granted == 0 ? "" : "\(duration: row.account.delay / granted)"
      },
      Table.Column(.number, "delay", in: .marked) {
        "\(duration: $0.account.delay, at: Pointer.to($0.place + ["delay"]))"
      },
    ]
  }

  private var notes: [Report.Part] {
    let ends: [Words] = RetryEnd.allCases.filter { total.exhausted(by: $0) > 0 }.map {
      "\(total.exhausted(by: $0)) by \($0.cause)"
    }
    let all = total.allGranted + total.byPerson
    let notes: [(isTrue: Bool, words: Words, formats: Report.Formats)] = [
      (!ends.isEmpty, "exhausted: \(ends.joined(", "))", .text),
      (
        summary.lacksCompletions, "\(RetryAccount.lackOfCompletions(sharesQuotas: summary.sharesQuotas))",
        .all
      ),
      (
        total.untracked > 0, "untracked: granted, but the record has no attempt, and nothing to count it by",
        .written
      ),
      (
        total.byPerson > 0, "\(total.byPerson) of \(all, "retry", plural: "retries") chosen by a person", .all
      ),
      (total.allGranted > 0, "total delay: \(duration: total.delay)", .text),
    ]
    return notes.filter { $0.isTrue }.map { .line($0.words, .aside, in: $0.formats) }
  }
}

extension RetryAccount {
  package static func lackOfCompletions(sharesQuotas: Bool) -> String {
    "quota: no record is completed, so \(sharesQuotas ? "no tokens come back" : "ratio gives no tokens back")"
  }
}

extension RetryEnd {
  /// The setting that granted no further try.
  package var cause: String {
    switch self {
    case .attempts: "maxAttempts"
    case .retryAfter: "retryAfter"
    case .deadline: "deadline"
    case .quota: "quota"
    }
  }
}
