internal import Reasoning
internal import Engine
internal import RuleLanguage

/// Errors that certainly end in a part of the chain, and those that may change.
///
/// Conditions are about errors as recorded. State (rates), results of plugins, and errors changed on the way
/// never count as an end.
struct PathEffects {
  /// One condition for each rule or `otherwise` that ends them.
  private(set) var ends:
    [(condition: Condition, clause: RuleProgram.Clause, responder: RuleProgram.Responder)] =
      []
  /// Replaced by other errors, about which nothing is known.
  private(set) var changes: [Condition] = []

  var taken: Condition { .any(ends.map { $0.condition }) }
  var lost: Condition { .any(ends.map { $0.condition } + changes) }

  /// Passes a responder from one position in evaluation order up to another.
  mutating func pass(_ responder: RuleProgram.Responder, from first: Int = 0, to end: Int? = nil) {
    guard responder.isEnabled else { return }
    let enabled = responder.enabledRules
    var gone: [Condition] = []
    for (index, rule) in enabled.enumerated() where index < end ?? enabled.count {
      guard rule.rate == nil else { continue }
      if index >= first, rule.endsForSure(responder) {
        ends.append((Self.without(gone, rule.condition), rule, responder))
      }
      guard responder.policy.match == .first else { continue }
      if rule.escalates || rule.changesErrors { gone.append(rule.condition) }
      if rule.changesErrors, index >= first { changes.append(rule.condition) }
    }
    guard end == nil, let otherwise = responder.otherwise, otherwise.endsForSure(responder) else { return }
    // Only errors that have escalated leave the responder.
    let left = enabled.filter { $0.escalates }.map { $0.condition }
    let isForTheRest = responder.policy.otherwise == .unmatched
    ends.append(
      (Self.without(isForTheRest ? enabled.map { $0.condition } : left, .always), otherwise, responder))
  }

  /// A condition without the errors of others.
  static func without(_ others: [Condition], _ condition: Condition) -> Condition {
    others.isEmpty ? condition : .all([condition, .not(.any(others))])
  }
}

extension RuleProgram {
  /// The effects from a responder up to `goal`, exclusive; to the root if it is nil.
  func pathEffects(from start: Int, upTo goal: Int?) -> PathEffects {
    var pathEffects = PathEffects()
    for visited in path(from: start) {
      if visited == goal { break }
      pathEffects.pass(responders[visited])
    }
    return pathEffects
  }
}

extension RuleProgram.Clause {
  /// Whether errors escalate by its verdict, or if one of its actions fails.
  var escalates: Bool {
    if case .escalate? = verdict { return true }
    return failures.contains { if case .escalate = $0 { true } else { false } }
  }

  /// Whether its verdict replaces errors by others.
  var changesErrors: Bool {
    switch verdict {
    case .transform, .unwrapPayload, .unwrapCause: true
    case .evaluation, .retry, .retryByPerson, .continue, .escalate, .emit, .handled, .raise, nil: false
    }
  }

  /// Independent of state and choices.
  func endsForSure(_ responder: RuleProgram.Responder) -> Bool {
    guard isEnabled, rate == nil, failures.allSatisfy({ $0.ends }) else { return false }
    guard let verdict else {
      let buttons = actions.compactMap { $0.alert }.filter { $0.decides }.flatMap { $0.buttons }
      // Under match: all, a rule without a verdict proceeds.
      return buttons.isEmpty || buttons.allSatisfy { $0.verdict?.ends ?? true }
    }
    return verdict.ends
  }
}

extension Verdict {
  var ends: Bool {
    switch self {
    case .evaluation, .retryByPerson, .emit, .handled, .raise: true
    case .retry(let policy): if case .evaluation = policy.exhausted { true } else { false }
    case .continue, .escalate, .transform, .unwrapPayload, .unwrapCause: false
    }
  }
}
