internal import Bytes

package enum PossibleAnswers: Sendable {
  case titles([String])
  /// The error's own recovery options.
  case options
}

extension ResponderChain {
  /// The possible answers at a clause; nil if no alert decides there.
  package func possibleAnswers(atClause index: Int) -> PossibleAnswers? {
    for action in tables.clauses[index].actions {
      guard let alert = tables.responses.alerts.element(at: tables.responses.actions[action].alert),
        alert.decides
      else {
        continue
      }
      guard !alert.isRecovery else { return .options }
      return .titles(alert.buttons.map { String(tables.bytes.slice(tables.responses.buttons[$0].title)) })
    }
    return nil
  }
}
