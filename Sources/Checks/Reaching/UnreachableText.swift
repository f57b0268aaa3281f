internal import Reasoning
internal import RuleEngine

/// Says why something never answers.
struct UnreachableText {
  let rules: CheckedRules

  /// The sentence about a rule or the like that is called `what` (“This rule”), or nil where there is nothing to say.
  func message(_ reachability: Reachability, what: String, responder: String, isLast: Bool = false) -> String?
  {
    guard reachability.answer.isNever, let reason = reachability.reason else { return nil }
    switch reason {
    case .disabled: return nil
    case .contradiction:
      return "\(what) never answers: no error is all that it asks for. Take one of its conditions out."
    case .neverArrives:
      return
        "\(what) never answers: nothing that it asks for arrives at “\(responder)”. Correct what it asks for, or move it."
    case .blocked(let blockers):
      let list = rules.list(blockers)
      let alone = blockers.count == 1
      if blockers.allSatisfy({ $0.saysTheSame }) {
        return
          "\(what) never answers: \(list) \(alone ? "takes" : "take together") all that \(isLast ? "is left" : "it asks for"), and \(alone ? "says" : "say") the same. Delete it."
      }
      if blockers.contains(where: { $0.kind == .ignored }) {
        return
          "\(what) never answers: \(list) \(alone ? "takes" : "take together") all that it asks for, before any rule. Delete it, or write “defaults: { ignore: none }”."
      }
      // What stands last can't be moved.
      return
        "\(what) never answers: \(list) \(alone ? "takes" : "take together") all that \(isLast ? "is left" : "it asks for"), and \(alone ? "says" : "say") something else. \(isLast ? "Narrow \(alone ? "that" : "those"), or delete this." : "Move it before, or delete it.")"
    }
  }
}

extension UnreachableText {
  /// What is said of a station that answers at one responder or at several heirs, and what blocks it at the first: nil
  /// where it answers at one of them.
  func finding(
    of group: [PlacedStation],
    what: (PlacedStation) -> String,
    _ unreached: Set<Int>,
    _ reasoner: Reasoner,
    isLast: Bool = false
  ) -> (message: String, related: [Diagnostic.Related])? {
    var first: (message: String, related: [Diagnostic.Related])?
    guard isNever(group, unreached, reasoner) else { return nil }
    for placed in group
    where placed.station.isEnabled && placed.responder.isEnabled && !unreached.contains(placed.responderIndex)
    {
      let reachability = reasoner.reachability(ofStation: placed.index)
      let message = message(
        reachability,
        what: what(placed),
        responder: placed.responder.id.text,
        isLast: isLast
      )
      guard let message else { return nil }
      guard first == nil else { continue }
      if case .contradiction? = reachability.reason, let why = contradiction(of: placed) {
        first = ("\(what(placed)) never answers: \(why.text)", why.related)
      } else {
        first = (message, rules.related(reachability.blockers))
      }
    }
    return first
  }

  /// What contradicts what in a station that no error ever satisfies, where that is known.
  private func contradiction(of placed: PlacedStation) -> (
    text: String, related: [Diagnostic.Related]
  )? {
    let station = placed.station
    // What events can be is asked in another way.
    guard station.kind != .eventRule else { return nil }
    if let found = Contradiction(in: station.condition, writtenAs: station.when, rules) {
      return (found.text, found.related)
    }
    guard case .retry(let policy)? = station.verdict, policy.maxAttempts < 2, let then = station.then else {
      return nil
    }
    let rule = RetryRule(responder: placed.responder, station: station, policy: policy, then: then)
    let budget = rule.stated("maxAttempts", rules.program)
    return (
      "with “maxAttempts: \(policy.maxAttempts)”, the first try included, nothing is tried again. Write 2 or more, or another verdict.",
      budget.map { [.init("the budget", at: $0.range)] } ?? []
    )
  }

  /// Whether a station answers at none of the responders it stands in.
  func isNever(_ group: [PlacedStation], _ unreached: Set<Int>, _ reasoner: Reasoner) -> Bool {
    group.allSatisfy { placed in
      guard placed.station.isEnabled, placed.responder.isEnabled, !unreached.contains(placed.responderIndex)
      else {
        return true
      }
      let answer = reasoner.answers(placed.index)
      rules.note(answer, "whether \(placed.name) ever answers", at: placed.station.title)
      return answer.isNever
    }
  }
}
