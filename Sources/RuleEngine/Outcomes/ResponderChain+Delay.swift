extension ResponderChain {
  /// The delay after a failed try by a clause's own budget; nil if the clause has none.
  package func delay(after attempt: Int32, atClause clause: ClauseIndex) -> PendingDelay? {
    let verdict = tables.clauses[clause].verdict
    guard verdict.kind == .retry, !verdict.budget.isNone else { return nil }
    return tables.budgets[verdict.budget].delay(after: Int64(attempt), floor: 0, at: clause)
  }
}
