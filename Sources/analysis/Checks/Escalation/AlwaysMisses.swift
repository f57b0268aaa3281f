internal import Source
internal import Engine

struct AlwaysMisses: Check {
  let page = CheckPage(
    "always-misses",
    .escalation,
    .off,
    summary: "An always at a root misses the errors that responders below handle.",
    meaning: """
      always runs for every error that reaches its responder. An error that a responder below handles never reaches \
      the root, so tracking placed only there misses it. The check is off by default, because this is often intended.
      """,
    advice: "Put the always into a base that all responders extend, or track in app code.",
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
          && other.enabledRules.contains { $0.endsForSure(other) }
      }
      guard let (_, other) = missing else { continue }
      findings.report(
        "This runs for errors that reach “\(responder.id.text)”, but not for those that “\(other.id.text)” handles. Give those responders an “always” too.",
        at: always.title, related: [.init("a responder without it", at: other.id.range)])
    }
  }
}
