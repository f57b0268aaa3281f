internal import Source
internal import Engine
internal import Reasoning

struct UnreachableOtherwise: Check {
  let page = CheckPage(
    "unreachable-otherwise",
    .reachability,
    .warning,
    summary: "An otherwise never takes effect.",
    meaning: "The rules before it match every error, so none is left for it.",
    advice: "Delete it, or narrow the rule that matches everything.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: all, then: cancel } ]
          otherwise: { do: [ { log: "nobody knew {error.type}" } ], then: abort }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules: [ { id: client, when: { status: 4xx }, then: cancel } ]
          otherwise: { do: [ { log: "nobody knew {error.type}" } ], then: abort }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    let text = UnreachableText(rules: rules)
    let unreached = UnreachableResponder.unreached(rules)
    for group in rules.writtenClauses where group[0].clause.kind == .otherwise {
      let what = { (placed: PlacedClause) in "The “otherwise” of “\(placed.responder.id.text)”" }
      guard let (message, related) = text.finding(of: group, what: what, unreached, reasoner, isLast: true)
      else { continue }
      findings.report(message, at: group[0].clause.title, related: related)
    }
  }
}
