internal import RuleEngine

/// `always-misses`: an `always` at a root that errors answered below never reach.
struct AlwaysMisses: Check {
  let page = CheckPage(
    "always-misses",
    .escalation,
    .off,
    summary: "An always at a root, which errors that are answered below never reach.",
    meaning: """
      always runs for every error that visits its responder. What a responder below answers never gets to the root, so \
      tracking that stands there alone misses it. It is off by default, because many want it so.
      """,
    advice: "Put the always into a base that all responders extend, or let app code track.",
    fires: """
      version: 1
      responders:
        - id: app
          otherwise: { then: cancel }
          always: [ { perform: track } ]
        - id: cart
          parent: app
          origins: [ cart.* ]
          rules: [ { id: sold-out, when: { case: CartError.soldOut }, then: cancel } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          otherwise: { then: cancel }
          always: [ { perform: track } ]
        - id: cart
          parent: app
          origins: [ cart.* ]
          rules: [ { id: sold-out, when: { case: CartError.soldOut }, then: cancel } ]
          always: [ { perform: track } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    for (root, responder) in program.responders.enumerated()
    where responder.parent == nil && responder.isEnabled {
      guard let always = responder.always else { continue }
      let missing = program.responders.enumerated().first { index, other in
        index != root && other.isEnabled && other.always == nil && program.path(from: index).last == root
          && other.askedRules.contains { $0.endsForSure(other) }
      }
      guard let (_, other) = missing else { continue }
      findings.report(
        "This runs for errors that arrive at “\(responder.id.text)”, not for those that “\(other.id.text)” answers. Give those responders an “always” too.",
        at: always.title,
        related: [.init("a responder that answers without", at: other.id.range)]
      )
    }
  }
}
