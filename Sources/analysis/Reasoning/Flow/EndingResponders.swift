internal import Engine
internal import RuleLanguage

extension RuleProgram.Responder {
  /// Whether every error that it is asked about ends here: no rule sends one on, and its `otherwise` ends the rest in any
  /// state.
  var endsEverything: Bool {
    guard isEnabled, policy.match == .first, policy.otherwise == .undecided, let otherwise,
      otherwise.isEnabled
    else { return false }
    let last = otherwise.everyVerdict
    return !last.isEmpty && last.allSatisfy { $0.isAnEnd }
      && enabledRules.allSatisfy { rule in !rule.everyVerdict.contains { $0.sendsOn } }
  }
}

extension RuleProgram.Clause {
  /// Its verdict or its buttons', and those of actions that fail.
  fileprivate var everyVerdict: [Verdict] {
    let buttons = actions.compactMap { $0.alert }.filter { $0.decides }.flatMap { $0.buttons }
    return (verdict.map { [$0] } ?? []) + buttons.compactMap { $0.verdict } + failures
  }
}

extension Verdict {
  /// Whether the error is handled by it in any state.
  fileprivate var isAnEnd: Bool {
    switch self {
    case .evaluation, .retryByPerson, .emit: true
    case .retry(let policy): if case .evaluation = policy.exhausted { true } else { false }
    case .continue, .escalate, .transform, .unwrapPayload, .unwrapCause, .handled, .raise: false
    }
  }

  /// Whether the error leaves the responder by it in some state.
  fileprivate var sendsOn: Bool {
    switch self {
    case .escalate: true
    case .retry(let policy): if case .escalate = policy.exhausted { true } else { false }
    case .evaluation, .retryByPerson, .continue, .transform, .unwrapPayload, .unwrapCause, .emit, .handled,
      .raise:
      false
    }
  }
}
