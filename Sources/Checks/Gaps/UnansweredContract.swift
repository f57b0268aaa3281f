internal import Reasoning
internal import RuleEngine

/// `unanswered-contract`: an error that a contract promises, and nobody answers.
struct UnansweredContract: Check {
  let page = CheckPage(
    "unanswered-contract",
    .gaps,
    .warning,
    summary: "A contract names an error that may reach a root unanswered.",
    meaning: """
      A contract says what this part of the chain may raise, and each of it is to be answered here or above. The \
      finding shows an error of that type that nobody answers. With explicit: true it is to be answered by a rule that \
      names the type or a category of it: an otherwise, or a rule that takes whatever comes, is not enough.
      """,
    advice: "Add a rule for it here or above, or take it out of the contract.",
    fires: """
      version: 1
      responders:
        - id: app
          contract: { reports: [ ImageError, FeedError ] }
          rules: [ { id: image, when: { type: ImageError }, then: proceed } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          contract: { reports: [ ImageError ] }
          rules: [ { id: image, when: { type: ImageError }, then: proceed } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    let explicit = ExplicitAnswers(rules: rules)
    for (index, responder) in rules.program.responders.enumerated() where responder.isEnabled {
      for name in responder.contract?.reports ?? [] {
        let answer = reasoner.unanswered(startingAt: index, satisfying: Asked.type(name))
        rules.note(answer, "whether every “\(name.text)” is answered", at: name.range)
        if let witness = answer.witness {
          findings.report(
            "“\(name.text)” is promised here, and some of it is answered by nobody. Add a rule for it here or above.",
            at: name.range,
            witness: witness.json
          )
        } else if responder.contract?.isExplicit ?? false,
          let (witness, by, place) = explicit.unnamed(name, at: index, reasoner)
        {
          findings.report(
            "“\(name.text)” is to be answered by a rule that names it or its category (explicit), and some of it comes to \(by). Add a rule for it here or above.",
            at: name.range,
            related: [.init("what answers it", at: place)],
            witness: witness.json
          )
        }
      }
      for name in responder.contract?.triggers ?? [] where !name.text.contains("*") {
        guard let witness = reasoner.unhandledEvent(named: name.text, startingAt: index).witness else {
          continue
        }
        findings.report(
          "The event “\(name.text)” is promised here, and nobody handles it. Add an event rule here or above.",
          at: name.range,
          witness: witness.json
        )
      }
    }
  }
}
