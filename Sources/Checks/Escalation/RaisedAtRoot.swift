internal import RuleEngine

/// `raised-at-root`: an error that is raised where nobody is above.
struct RaisedAtRoot: Check {
  let page = CheckPage(
    "raised-at-root",
    .escalation,
    .warning,
    summary: "A root raises an error, which starts above it, where nobody is.",
    meaning: """
      What an event rule raises starts at the parent of its responder. A root has none, so the error ends as the root's \
      unhandled says, without anybody being asked, the root's own rules neither.
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
          "“\(responder.id.text)” is a root, and what it raises starts above it, where nobody is asked. Handle the event, or raise below.",
          at: then.value.range
        )
      }
    }
  }
}
