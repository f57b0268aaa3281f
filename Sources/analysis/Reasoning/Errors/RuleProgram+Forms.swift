internal import Engine
internal import RuleLanguage

extension RuleProgram {
  /// Rules replace errors, so that others than the recorded and the unwrapped ones arrive.
  var makesForms: Bool { clauses.contains { $0.makesForms } }
}

extension RuleProgram.Clause {
  fileprivate var makesForms: Bool {
    verdict?.makesForms == true
      || actions.contains { $0.alert?.buttons.contains { $0.verdict?.makesForms == true } == true }
  }
}

extension Verdict {
  fileprivate var makesForms: Bool {
    switch self {
    case .transform, .unwrapPayload, .unwrapCause, .raise: true
    case .evaluation, .retry, .retryByPerson, .continue, .escalate, .emit, .handled: false
    }
  }
}
