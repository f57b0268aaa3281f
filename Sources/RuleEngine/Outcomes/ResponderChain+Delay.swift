extension ResponderChain {
  /// The delay before the try that follows try `attempt`, as a station's own budget has it; nil where no budget stands
  /// there.
  package func delay(after attempt: Int32, atStation station: StationIndex) -> PendingDelay? {
    let verdict = tables.stations[station].verdict
    guard verdict.kind == .retry, !verdict.budget.isNone else { return nil }
    return tables.budgets[verdict.budget].delay(after: Int64(attempt), floor: 0, at: station)
  }
}
