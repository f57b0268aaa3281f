internal import Engine
internal import Reasoning

struct WrappedCancellation: Check {
  let page = CheckPage(
    "wrapped-cancellation",
    .stream,
    .warning,
    summary: "A rule retried an error that wraps a cancellation.",
    meaning: """
      Only an error that is itself a cancellation is ignored. Code that wraps every failure in an error of its own wraps \
      cancellations, too, and a retry does again what a person or the program gave up.
      """,
    advice: "Unwrap such errors under defaults, or write a rule with inside before this one.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: sync, when: { case: SyncError.network }, then: { retry: { maxAttempts: 4 } } }

      """,
    silent: """
      version: 1
      defaults: { unwrap: [ { when: { case: SyncError.network }, path: payload.0 } ] }
      responders:
        - id: app
          rules:
            - { id: sync, when: { domain: NSURLErrorDomain }, then: { retry: { maxAttempts: 4 } } }

      """,
    stream: """
      {"type": "SyncError", "case": "network", "payload": [{"domain": "NSURLErrorDomain", "code": -999}]}

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let stream = rules.stream, !stream.wrapped.wrappedRetries.isEmpty else { return }
    for placed in rules.placedClauses {
      guard let found = stream.wrapped.wrappedRetries[placed.index] else { continue }
      let errors =
        found.count == 1
        ? "an error that wraps a cancellation" : "\(found.count) errors that wrap a cancellation"
      findings.report(
        "This rule retried \(errors): \(found.place). Unwrap such errors under “defaults”, so that cancellations are ignored, or write a rule with “inside” before this one.",
        at: placed.clause.title)
    }
  }
}
