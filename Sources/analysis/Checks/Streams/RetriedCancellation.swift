internal import Engine
internal import Reasoning

struct RetriedCancellation: Check {
  let page = CheckPage(
    "retried-cancellation",
    .stream,
    .warning,
    summary: "A rule retried a cancellation.",
    meaning: """
      Some errors say that a person or the program gave the work up, but are not ignored, because neither their type nor \
      “cancelled” says so: a cancelled purchase is code 2 of SKErrorDomain, a cancelled sheet of a sign-in is 1001. A retry \
      does again what was given up.
      """,
    advice: "Write a rule for the cancellation before this one, which ends with cancel.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: shop, when: { domain: SKErrorDomain }, then: { retry: { maxAttempts: 3 } } }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: quiet, when: { domain: SKErrorDomain, code: SKErrorPaymentCancelled }, then: cancel }
            - { id: shop, when: { domain: SKErrorDomain }, then: { retry: { maxAttempts: 3 } } }

      """,
    stream: """
      {"domain": "SKErrorDomain", "code": 2}

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let stream = rules.stream, !stream.wrapped.bareRetries.isEmpty else { return }
    for placed in rules.placedClauses {
      guard let found = stream.wrapped.bareRetries[placed.index] else { continue }
      let errors = found.count == 1 ? "a cancellation" : "\(found.count) cancellations"
      findings.report(
        "This rule retried \(errors): \(found.place). Write a rule for it before this one, with “then: cancel”.",
        at: placed.clause.title)
    }
  }
}
