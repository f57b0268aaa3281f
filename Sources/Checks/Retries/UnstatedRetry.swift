internal import RuleEngine

/// `unstated-retry`: a retry whose cap or backoff nobody wrote down.
struct UnstatedRetry: Check {
  let page = CheckPage(
    "unstated-retry",
    .retries,
    .note,
    summary: "A retry whose cap or backoff nobody wrote down.",
    meaning: """
      Three tries, 200 ms apart and then twice as long each time, are what the language does where nothing is said. \
      How often and how soon something is tried is a decision about load and about people who wait; where it is \
      written, somebody took it.
      """,
    advice: "Write retry: { maxAttempts, backoff } in the rule, or once for all under defaults.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: busy, when: { status: 503 }, then: retry } ]

      """,
    silent: """
      version: 1
      defaults: { retry: { maxAttempts: 3, backoff: { initial: 200ms, max: 30s } } }
      responders:
        - id: app
          rules: [ { id: busy, when: { status: 503 }, then: retry } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    for (responder, station) in program.allStations {
      guard case .retry(let policy)? = station.verdict, let then = station.then else { continue }
      let rule = RetryRule(responder: responder, station: station, policy: policy, then: then)
      // One try has nothing after it.
      guard policy.maxAttempts > 1 else { continue }
      let isBackoffStated = rule.stated("backoff", program) != nil
      guard rule.stated("maxAttempts", program) == nil else {
        guard !isBackoffStated else { continue }
        findings.report(
          "Nobody says how soon this is tried again; it is up to \(policy.backoff.initial.shownText) after, and then longer each time. Write { backoff: { initial, max } }, or say it under “defaults”.",
          at: then.value.range
        )
        continue
      }
      let backoff = isBackoffStated ? "" : ", and how soon,"
      findings.report(
        "Nobody says how often\(backoff) this is tried; it is \(policy.maxAttempts) times. Write { retry: { maxAttempts: \(policy.maxAttempts) } }, or say it under “defaults”.",
        at: then.value.range
      )
    }
  }
}
