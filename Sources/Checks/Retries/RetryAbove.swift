internal import Reasoning
internal import RuleEngine

/// `retry-above`: a rule above tries again what a rule below has given up.
struct RetryAbove: Check {
  let page = CheckPage(
    "retry-above",
    .retries,
    .note,
    summary: "A responder above tries again what one below has given up.",
    meaning: """
      A budget is a rule's own. Where the rule below has no try left, the error climbs, and a larger budget above \
      grants more: the cap that stands below is not the cap. Where one of them counts by another key (per), it counts \
      from one again, and the budgets add up to more than either says.
      """,
    advice:
      "Answer the error below once no try is left, by the rule after it or with exhausted, or make the budgets agree.",
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
    var said: Set<WrittenAt> = []
    for place in places.byResponder.flatMap({ $0 })
    where program.isLookedAt(place.rule.station, of: place.rule.responder) {
      let rule = place.rule
      let written = WrittenAt(rule.then.value.range)
      if said.contains(written) { continue }
      if case .evaluation = rule.policy.exhausted { continue }
      for other in places.after(place) where other.responder != place.responder {
        guard let more = Self.more(after: rule, other.rule) else { continue }
        let group = RetryGroup(from: place, and: [other], places, rules)
        guard group.rules.count == 2, let witness = group.witness else { continue }
        said.insert(written)
        findings.report(
          "After \(rule.policy.maxAttempts) tries here “\(other.rule.name)” grants some of these errors more, \(more). "
            + "End it here with { exhausted: cancel }, or make the budgets agree.",
          at: rule.then.value.range,
          related: [
            .init(
              rule.isPerOperation ? "the larger budget" : "the other budget",
              at: other.rule.then.value.range
            )
          ],
          witness: witness
        )
        break
      }
    }
  }

  /// What a rule above grants after one below has no try left, in words; nil where that is nothing.
  private static func more(after rule: RetryRule, _ above: RetryRule) -> String? {
    // Both count by the error itself: the larger budget is what holds.
    if rule.isPerOperation, above.isPerOperation {
      return above.policy.maxAttempts > rule.policy.maxAttempts ? "up to \(above.policy.maxAttempts)" : nil
    }
    // Each counts for itself: more than any cap that is written is what nobody meant.
    let worst = WorstCase(of: [rule, above], saysItsTry: true)
    switch worst.end {
    case .used:
      let cap = max(rule.policy.maxAttempts, above.policy.maxAttempts)
      return worst.tries > cap ? "\(worst.tries) in all" : nil
    case .never:
      // Where the rule below has no end by itself, nothing gets above.
      if case .never = WorstCase(of: [rule], saysItsTry: true).end { return nil }
      return "without end"
    case .far: return "more than \(worst.tries) in all"
    }
  }
}
