internal import RuleEngine

/// `starved-rate`: a rate that never counts some of its errors, because a rule below answers them.
struct StarvedRate: Check {
  let page = CheckPage(
    "starved-rate",
    .retries,
    .warning,
    summary: "A rule below answers errors that a rate is to count.",
    meaning: """
      A rate counts the errors that reach its rule. Where a rule below answers all of them, those raised there are \
      never counted, and the rate stays low while the trouble is greatest.
      """,
    advice: "Move the rate below, or let the rule below continue.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: down, when: { status: 503, rate: { atLeast: 5, within: 1m } }, then: abort }
        - id: images
          parent: app
          origins: [ images.* ]
          rules: [ { id: quiet, when: { status: 5xx }, then: proceed } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: down, when: { status: 503, rate: { atLeast: 5, within: 1m } }, then: abort }
        - id: images
          parent: app
          origins: [ images.* ]
          rules: [ { id: quiet, when: { status: 404 }, then: proceed } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    for (index, responder) in program.responders.enumerated() where responder.isEnabled {
      for rule in responder.askedRules where rule.rate != nil {
        for (below, other) in program.responders.enumerated()
        where below != index && other.isEnabled && program.path(from: below).contains(index) {
          guard let taker = other.askedRules.first(where: { $0.endsAll(of: rule, rules) }),
            let when = rule.when
          else {
            continue
          }
          findings.report(
            "This rate counts nothing that is raised below “\(other.id.text)”: “\(other.id.text)/\(taker.name)” answers all of it. "
              + "Move the rate there, or let that rule continue.",
            at: when.members?.first { $0.key == "rate" }?.keyRange ?? when.range,
            related: [.init("the rule that answers", at: taker.title)]
          )
        }
      }
    }
  }
}
