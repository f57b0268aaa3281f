internal import RuleLanguage
internal import Source

struct CutBackoff: Check {
  let page = CheckPage(
    "cut-backoff",
    .retries,
    .warning,
    summary: "The initial delay of a retry exceeds the maximum delay.",
    meaning: """
      No delay is longer than max, which is 30 s by default. If initial is longer, every delay is as long as max, \
      and delays never grow.
      """,
    advice: "Raise max, or lower initial.",
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

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    for rule in rules.program.retryRules {
      let backoff = rule.policy.backoff
      guard backoff.initial > backoff.max, rule.policy.maxAttempts > 1 else { continue }
      let (initial, longest) = (
        rule.statedBackoff("initial", rules.program), rule.statedBackoff("max", rules.program)
      )
      let unsaid = longest == nil ? " (the default of “max”)" : ""
      findings.report(
        "The initial delay is \(backoff.initial.shownText), but no delay is longer than \(backoff.max.shownText)\(unsaid): "
          + "every delay is \(backoff.max.shownText). Raise “max”, or lower “initial”.",
        at: (initial ?? longest)?.range ?? rule.then.value.range,
        related: initial == nil ? [] : longest.map { [.init("the maximum delay", at: $0.range)] } ?? [])
    }
  }
}
