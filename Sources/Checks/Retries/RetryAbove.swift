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
    let program = rules.program
    for index in program.responders.indices where program.responders[index].isEnabled {
      let path = program.path(from: index).dropFirst()
      let above = path.flatMap {
        program.responders[$0].isEnabled ? program.retryRules(of: program.responders[$0]) : []
      }
      for rule in program.retryRules(of: program.responders[index]) where rule.station.home == nil {
        switch rule.policy.exhausted {
        case .evaluation: continue
        case .continue, .escalate: break
        }
        for other in above where other.isPerOperation && rule.isPerOperation {
          guard other.policy.maxAttempts > rule.policy.maxAttempts,
            isReached(other, after: rule, from: index, rules)
          else { continue }
          findings.report(
            "After \(rule.policy.maxAttempts) tries here “\(other.name)” grants some of these errors more, up to \(other.policy.maxAttempts). "
              + "End it here with { exhausted: cancel }, or make the budgets agree.",
            at: rule.then.value.range,
            related: [.init("the larger budget", at: other.then.value.range)]
          )
          break
        }
      }
    }
  }

  /// Whether an error that the first has no try left for reaches the second: shown, not guessed.
  private func isReached(_ other: RetryRule, after rule: RetryRule, from index: Int, _ rules: CheckedRules)
    -> Bool
  {
    guard let reasoner = rules.reasoner else { return false }
    let program = rules.program
    // What ends the climb between the two.
    var ends: [Condition] = []
    for (step, place) in program.path(from: index).enumerated() {
      let responder = program.responders[place]
      let isLast = responder.id.text == other.responder.id.text
      guard responder.isEnabled else { continue }
      let asked = responder.askedRules
      let first = step == 0 ? (asked.firstIndex { $0.name == rule.station.name }.map { $0 + 1 } ?? 0) : 0
      let last = isLast ? asked.firstIndex { $0.name == other.station.name } ?? asked.count : asked.count
      if first < last {
        ends += asked[first..<last].filter { $0.rate == nil && $0.verdict?.ends ?? true }.map { $0.condition }
      }
      if isLast { break }
      if let otherwise = responder.otherwise, otherwise.verdict?.ends ?? true { return false }
    }
    return reasoner.satisfiable(.all([rule.station.condition, other.station.condition, .not(.any(ends))]))
      .witness != nil
  }
}

extension Verdict {
  /// Whether nothing after it is asked.
  var ends: Bool {
    switch self {
    case .evaluation, .retryByPerson, .emit, .handled, .raise: true
    case .retry, .continue, .escalate, .transform, .unwrapPayload, .unwrapCause: false
    }
  }
}

extension RuleProgram.Station {
  /// Whether it answers every error that another station asks for, for good.
  func endsAll(of other: RuleProgram.Station, _ rules: CheckedRules) -> Bool {
    // Without a verdict an alert's buttons decide.
    guard isEnabled, rate == nil, verdict?.ends ?? true else { return false }
    if case .always = condition { return true }
    return rules.reasoner?.counterexample(toSubset: other.condition, of: condition).isNever ?? false
  }
}
