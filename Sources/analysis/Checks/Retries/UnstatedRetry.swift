internal import Source
internal import RuleLanguage
internal import Engine

struct UnstatedRetry: Check {
  let page = CheckPage(
    "unstated-retry",
    .retries,
    .note,
    summary: "A retry relies on the default budget or backoff.",
    meaning: """
      By default there are three tries; the first delay is 200 ms and each further one twice as long. The number and \
      timing of tries determine load and waiting times, so choose them deliberately and write them down.
      """,
    advice: "Write retry: { maxAttempts, backoff } in the rule, or once for all rules under defaults.",
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

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    for (responder, clause) in program.allClauses {
      guard case .retry(let policy)? = clause.verdict, let then = clause.then else { continue }
      let rule = RetryRule(responder: responder, clause: clause, policy: policy, then: then)
      // A single try has no retry.
      guard policy.maxAttempts > 1 else { continue }
      let isBackoffStated = rule.stated("backoff", program) != nil
      guard rule.stated("maxAttempts", program) == nil else {
        guard !isBackoffStated else { continue }
        findings.report(
          "No backoff is given; by default the first delay is up to \(policy.backoff.initial.shownText), and later ones are longer. Write { backoff: { initial, max } } here, or under “defaults”.",
          at: then.value.range)
        continue
      }
      let backoff = isBackoffStated ? "" : " or backoff"
      findings.report(
        "No budget\(backoff) is given; the default is \(policy.maxAttempts) tries. Write { retry: { maxAttempts: \(policy.maxAttempts) } } here, or under “defaults”.",
        at: then.value.range)
    }
  }
}
