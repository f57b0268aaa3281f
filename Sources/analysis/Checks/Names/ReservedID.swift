internal import Source
internal import Engine

struct ReservedID: Check {
  let page = CheckPage(
    "reserved-id",
    .names,
    .warning,
    summary: "A rule has the id otherwise or always.",
    meaning: """
      otherwise and always are keys of a responder, and reports and the command line use them as names. A rule with \
      such an id is an ordinary rule, evaluated in its turn. In a summary, or in --answer otherwise=OK, the two can't be \
      told apart.
      """,
    advice: "Write otherwise: { do, then } beside rules, or give the rule another id.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: otherwise, then: cancel } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          otherwise: { then: cancel }

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    for (responder, clause) in rules.program.allClauses
    where ["otherwise", "always"].contains(clause.name) {
      guard clause.kind == .rule || clause.kind == .eventRule, clause.home == nil else { continue }
      findings.report(
        "This is an ordinary rule with the name of the “\(clause.name)” of “\(responder.id.text)”. Write that key beside “rules”, or choose another id.",
        at: clause.title)
    }
    for responder in rules.program.responders where responder.id.text == "none" {
      findings.report(
        "“defaults: { responder: none }” means that no responder is chosen, not this one. Give this responder another id.",
        at: responder.id.range)
    }
  }
}
