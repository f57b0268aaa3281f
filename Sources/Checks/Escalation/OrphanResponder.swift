internal import RuleEngine

/// `orphan-responder`: a responder to which nothing leads.
struct OrphanResponder: Check {
  let page = CheckPage(
    "orphan-responder",
    .escalation,
    .note,
    summary: "A responder to which no origin, child or default leads.",
    meaning: """
      It claims no origins, nobody escalates to it, and unknown origins start elsewhere. Only an error whose origin is \
      its very id starts there; most often origins was forgotten.
      """,
    advice: "Add its origins, let others escalate to it, or delete it.",
    fires: """
      version: 1
      responders:
        - id: app
          otherwise: { then: cancel }
        - id: cart
          parent: app
          rules: [ { id: sold-out, when: { case: CartError.soldOut }, then: cancel } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          otherwise: { then: cancel }
        - id: cart
          parent: app
          origins: [ com.shop.cart.* ]
          rules: [ { id: sold-out, when: { case: CartError.soldOut }, then: cancel } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    var isParent = Array(repeating: false, count: program.responders.count)
    for responder in program.responders { responder.parent.map { isParent[$0] = true } }
    for (index, responder) in program.responders.enumerated() {
      guard responder.origins.isEmpty, !isParent[index], program.fallback != index, responder.isEnabled else {
        continue
      }
      findings.report(
        "Only an error whose origin is “\(responder.id.text)” itself starts here. Add “origins”, or delete it.",
        at: responder.id.range
      )
    }
  }
}
