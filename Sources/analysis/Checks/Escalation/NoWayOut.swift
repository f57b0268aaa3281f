internal import Source

struct NoWayOut: Check {
  let page = CheckPage(
    "no-way-out",
    .escalation,
    .warning,
    summary: "Every button of an alert retries.",
    meaning: """
      As long as the error persists, the alert comes back. The person can only press a button again or quit the app. \
      A retry chosen by a person has no budget.
      """,
    advice: "Add a button that cancels.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - id: offline
              do: [ { present: { title: You are offline, buttons: [ { title: Try again, then: retry } ] } } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - id: offline
              do:
                - present:
                    title: You are offline
                    buttons: [ { title: Try again, then: retry }, { title: Cancel, then: cancel } ]

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    rules.program.eachAction { action in
      guard action.kind.key == "present", let buttons = action.kind.value["buttons"],
        let elements = buttons.elements,
        !elements.isEmpty, elements.allSatisfy({ $0["then"]?.string == "retry" })
      else { return }
      findings.report(
        elements.count == 1
          ? "The only button retries, so the alert comes back while the error lasts. Add one that cancels."
          : "Every button retries, so the alert comes back while the error lasts. Add one that cancels.",
        at: buttons.range)
    }
  }
}
