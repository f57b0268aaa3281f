internal import RuleLanguage
internal import Source
internal import Engine
internal import Reasoning

struct UnansweredRaise: Check {
  let page = CheckPage(
    "unanswered-raise",
    .escalation,
    .warning,
    summary: "An event rule raises an error that no responder above handles.",
    meaning: """
      A raised error starts at the parent of the responder, with only the members that raise names. No rule from \
      there to the root handles such an error, so it has no effect, and its outcome is the one under the root's \
      unhandled.
      """,
    advice: "Add a rule for it above, or correct the members under raise.",
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
    for placed in rules.placedClauses where placed.clause.kind == .eventRule && placed.responder.isEnabled {
      guard let parent = placed.responder.parent, placed.clause.isEnabled,
        rules.clauses.isLookedAt(placed.clause, of: placed.responder), case .raise? = placed.clause.verdict,
        let raise = placed.clause.then?.value["raise"]
      else { continue }
      let answer = reasoner.unansweredRaise(by: placed.index)
      rules.note(answer, "whether the error that \(placed.name) raises is handled", at: raise.range)
      guard let witness = answer.witness else { continue }
      findings.report(
        "No responder from “\(program.responders[parent].id.text)” upwards handles this error. Add a rule for it there or above.",
        at: raise.range, witness: witness.json)
    }
  }
}
