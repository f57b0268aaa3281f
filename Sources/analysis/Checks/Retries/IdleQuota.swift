internal import Source
internal import RuleLanguage

struct IdleQuota: Check {
  let page = CheckPage(
    "idle-quota",
    .retries,
    .warning,
    summary: "The quota of a retry is never used up.",
    meaning: """
      A budget that counts by the same fields as the quota, or by fewer, and remembers at least as long, is exhausted \
      before the quota is: the quota changes nothing. Only errors without a value for those fields may use it up, since \
      the budget does not count them.
      """,
    advice: "Lower the quota, count fewer fields together, or leave it out.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - id: again
              when: { status: 503 }
              then:
                retry:
                  maxAttempts: 3
                  per: attributes.host
                  quota: { retries: 100, within: 1m, per: attributes.host }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - id: again
              when: { status: 503 }
              then: { retry: { maxAttempts: 3, per: attributes.host, quota: { retries: 100, within: 1m } } }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    for rule in rules.program.retryRules {
      let policy = rule.policy
      // The tries of an operation may be those that its errors say, so that many operations share a key.
      guard case .retries(let most, let within, let per, .sliding)? = policy.quota, !rule.isPerOperation,
        policy.maxAttempts > 1, Set(policy.per).isSubset(of: per), within <= policy.within,
        most >= policy.maxAttempts - 1
      else { continue }
      let granted = policy.maxAttempts - 1
      findings.report(
        "This quota is never used up: “maxAttempts” grants \(granted == 1 ? "one retry" : "\(granted) retries") of a key in "
          + "\(policy.within.shownText), fewer than \(most + 1). Lower “retries”, or count fewer fields together.",
        at: rule.stated("quota", rules.program)?.range ?? rule.then.value.range)
    }
  }
}
