internal import Engine
internal import Reasoning

struct ShownCancellation: Check {
  let page = CheckPage(
    "shown-cancellation",
    .stream,
    .warning,
    summary: "A rule showed an alert about a cancellation.",
    meaning: """
      A person who closes the sheet of a purchase or a sign-in knows it, and work that the program gave up is nobody's \
      trouble. Such errors, and errors that wrap them, are not ignored unless their type or “cancelled” says that they are \
      cancellations, and then an alert for every error is shown for them, too.
      """,
    advice:
      "Write a rule for the cancellation before this one, which ends with cancel; with inside for a wrapped one.",
    fires: """
      version: 1
      responders:
        - id: app
          otherwise: { do: [ { present: { title: Sorry, message: Please try again later. } } ], then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - id: quiet
              when: { domain: com.apple.AuthenticationServices.AuthorizationError, code: ASAuthorizationErrorCanceled }
              then: cancel
          otherwise: { do: [ { present: { title: Sorry, message: Please try again later. } } ], then: cancel }

      """,
    stream: """
      {"domain": "com.apple.AuthenticationServices.AuthorizationError", "code": 1001}

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let stream = rules.stream, !stream.wrapped.shown.isEmpty else { return }
    for placed in rules.placedClauses {
      guard let found = stream.wrapped.shown[placed.index] else { continue }
      let alerts =
        found.count == 1 ? "an alert about a cancellation" : "alerts about \(found.count) cancellations"
      let advice =
        found.first.path.isEmpty
        ? "Write a rule for it before this one, with “then: cancel”."
        : "Unwrap such errors under “defaults”, or write a rule with “inside” before this one."
      findings.report("It showed \(alerts): \(found.place). \(advice)", at: placed.clause.title)
    }
  }
}
