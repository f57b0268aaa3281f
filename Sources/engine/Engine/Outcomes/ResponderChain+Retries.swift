internal import Bytes

extension ResponderChain {
  /// Whether a clause may retry, by its verdict or by a button of its alerts.
  package func mayRetry(atClause index: Int) -> Bool {
    let clause = tables.clauses[ClauseIndex(index)]
    if budget(atClause: index) != nil { return true }
    for action in clause.actions {
      guard let alert = tables.responses.alerts.element(at: tables.responses.actions[action].alert),
        alert.decides
      else {
        continue
      }
      for button in alert.buttons where tables.responses.buttons[button].verdict.kind == .retryByPerson {
        return true
      }
    }
    return false
  }
}
