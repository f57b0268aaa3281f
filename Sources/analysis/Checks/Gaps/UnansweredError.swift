internal import Source
internal import Reasoning
internal import Engine

struct UnansweredError: Check {
  let page = CheckPage(
    "unanswered-error",
    .gaps,
    .note,
    summary: "Some errors reach a root unhandled, and the root does not define their outcome.",
    meaning: """
      The finding shows such an error, or a stream of errors whose last one is unhandled: the others open a breaker, reach a \
      rate or exhaust a budget, as in an outage. Its outcome is the one under unhandled. By default the error is cancelled and \
      reported: no alert appears, and the code that failed may wait forever.
      """,
    advice: "Add an otherwise to the root, or define the outcome under unhandled.",
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
      rules.note(answer, "whether any error reaches “\(responder.id.text)” unhandled", at: responder.id.range)
      let remedy = "Add “otherwise”, or define their outcome under “unhandled”."
      if let witness = answer.witness {
        findings.report(
          "Some errors reach “\(responder.id.text)” and are not handled. \(remedy)", at: responder.id.range,
          witness: witness.json)
      }
      guard case .depends = answer else { continue }
      let stream = reasoner.outage(reaching: index)
      guard !stream.isEmpty else { continue }
      findings.report(
        "After others, some errors reach “\(responder.id.text)” and are not handled. \(remedy)",
        at: responder.id.range, stream: stream)
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
