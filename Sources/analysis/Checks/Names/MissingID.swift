internal import Engine
internal import Edits
internal import Source

struct MissingID: Check {
  let page = CheckPage(
    "missing-id",
    .names,
    .note,
    summary: "A rule has no id.",
    meaning: """
      Resolutions, summaries, tests and answers name the rule by its position, such as #3. The position changes when \
      a rule is inserted before it, and yesterday's counts then belong to another rule.
      """,
    advice: "Give it an id that describes its purpose.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { when: { status: 503 }, then: cancel } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules: [ { id: busy, when: { status: 503 }, then: cancel } ]

      """,
    autoFix: .init(
      "adds an id that describes the rule's condition.",
      change:
        "Outcomes stay the same, but resolutions name the rule by its id, and random delays, which depend on the name, change."
    )
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    var proposals: [String: IDProposals] = [:]
    for (responder, clause) in rules.program.allClauses where !clause.hasOwnID && clause.home == nil {
      let what = clause.kind == .eventRule ? "event rule" : "rule"
      let start = clause.range.bytes.lowerBound
      let id = proposals[responder.id.text, default: IDProposals(responder)].next(for: clause)
      findings.report(
        "This \(what) has no id, so it is called \(clause.name), and that changes when a rule is inserted before it. Add “id”.",
        at: SourceRange(
          file: clause.range.file, bytes: start..<min(start + 1, clause.range.bytes.upperBound)),
        fix: Insertion.patch(of: "id", id, into: clause.range))
    }
  }
}
