internal import RuleLanguage
internal import Source
internal import Engine

struct RaisedAtRoot: Check {
  let page = CheckPage(
    "raised-at-root",
    .escalation,
    .warning,
    summary: "An event rule of a root raises an error, which no responder receives.",
    meaning: """
      A raised error starts at the parent of the responder. A root has no parent, so no rule is evaluated, not even \
      the root's own. The error's outcome is the one under the root's unhandled.
      """,
    advice: "Handle the event, or move the event rule to a responder below.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: denied, when: { type: NotPermitted }, then: cancel } ]
          events: [ { id: delete, when: { event: DeleteTapped }, then: { raise: { type: NotPermitted } } } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules: [ { id: denied, when: { type: NotPermitted }, then: cancel } ]
        - id: settings
          parent: app
          origins: [ settings.* ]
          events: [ { id: delete, when: { event: DeleteTapped }, then: { raise: { type: NotPermitted } } } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    for responder in program.responders where responder.parent == nil {
      for event in responder.events {
        guard case .raise? = event.verdict, let then = event.then else { continue }
        findings.report(
          "“\(responder.id.text)” is a root. An error raised here starts above it, where there is no responder. Handle the event, or raise the error below.",
          at: then.value.range)
      }
    }
  }
}
