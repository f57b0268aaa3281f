internal import Edits
internal import RuleEngine

/// `missing-id`: a rule that goes by its ordinal.
struct MissingID: Check {
  let page = CheckPage(
    "missing-id",
    .names,
    .note,
    summary: "A rule without an id.",
    meaning: """
      It goes by its ordinal, as #3, in resolutions, summaries, tests and answers, and gets another one when a rule \
      moves in before it: what was counted yesterday is another rule today.
      """,
    advice: "Give it an id that says what it is for.",
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
    mending: .init(
      "gives it one that says what it asks for.",
      change:
        "Errors end as before, but resolutions call the rule by its id, and random delays, which are drawn by it, are others."
    )
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    var proposals: [String: IDProposals] = [:]
    for (responder, station) in rules.program.allStations where !station.hasOwnID && station.home == nil {
      let what = station.kind == .eventRule ? "event rule" : "rule"
      let start = station.range.bytes.lowerBound
      let id = proposals[responder.id.text, default: IDProposals(responder)].next(for: station)
      findings.report(
        "This \(what) has no id, so it is called \(station.name) until another one moves in before it. Add “id”.",
        at: SourceRange(
          file: station.range.file,
          bytes: start..<min(start + 1, station.range.bytes.upperBound)
        ),
        fix: Insertion.patch(of: "id", id, into: station.range)
      )
    }
  }
}
