internal import Records
internal import Bytes
package import RuleLanguage

/// An action requested by an evaluation, with its templates filled.
package struct LiveAction: Sendable {
  /// The action as in the resolution.
  package let json: String
  package let clause: Int
  /// Whether it is skipped by its throttle, or coalesced with an open alert.
  package let isSkipped: Bool
  package let buttons: [String]?
  package let isRecovery: Bool
  /// Whether its answer decides. Such an alert among the actions that ran has been answered.
  package let decides: Bool
  /// Whether its failure decides. Such an action among those that ran has run.
  package let decidesIfItFails: Bool
  /// Nil for the program's.
  package let limit: ActionLimit?
}

extension Evaluator {
  package var actionCount: Int { outcome.actions.count }

  /// An action of the outcome, by its position in execution order.
  package func liveAction(at index: Int, ordinal: UInt64) -> LiveAction {
    liveAction(outcome.actions[index], ordinal: ordinal)
  }

  func liveAction(_ ran: Outcome.RanAction, ordinal: UInt64) -> LiveAction {
    var text = Buffer<UInt8>()
    var gaps = Buffer<Gap>()
    append(ran, ordinal, to: &text, gaps: &gaps)
    let alert = tables.responses.alerts.element(at: tables.responses.actions[ran.action].alert)
    return LiveAction(
      json: filled(text.slice, gaps), clause: Int(ran.clause), isSkipped: ran.isThrottled || ran.isCoalesced,
      buttons: alert.map { titles(of: $0, ran.errorNode) }, isRecovery: alert?.isRecovery ?? false,
      decides: alert?.decides ?? false,
      decidesIfItFails: tables.responses.actions[ran.action].decidesIfItFails,
      limit: tables.responses.actions[ran.action].limit)
  }

  private func titles(of alert: CompiledAlert, _ errorNode: ErrorNodeIndex) -> [String] {
    var titles: [String] = []
    if alert.isRecovery {
      _ = firstOption(of: errorNode) { option in
        titles.append(String(option.title))
        return false
      }
      if !titles.isEmpty { return titles }
    }
    let buttons = alert.isRecovery ? alert.buttons.prefix(1) : alert.buttons[...]
    return buttons.map { String(tables.bytes.slice(tables.responses.buttons[$0].title)) }
  }
}
