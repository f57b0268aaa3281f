internal import Counting
package import Engine
internal import Explanations
internal import Records
internal import Reports

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
      named: named, counted: countedWords, endings: endingWords, example: "abort > 0"
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
    values.merge(countedApart(summary)) { $1 }
    for (word, value) in figures(summary.retryAccount) { values[.word(word)] = value }
    for (name, account) in accounts {
      for (word, value) in figures(account) { values[.named(word, name)] = value }
    }
    return values
  }

  /// The figures that are counted only on request: of the values of fields, and of retried operations.
  package static func countedApart(_ summary: ReplaySummary) -> [GateFigure: GateValue] {
    var values: [GateFigure: GateValue] = [:]
    for table in summary.gateTables {
      for (word, outcome) in counted {
        values[.most(word, per: table.name, span: table.span)] = most(outcome, of: table, summary.read.zone)
      }
    }
    if let granted = summary.granted {
      for ending in endings { values[.after(word(ending))] = operations(ending, granted) }
    }
    return values
  }

  /// The words before “per”, and those before “after granted”.
  package static let countedWords = counted.map { $0.word }
  package static let endingWords = endings.map { word($0) }

  /// The words before “per”; nil counts all errors.
  private static let counted: [(word: String, outcome: ShownOutcome?)] =
    [("errors", nil)] + ShownOutcome.allCases.map { (word($0), $0) }

  /// The outcomes with which a retried operation ends.
  private static let endings: [ShownOutcome] = [.proceed, .cancel, .abort, .nobody]

  private static func word(_ outcome: ShownOutcome) -> String {
    outcome == .nobody ? "unhandled" : outcome.name
  }

  /// The largest count of a value; of equal ones that of the first value in order.
  private static func most(_ outcome: ShownOutcome?, of table: FieldTable, _ zone: ShownZone) -> GateValue {
    func count(_ row: FieldTable.Row) -> Int { outcome.map { row.outcomes[$0.rawValue] } ?? row.count }
    let largest = table.rows.max {
      (count($0), $1.value, $1.first?.microseconds ?? 0) < (count($1), $0.value, $0.first?.microseconds ?? 0)
    }
    let missing = table.missing.map { count($0) } ?? 0
    let total = table.rows.reduce(missing) { $0 + count($1) }
    var value = GateValue(largest.map { count($0) } ?? 0, of: total, "such errors")
    if let largest, value.count > 0 {
      let start = table.span.flatMap { span in largest.first.map { span.start(of: $0) } }
      let time = start.map { Timestamp(microseconds: $0) }.map {
        ", \(table.span == .second ? zone.second($0) : zone.minute($0))"
      }
      value.found = table.text(of: largest.value, in: zone) + (time ?? "")
    }
    if table.rows.isEmpty, table.others == 0, table.missing != nil { value.unknownField = table.name }
    if table.others > 0 {
      value.missing = .init(count: table.others, reason: "errors have values that were not kept")
    } else if missing > 0 {
      let what = table.span == nil ? "no \(table.name)" : "no \(table.name) or no time"
      value.missing = .init(
        count: missing, reason: missing == 1 ? "error has \(what)" : "errors have \(what)")
    }
    return value
  }

  private static func operations(_ ending: ShownOutcome, _ operations: RetryLoad.Operations) -> GateValue {
    var value = GateValue(
      operations.endings[ending.rawValue], of: operations.retried, "operations with a granted retry")
    if operations.unfollowed > 0 {
      let retries = operations.unfollowed == 1 ? "granted retry is" : "granted retries are"
      value.missing = .init(
        count: operations.unfollowed, reason: "\(retries) of operations that have no name or were too many")
    }
    return value
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
