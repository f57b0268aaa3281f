internal import Records
internal import RuleLanguage
internal import Engine
internal import Reasoning
internal import Source

/// The reason that a rule or the like never takes effect.
struct UnreachableText {
  let rules: CheckedRules

  /// Nil if it takes effect. `what` names the rule (“This rule”).
  func message(_ reachability: Reachability, what: String, responder: String, isLast: Bool = false) -> String?
  {
    guard reachability.answer.isNever, let reason = reachability.reason else { return nil }
    switch reason {
    case .disabled: return nil
    case .contradiction:
      return "\(what) never takes effect: its conditions contradict each other. Remove one of them."
    case .neverArrives:
      return
        "\(what) never takes effect: no error that it matches reaches “\(responder)”. Correct its conditions, or move it."
    case .blocked(let blockers):
      let list = rules.list(blockers)
      let alone = blockers.count == 1
      if blockers.allSatisfy({ $0.saysTheSame }) {
        return
          "\(what) never takes effect: \(list) \(alone ? "matches" : "together match") every error that \(isLast ? "is left" : "it matches"), with the same verdict. Delete it."
      }
      if blockers.contains(where: { $0.kind == .ignored }) {
        return
          "\(what) never takes effect: \(list) \(alone ? "matches" : "together match") every error that it matches, before any rule. Delete it, or write “defaults: { ignore: none }”."
      }
      // The last one can't be moved.
      return
        "\(what) never takes effect: \(list) \(alone ? "matches" : "together match") every error that \(isLast ? "is left" : "it matches"), with another verdict. \(isLast ? "Narrow \(alone ? "that" : "those"), or delete this." : "Move it up, or delete it.")"
    }
  }
}

extension UnreachableText {
  /// The finding about a clause at one responder, or at several that inherit it, with the blockers at the first. Nil if
  /// it takes effect at one of them.
  func finding(
    of group: [PlacedClause], what: (PlacedClause) -> String, _ unreached: Set<Int>, _ reasoner: Reasoner,
    isLast: Bool = false
  ) -> (message: String, related: [Diagnostic.Related])? {
    var first: (message: String, related: [Diagnostic.Related])?
    guard isNever(group, unreached, reasoner) else { return nil }
    for placed in group
    where placed.clause.isEnabled && placed.responder.isEnabled && !unreached.contains(placed.responderIndex)
    {
      let reachability = reasoner.reachability(ofClause: placed.index)
      let message = message(
        reachability, what: what(placed), responder: placed.responder.id.text, isLast: isLast)
      guard let message else { return nil }
      guard first == nil else { continue }
      if case .contradiction? = reachability.reason, let why = contradiction(of: placed) {
        first = ("\(what(placed)) never takes effect: \(why.text)", why.related)
      } else {
        first = (message, rules.related(reachability.blockers))
      }
    }
    return first
  }

  /// No error meets the clause; nil if the parts are not known.
  private func contradiction(of placed: PlacedClause) -> (text: String, related: [Diagnostic.Related])? {
    let clause = placed.clause
    // The possible events are constrained in another way.
    guard clause.kind != .eventRule else { return nil }
    if let found = Contradiction(in: clause.condition, writtenAs: clause.when, rules) {
      return (found.text, found.related)
    }
    guard case .retry(let policy)? = clause.verdict, let then = clause.then else { return nil }
    let rule = RetryRule(responder: placed.responder, clause: clause, policy: policy, then: then)
    let budget = rule.stated("maxAttempts", rules.program)
    guard policy.maxAttempts < 2 else { return attempt(beyond: rule, budget) }
    return (
      "with “maxAttempts: \(policy.maxAttempts)”, which includes the first try, nothing is retried. Write 2 or more, or another verdict.",
      budget.map { [.init("the budget", at: $0.range)] } ?? []
    )
  }

  /// An attempt is compared with a budget that ends before it.
  private func attempt(beyond rule: RetryRule, _ budget: Node?) -> (
    text: String, related: [Diagnostic.Related]
  )? {
    let comparison = rules.program.comparisons(of: rule.clause.condition).first {
      $0.subject == .field(.attempt) && !$0.isNested
    }
    guard let comparison else { return nil }
    let most = "“maxAttempts: \(rule.policy.maxAttempts)”\(budget == nil ? ", the default," : "")"
    return (
      "\(most) ends before the tries that “attempt” matches. Raise “maxAttempts”, or match earlier tries.",
      [.init("the attempt", at: comparison.source.range)]
        + (budget.map { [.init("the budget", at: $0.range)] } ?? [])
    )
  }

  func isNever(_ group: [PlacedClause], _ unreached: Set<Int>, _ reasoner: Reasoner) -> Bool {
    group.allSatisfy { placed in
      guard placed.clause.isEnabled, placed.responder.isEnabled, !unreached.contains(placed.responderIndex)
      else {
        return true
      }
      let answer = reasoner.answers(placed.index)
      rules.note(answer, "whether \(placed.name) ever takes effect", at: placed.clause.title)
      return answer.isNever
    }
  }
}
