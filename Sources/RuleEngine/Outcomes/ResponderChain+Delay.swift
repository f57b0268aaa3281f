extension ResponderChain {
  /// The delay before the try that follows try `attempt`, as a station's own budget has it; nil where no budget stands
  /// there.
  package func delay(after attempt: Int32, atStation station: Int32) -> PendingDelay? {
    let verdict = tables.stations[Int(station)].verdict
    guard verdict.kind == .retry, verdict.operand >= 0 else { return nil }
    return tables.budgets[Int(verdict.operand)].delay(after: Int64(attempt), floor: 0, at: station)
  }
}
