internal import Reasoning
internal import RuleEngine

/// What becomes of errors on a part of their way up: which of them surely end there, which may go on as others.
///
/// Conditions are about the error as it was recorded. What is remembered (rates), what a plugin answers and what was
/// made of an error on the way is never said to end anything.
struct Passage {
  /// Errors that surely end: one condition for each rule or `otherwise` that ends them.
  private(set) var ends:
    [(condition: Condition, station: RuleProgram.Station, responder: RuleProgram.Responder)] =
      []
  /// Errors that go on as other errors, so that nothing is known of them after.
  private(set) var changes: [Condition] = []

  /// The conditions of all that ends.
  var taken: Condition { .any(ends.map { $0.condition }) }
  /// What is taken or changed.
  var lost: Condition { .any(ends.map { $0.condition } + changes) }

  /// Adds what a responder's rules do, from one of them on up to another (by their places among those asked).
  mutating func pass(_ responder: RuleProgram.Responder, from first: Int = 0, to end: Int? = nil) {
    guard responder.isEnabled else { return }
    let asked = responder.askedRules
    var gone: [Condition] = []
    for (index, rule) in asked.enumerated() where index < end ?? asked.count {
      guard rule.rate == nil else { continue }
      if index >= first, rule.endsForSure(responder) {
        ends.append((Self.without(gone, rule.condition), rule, responder))
      }
      guard responder.policy.match == .first else { continue }
      switch rule.verdict {
      case .escalate: gone.append(rule.condition)
      case .transform, .unwrapPayload, .unwrapCause:
        gone.append(rule.condition)
        if index >= first { changes.append(rule.condition) }
      case .evaluation, .retry, .retryByPerson, .continue, .emit, .handled, .raise, nil: continue
      }
    }
    guard end == nil, let otherwise = responder.otherwise, otherwise.endsForSure(responder) else { return }
    // What said escalate has left, and its errors alone.
    let left = asked.filter { rule in
      if case .escalate? = rule.verdict { true } else { false }
    }.map { $0.condition }
    let isForTheRest = responder.policy.otherwise == .unmatched
    ends.append(
      (Self.without(isForTheRest ? asked.map { $0.condition } : left, .always), otherwise, responder)
    )
  }

  private static func without(_ others: [Condition], _ condition: Condition) -> Condition {
    others.isEmpty ? condition : .all([condition, .not(.any(others))])
  }
}

extension RuleProgram {
  /// What becomes of errors from a responder on, up to `goal` and not beyond: all its rules where it is nil.
  func passage(from start: Int, upTo goal: Int?) -> Passage {
    var passage = Passage()
    for place in path(from: start) {
      if place == goal { break }
      passage.pass(responders[place])
    }
    return passage
  }
}

extension RuleProgram.Station {
  /// Whether an error that it matches is answered here for sure, whatever is remembered or chosen.
  func endsForSure(_ responder: RuleProgram.Responder) -> Bool {
    guard isEnabled, rate == nil else { return false }
    guard let verdict else {
      let buttons = actions.compactMap { $0.alert }.filter { $0.decides }.flatMap { $0.buttons }
      // Under match: all a rule without a verdict proceeds.
      return buttons.isEmpty || buttons.allSatisfy { $0.verdict?.ends ?? true }
    }
    return verdict.ends
  }
}

extension Verdict {
  /// Whether nothing after it is asked, whatever is remembered.
  var ends: Bool {
    switch self {
    case .evaluation, .retryByPerson, .emit, .handled, .raise: true
    case .retry(let policy): if case .evaluation = policy.exhausted { true } else { false }
    case .continue, .escalate, .transform, .unwrapPayload, .unwrapCause: false
    }
  }
}
