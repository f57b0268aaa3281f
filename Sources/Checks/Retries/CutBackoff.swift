internal import RuleEngine

/// `cut-backoff`: a first delay that is longer than the longest one.
struct CutBackoff: Check {
  let page = CheckPage(
    "cut-backoff",
    .retries,
    .warning,
    summary: "A first delay that is longer than the longest one.",
    meaning: """
      No delay is longer than max, 30 s where nobody says it. Where initial is longer, no delay is ever what stands \
      there, and none grows: every one is as long as max.
      """,
    advice: "Raise max, or lower initial to what is meant.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - id: patient
              when: { status: 503 }
              then: { retry: { maxAttempts: 4, backoff: { initial: 1m } } }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - id: patient
              when: { status: 503 }
              then: { retry: { maxAttempts: 4, backoff: { initial: 1m, max: 5m } } }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    for rule in rules.program.retryRules {
      let backoff = rule.policy.backoff
      guard backoff.initial > backoff.max, rule.policy.maxAttempts > 1 else { continue }
      let (initial, longest) = (
        rule.statedBackoff("initial", rules.program), rule.statedBackoff("max", rules.program)
      )
      let unsaid = longest == nil ? " (where “max” is not said)" : ""
      findings.report(
        "The first delay is to be \(backoff.initial.shownText), and no delay is longer than \(backoff.max.shownText)\(unsaid): "
          + "every one is \(backoff.max.shownText). Raise “max”, or lower “initial”.",
        at: (initial ?? longest)?.range ?? rule.then.value.range,
        related: initial == nil ? [] : longest.map { [.init("the longest delay", at: $0.range)] } ?? []
      )
    }
  }
}
