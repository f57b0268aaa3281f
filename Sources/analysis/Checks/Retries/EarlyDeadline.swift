internal import Records
internal import RuleLanguage
internal import Source

struct EarlyDeadline: Check {
  let page = CheckPage(
    "early-deadline",
    .retries,
    .warning,
    summary: "The deadline of a retry is shorter than its first delay.",
    meaning: """
      No try is granted whose delay would end later than the deadline after the first failure. If the first delay alone \
      is longer, an error that says how much time has elapsed is never tried again, or only where a random delay \
      happens to be short.
      """,
    advice: "Lengthen the deadline, or shorten initial under backoff.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - id: again
              when: { status: 503 }
              then: { retry: { deadline: 5s, backoff: { initial: 10s } } }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - id: again
              when: { status: 503 }
              then: { retry: { deadline: 30s, backoff: { initial: 10s } } }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    for rule in rules.program.retryRules {
      guard let deadline = rule.policy.deadline, let delay = rule.longestDelays.first, delay > deadline else {
        continue
      }
      let shortest = rule.shortestDelays.first ?? delay
      let key = rule.policy.backoff.delays.isEmpty ? "initial" : "delays"
      let result =
        shortest > deadline
        ? "no error that says its elapsed time is tried again"
        : "only a random delay that happens to be short is granted"
      findings.report(
        "The first delay is up to \(delay.shownText), but no delay may end later than \(deadline.shownText) after the first failure: "
          + "\(result). Lengthen “deadline”, or shorten “\(key)”.",
        at: (rule.stated("deadline", rules.program))?.range ?? rule.then.value.range,
        related: rule.statedBackoff(key, rules.program).map { [.init("the first delay", at: $0.range)] }
          ?? [])
    }
  }
}
