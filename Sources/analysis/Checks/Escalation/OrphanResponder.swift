internal import Source
internal import Engine

struct OrphanResponder: Check {
  let page = CheckPage(
    "orphan-responder",
    .escalation,
    .note,
    summary: "No origin, child or default leads to a responder.",
    meaning: """
      It claims no origins, no responder escalates to it, and unknown origins start elsewhere. Only an error whose \
      origin equals its id starts there. Usually its origins were left out by mistake.
      """,
    advice: "Add its origins, let other responders escalate to it, or delete it.",
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
        "Only an error with the origin “\(responder.id.text)” starts here. Add “origins”, or delete this responder.",
        at: responder.id.range)
    }
  }
}
