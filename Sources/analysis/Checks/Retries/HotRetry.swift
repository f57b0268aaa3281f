internal import Records
internal import RuleLanguage
internal import Source

struct HotRetry: Check {
  let page = CheckPage(
    "hot-retry",
    .retries,
    .warning,
    summary: "A rule makes many tries without a delay.",
    meaning: """
      One or two immediate tries may help after a lost connection. With many of them in a row, all clients at once \
      hit a service that has just failed. Only a delay that the service requests (retryAfter) slows them down.
      """,
    advice: "Set an initial delay under backoff, a max other than 0s, or a smaller budget.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - id: again
              when: { status: 503 }
              then: { retry: { maxAttempts: 10, backoff: { initial: 0s } } }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - id: again
              when: { status: 503 }
              then: { retry: { maxAttempts: 3, backoff: { initial: 0s } } }

      """,
    options: [
      CheckPage.Option(
        "tries", .number(10),
        "a rule with this many tries or more without a delay is reported; the first counts")
    ]
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    for rule in rules.program.retryRules where rule.policy.maxAttempts >= rules.options.number("tries") {
      guard rule.longestDelays.allSatisfy({ $0.microseconds == 0 }) else { continue }
      let backoff = rule.policy.backoff
      let key = backoff.max.microseconds == 0 ? "max" : backoff.delays.isEmpty ? "initial" : "delays"
      // The policy of another system has no such key, and its system may have no delay.
      let advice =
        rule.then.value.isTranslated
        ? "Set a smaller budget, or a delay if its system has one."
        : "Write a duration such as 200ms under “\(key)”, or a smaller budget."
      findings.report(
        "“\(rule.name)” makes up to \(rule.policy.maxAttempts) tries without a delay. \(advice)",
        at: rule.statedBackoff(key, rules.program)?.range ?? rule.then.value.range)
    }
  }
}
