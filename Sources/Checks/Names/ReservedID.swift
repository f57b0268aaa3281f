internal import RuleEngine

/// `reserved-id`: a rule that is called like something every responder may have.
struct ReservedID: Check {
  let page = CheckPage(
    "reserved-id",
    .names,
    .warning,
    summary: "A rule is called otherwise or always.",
    meaning: """
      otherwise and always are keys of a responder, and name its station in reports and on the command line. A rule of \
      that name is a rule like any other: it is asked in its turn, and with --answer otherwise=OK or in a summary \
      nobody can tell the two apart.
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

  func run(on rules: CheckedRules, into findings: inout Findings) {
    for (responder, station) in rules.program.allStations
    where ["otherwise", "always"].contains(station.name) {
      guard station.kind == .rule || station.kind == .eventRule, station.home == nil else { continue }
      findings.report(
        "This is a rule like any other, and is called like the “\(station.name)” of “\(responder.id.text)”. Write that key beside “rules”, or another id.",
        at: station.title
      )
    }
    for responder in rules.program.responders where responder.id.text == "none" {
      findings.report(
        "“defaults: { responder: none }” means that nobody is asked, and this responder too. Give it another id.",
        at: responder.id.range
      )
    }
  }
}
