internal import Source
internal import Engine
internal import Reasoning

struct UnansweredContract: Check {
  let page = CheckPage(
    "unanswered-contract",
    .gaps,
    .warning,
    summary: "A contract names an error that may reach a root unhandled.",
    meaning: """
      A contract lists the errors that this part of the chain may raise; each has to be handled here or above. The \
      finding shows an unhandled error of the type. With explicit: true, a rule must name the type or a category of \
      it; an otherwise or a rule that matches everything is not enough.
      """,
    advice: "Add a rule for it here or above, or remove it from the contract.",
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
    let explicit = ExplicitHandling(rules: rules)
    for (index, responder) in rules.program.responders.enumerated() where responder.isEnabled {
      for name in responder.contract?.reports ?? [] {
        let answer = reasoner.unanswered(startingAt: index, satisfying: SampleConditions.type(name))
        rules.note(answer, "whether every “\(name.text)” is handled", at: name.range)
        if let witness = answer.witness {
          findings.report(
            "This contract names “\(name.text)”, but some errors of this type are not handled. Add a rule for it here or above.",
            at: name.range, witness: witness.json)
        } else if responder.contract?.isExplicit ?? false,
          let (witness, by, place) = explicit.unnamed(name, at: index, reasoner)
        {
          findings.report(
            "“\(name.text)” requires a rule that names it or its category (explicit), but some of its errors are handled by \(by). Add a rule for it here or above.",
            at: name.range, related: [.init("the clause that handles it", at: place)], witness: witness.json)
        }
      }
      for name in responder.contract?.triggers ?? [] where !name.text.contains("*") {
        guard let witness = reasoner.unhandledEvent(named: name.text, startingAt: index).witness else {
          continue
        }
        findings.report(
          "This contract names the event “\(name.text)”, but no responder handles it. Add an event rule here or above.",
          at: name.range, witness: witness.json)
      }
    }
  }
}
