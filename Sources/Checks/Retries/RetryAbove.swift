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
      grants more: the cap that stands below is not the cap.
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
    let places = RetryPlaces(rules.program)
    for place in places.byResponder.flatMap({ $0 })
    where place.rule.station.home == nil && place.rule.isPerOperation {
      let rule = place.rule
      if case .evaluation = rule.policy.exhausted { continue }
      for other in places.after(place) where other.responder != place.responder && other.rule.isPerOperation {
        guard other.rule.policy.maxAttempts > rule.policy.maxAttempts else { continue }
        let group = RetryGroup(from: place, and: [other], places, rules)
        guard group.rules.count == 2, let witness = group.witness else { continue }
        findings.report(
          "After \(rule.policy.maxAttempts) tries here “\(other.rule.name)” grants some of these errors more, up to \(other.rule.policy.maxAttempts). "
            + "End it here with { exhausted: cancel }, or make the budgets agree.",
          at: rule.then.value.range,
          related: [.init("the larger budget", at: other.rule.then.value.range)],
          witness: witness
        )
        break
      }
    }
  }
}
