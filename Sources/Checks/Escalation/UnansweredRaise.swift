internal import Reasoning
internal import RuleEngine

/// `unanswered-raise`: an error that an event rule raises, and nobody above answers.
struct UnansweredRaise: Check {
  let page = CheckPage(
    "unanswered-raise",
    .escalation,
    .warning,
    summary: "An event rule raises an error that nobody above answers.",
    meaning: """
      What an event rule raises starts at the parent of its responder, with what raise names and nothing else of what it \
      is. No rule from there on up answers such an error, so it ends as the root's unhandled says, and nothing happens.
      """,
    advice: "Add a rule for it above, or correct what raise names.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: denied, when: { type: NotAllowed }, then: cancel } ]
        - id: settings
          parent: app
          origins: [ settings.* ]
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
    guard let reasoner = rules.reasoner else { return }
    let program = rules.program
    for placed in rules.placedStations where placed.station.kind == .eventRule && placed.responder.isEnabled {
      guard let parent = placed.responder.parent, placed.station.isEnabled,
        program.isLookedAt(placed.station, of: placed.responder), case .raise? = placed.station.verdict,
        let raise = placed.station.then?.value["raise"]
      else { continue }
      let answer = reasoner.unansweredRaise(by: placed.index)
      rules.note(answer, "whether what \(placed.name) raises is answered", at: raise.range)
      guard let witness = answer.witness else { continue }
      findings.report(
        "Nobody from “\(program.responders[parent].id.text)” on up answers what this raises. Add a rule for it there or above.",
        at: raise.range,
        witness: witness.json
      )
    }
  }
}
