internal import RuleLanguage
internal import Source
internal import Reasoning

struct RetryAbove: Check {
  let page = CheckPage(
    "retry-above",
    .retries,
    .note,
    summary: "A responder above retries an error after the budget below is exhausted.",
    meaning: """
      Every rule has its own budget. When the budget of the rule below is exhausted, the error escalates, and a \
      larger budget above grants more retries: the limit below is not the real limit. If the two rules count by \
      different keys (per), the rule above starts from one again, and the budgets add up.
      """,
    advice:
      "Handle the error below when the budget is exhausted, by a later rule or with exhausted, or make the budgets agree.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: again, when: { status: 5xx }, then: { retry: { maxAttempts: 6 } } } ]
        - id: cart
          parent: app
          origins: [ cart.* ]
          rules: [ { id: once, when: { status: 503 }, then: { retry: { maxAttempts: 2 } } } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules: [ { id: again, when: { status: 5xx }, then: { retry: { maxAttempts: 6 } } } ]
        - id: cart
          parent: app
          origins: [ cart.* ]
          rules: [ { id: once, when: { status: 503 }, then: { retry: { maxAttempts: 2, exhausted: cancel } } } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    let places = RetryPlaces(program)
    var reported: Set<WrittenAt> = []
    for place in places.byResponder.flatMap({ $0 })
    where rules.clauses.isLookedAt(place.rule.clause, of: place.rule.responder) {
      let rule = place.rule
      let written = WrittenAt(rule.then.value.range)
      if reported.contains(written) { continue }
      if case .evaluation = rule.policy.exhausted { continue }
      places.eachAfter(place, onlyAbove: true) { other in
        guard let more = Self.more(after: rule, other.rule) else { return true }
        let group = RetryGroup(from: place, and: [other], places, rules)
        guard group.rules.count == 2, let witness = group.witness else { return true }
        reported.insert(written)
        findings.report(
          "After \(rule.policy.maxAttempts) tries here “\(other.rule.name)” grants some of these errors more, \(more). "
            + "End them here with { exhausted: cancel }, or make the budgets agree.",
          at: rule.then.value.range,
          related: [
            .init(
              rule.isPerOperation ? "the larger budget" : "the other budget", at: other.rule.then.value.range)
          ],
          witness: witness
        )
        return false
      }
    }
  }

  /// Retries that a rule above grants after the budget below is exhausted, in words; nil for none.
  private static func more(after rule: RetryRule, _ above: RetryRule) -> String? {
    // Both count by the error's own attempt, so the larger budget applies.
    if rule.isPerOperation, above.isPerOperation {
      return above.policy.maxAttempts > rule.policy.maxAttempts ? "up to \(above.policy.maxAttempts)" : nil
    }
    // Each counts by itself: a total above both limits is unintended.
    let worst = WorstCase(of: [rule, above], saysItsTry: true)
    switch worst.end {
    case .used:
      let cap = max(rule.policy.maxAttempts, above.policy.maxAttempts)
      return worst.tries > cap ? "\(worst.tries) in all" : nil
    case .never:
      // If the rule below never ends by itself, nothing escalates.
      if case .never = WorstCase(of: [rule], saysItsTry: true).end { return nil }
      return "without end"
    case .far: return "more than \(worst.tries) in all"
    }
  }
}
