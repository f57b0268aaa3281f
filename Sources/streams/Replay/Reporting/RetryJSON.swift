internal import Counting
internal import Bytes
internal import Engine

/// The sum, and every rule that may try again.
enum RetryJSON {
  static func text(of summary: ReplaySummary) -> String {
    let rules = summary.clauses.compactMap { clause in
      clause.retryAccount.map { account in
        """
        {"responder": \(clause.responder.json), \
        \(clause.isRule ? "\"rule\": \(clause.name.json)" : "\"otherwise\": true"), \(members(of: account))}
        """
      }
    }
    let lack = summary.lacksCompletions ? ", \"lacksCompletions\": true" : ""
    return "{\(members(of: summary.retryAccount))\(lack), \"rules\": [\(rules.joined(separator: ", "))]}"
  }

  private static func members(of account: RetryAccount) -> String {
    // Few rules bound what an error asks for.
    let ends = RetryEnd.allCases.filter { $0 != .retryAfter || account.exhausted(by: $0) > 0 }
      .map { "\($0.name.json): \(account.exhausted(by: $0))" }
    return """
      "matched": \(account.matched), "granted": \(account.granted), "untracked": \(account.untracked), \
      "exhausted": {\(ends.joined(separator: ", "))}, "actionFailed": \(account.failed), "byPerson": \(account.byPerson), \
      "delay": \(ReplayJSON.seconds(account.delay))
      """
  }
}
