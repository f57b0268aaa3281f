internal import Reasoning
internal import RuleEngine

/// `unanswered-error`: an error reaches a root and nobody answers it, and nobody said that this is meant.
struct UnansweredError: Check {
  let page = CheckPage(
    "unanswered-error",
    .gaps,
    .note,
    summary: "Some errors reach a root unanswered, and nobody said what happens then.",
    meaning: """
      The finding shows such an error. It ends as unhandled says, which is cancel and a report where nothing is \
      written: nobody sees an alert, and whoever waits goes on waiting.
      """,
    advice: "Add an otherwise to the root, or say under unhandled that this is meant.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: server, when: { status: 5xx }, then: cancel } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules: [ { id: server, when: { status: 5xx }, then: cancel } ]
          unhandled: { evaluation: abort, report: assert }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner, rules.program.roots.first?["defaults"]?["unhandled"] == nil else {
      return
    }
    for (index, responder) in rules.program.responders.enumerated() where responder.parent == nil {
      guard !states(responder, rules.program) else { continue }
      let answer = reasoner.unanswered(reaching: index)
      rules.note(
        answer,
        "whether any error reaches “\(responder.id.text)” unanswered",
        at: responder.id.range
      )
      guard let witness = answer.witness else { continue }
      findings.report(
        "Some errors reach “\(responder.id.text)” and nobody answers them. Add “otherwise”, or say under “unhandled” what is meant.",
        at: responder.id.range,
        witness: witness.json
      )
    }
  }

  private func states(_ responder: RuleProgram.Responder, _ program: RuleProgram) -> Bool {
    program.roots.contains { root in
      (root["responders"]?.elements ?? []).contains {
        $0["id"]?.text == responder.id.text && $0["unhandled"] != nil
      }
    }
  }
}
