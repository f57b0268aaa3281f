internal import Counting
package import Engine
internal import Records

package enum ReplayFigures {
  private static let retryWords = [
    "matched", "granted", "untracked", "exhausted", "actionFailed", "byPerson",
  ]

  package static func vocabulary(_ chain: ResponderChain) -> GateVocabulary {
    let clauses = chain.clauses.indices.filter { chain.clauses[$0].kind != .always }
    func names(_ clauses: [Int]) -> GateVocabulary.Names {
      .init(noun: "rule", names: clauses.flatMap { [chain.name(ofClause: $0), chain.clauses[$0].name] })
    }
    let retrying = names(clauses.filter { chain.mayRetry(atClause: $0) })
    var named = [
      "rule": names(clauses), "category": .init(noun: "category", names: chain.categories + ["none"]),
    ]
    for word in retryWords { named[word] = retrying }
    return GateVocabulary(
      words: Evaluation.allCases.map { $0.name } + [
        "unhandled", "ignored", "assumed", "records", "errors", "events", "unhandledEvents", "rejected",
        "outOfContract", "neverFired",
      ] + retryWords,
      named: named,
      example: "abort > 0"
    )
  }

  package static func values(_ summary: ReplaySummary) -> [GateFigure: GateValue] {
    var values: [GateFigure: GateValue] = [:]
    let lineCounts = summary.lineCounts
    func errors(_ count: Int) -> GateValue { GateValue(count, of: lineCounts.errors, "errors") }
    func records(_ count: Int) -> GateValue { GateValue(count, of: lineCounts.records, "records") }
    for evaluation in summary.outcomes.evaluations {
      let untracked = evaluation.name == Evaluation.retry.name ? summary.untracked : 0
      values[.word(evaluation.name)] = GateValue(
        evaluation.count, of: lineCounts.errors, "errors", untracked: untracked)
    }
    values[.word("unhandled")] = errors(summary.unhandled)
    values[.word("ignored")] = errors(summary.ignored)
    values[.word("assumed")] = records(summary.assumed)
    values[.word("records")] = records(lineCounts.records)
    values[.word("errors")] = records(lineCounts.errors)
    values[.word("events")] = records(lineCounts.events)
    values[.word("unhandledEvents")] = GateValue(summary.unhandledEvents, of: summary.events, "events")
    values[.word("rejected")] = GateValue(lineCounts.rejected, of: lineCounts.lines, "lines")
    values[.word("outOfContract")] = records(summary.outcomes.outOfContract.reduce(0) { $0 + $1.count })
    let rules = summary.clauses.count { $0.isRule && $0.isEnabled }
    values[.word("neverFired")] = GateValue(summary.neverFired.count, of: rules, "rules")
    for category in summary.outcomes.categories {
      values[.named("category", category.name)] = errors(category.errors)
    }
    var accounts: [String: RetryAccount] = [:]
    var handled: [String: Int] = [:]
    for clause in summary.clauses {
      for name in Set([clause.name, "\(clause.responder)/\(clause.name)"]) {
        handled[name, default: 0] += clause.answered
        if let account = clause.retryAccount { accounts[name, default: RetryAccount()] += account }
      }
    }
    for (name, count) in handled { values[.named("rule", name)] = errors(count) }
    for (word, value) in figures(summary.retryAccount) { values[.word(word)] = value }
    for (name, account) in accounts {
      for (word, value) in figures(account) { values[.named(word, name)] = value }
    }
    return values
  }

  private static func figures(_ account: RetryAccount) -> [(String, GateValue)] {
    let counts = [
      account.matched, account.granted, account.untracked, account.allExhausted, account.failed,
      account.byPerson,
    ]
    return zip(retryWords, counts).map { word, count in
      let rests = word == "granted" || word == "exhausted"
      return (
        word, GateValue(count, of: account.matched, "matched", untracked: rests ? account.untracked : 0)
      )
    }
  }
}
