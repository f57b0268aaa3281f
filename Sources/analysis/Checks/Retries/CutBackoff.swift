internal import Records
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
      and delays never grow. A listed delay that is longer is as long as max.
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
      guard rule.policy.maxAttempts > 1 else { continue }
      if let listed = backoff.delays.prefix(rule.policy.maxAttempts - 1).max() {
        if listed > backoff.max { report(listed, of: rule, rules, &findings) }
        continue
      }
      guard backoff.initial > backoff.max else { continue }
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

  /// A delay of a list that is cut.
  private func report(
    _ delay: TimeSpan, of rule: RetryRule, _ rules: CheckedRules, _ findings: inout Findings
  ) {
    let (list, longest) = (
      rule.statedBackoff("delays", rules.program), rule.statedBackoff("max", rules.program)
    )
    let max = rule.policy.backoff.max.shownText
    findings.report(
      "The list has a delay of \(delay.shownText), but no delay is longer than \(max)\(longest == nil ? " (the default of “max”)" : ""). "
        + "Raise “max”, or shorten the list.",
      at: list?.range ?? rule.then.value.range,
      related: longest.map { [.init("the maximum delay", at: $0.range)] } ?? [])
  }
}
