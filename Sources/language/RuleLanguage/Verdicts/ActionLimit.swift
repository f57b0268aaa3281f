public import Records

/// The time limit of one action.
public enum ActionLimit: Sendable, BitwiseCopyable, Equatable {
  /// The program waits until the action ends.
  case unlimited
  /// It is cancelled after this time.
  case after(TimeSpan)
}

extension Action {
  /// The part that the app provides: the name below `perform`, or the key of a plugin's action.
  package var provided: String {
    guard let first = members.first else { return "" }
    if first.key == "perform", case .scalar(.string(let name)) = first.value { return name }
    return first.key
  }

  /// The action, where a failure that tries again has the policy of the rule's own retry.
  package func retrying(by policy: RetryPolicy) -> Action {
    var buttons = alert?.buttons ?? []
    buttons = buttons.map { button in
      Alert.Button(
        title: button.title, actions: button.actions.map { $0.retrying(by: policy) }, verdict: button.verdict)
    }
    let isRecovery = alert?.isRecovery == true
    var action = Action(
      members, label: label,
      alert: isRecovery ? alert : alert.map { Alert(buttons: buttons, coalesce: $0.coalesce) })
    (action.throttle, action.limit, action.failed) = (throttle, limit, failed)
    if case .retry = failed { action.failed = .retry(policy) }
    return action
  }

  /// The verdicts of its own failure and of those behind its buttons.
  package var failures: [Verdict] {
    [failed].compactMap { $0 } + (alert?.buttons ?? []).flatMap { $0.actions.flatMap { $0.failures } }
  }
}
