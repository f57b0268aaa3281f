internal import Bytes

/// An action that an error's answer asks for, ready to be done.
package struct LiveAction: Sendable {
  /// As the resolution shows it, its templates filled.
  package let json: String
  /// Where it stands, by its place among the chain's stations.
  package let station: Int
  /// Whether it is not to be done: its throttle skips it, or another alert's answer was taken.
  package let isSkipped: Bool
  /// The titles of an alert's buttons in order; nil where it is no alert.
  package let buttons: [String]?
  /// Whether its buttons are the error's recovery options.
  package let isRecovery: Bool
  /// Whether it is an alert whose answer decides; once it is among the actions that ran, it has been answered.
  package let decides: Bool
}

extension Climb {
  /// How many actions the outcome has.
  package var actionCount: Int { outcome.actions.count }

  /// An action of the outcome, by its place in the order of running.
  package func liveAction(at index: Int, ordinal: UInt64) -> LiveAction {
    liveAction(outcome.actions[index], ordinal: ordinal)
  }

  func liveAction(_ ran: Outcome.RanAction, ordinal: UInt64) -> LiveAction {
    var text = Buffer<UInt8>()
    var gaps = Buffer<Gap>()
    append(ran, ordinal, to: &text, gaps: &gaps)
    let alert = tables.alerts.element(at: tables.actions[ran.action].alert)
    return LiveAction(
      json: filled(text.slice, gaps, seed: 0),
      station: Int(ran.station),
      isSkipped: ran.isThrottled || ran.isCoalesced,
      buttons: alert.map { titles(of: $0, ran.frame) },
      isRecovery: alert?.isRecovery ?? false,
      decides: alert?.decides ?? false
    )
  }

  private func titles(of alert: CompiledAlert, _ frame: FrameIndex) -> [String] {
    var titles: [String] = []
    if alert.isRecovery {
      _ = firstOption(of: frame) { option in
        titles.append(String(option.title))
        return false
      }
      if !titles.isEmpty { return titles }
    }
    let buttons = alert.isRecovery ? alert.buttons.prefix(1) : alert.buttons[...]
    return buttons.map { String(tables.bytes.slice(tables.buttons[$0].title)) }
  }
}
