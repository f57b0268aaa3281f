internal import Bytes

/// What can be said to the alert that decides at a station.
package enum PossibleAnswers: Sendable {
  /// One of the titles of its buttons.
  case titles([String])
  /// One of the options of the error, whatever they are.
  case options
}

extension ResponderChain {
  /// What can be answered at a station; nil where no alert decides.
  package func possibleAnswers(atStation index: Int) -> PossibleAnswers? {
    for action in tables.stations[index].actions {
      guard let alert = tables.alerts.element(at: tables.actions[action].alert), alert.decides else {
        continue
      }
      guard !alert.isRecovery else { return .options }
      return .titles(alert.buttons.map { String(tables.bytes.slice(tables.buttons[$0].title)) })
    }
    return nil
  }
}
