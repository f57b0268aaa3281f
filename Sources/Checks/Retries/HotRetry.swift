internal import RuleEngine

/// `hot-retry`: many tries without any delay.
struct HotRetry: Check {
  let page = CheckPage(
    "hot-retry",
    .retries,
    .warning,
    summary: "Many tries without any delay.",
    meaning: """
      A try or two at once may help where a connection was lost. Many of them, one right after the other, are a loop that \
      asks a service again that has just said that it can't, by everyone at the same time; only what the other side asks \
      for (retryAfter) slows it down.
      """,
    advice: "Give backoff an initial delay, a max that is not 0s, or a smaller budget.",
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
        "tries",
        .number(10),
        "the tries without delay from which on it is said, the first included"
      )
    ]
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    for rule in rules.program.retryRules where rule.policy.maxAttempts >= rules.options.number("tries") {
      guard rule.longestDelays.allSatisfy({ $0.microseconds == 0 }) else { continue }
      let key = rule.policy.backoff.max.microseconds == 0 ? "max" : "initial"
      findings.report(
        "“\(rule.name)” tries up to \(rule.policy.maxAttempts) times without any delay. "
          + "Write a length such as 200ms under “\(key)”, or a smaller budget.",
        at: rule.statedBackoff(key, rules.program)?.range ?? rule.then.value.range
      )
    }
  }
}
