internal import Reasoning
internal import RuleEngine

/// `both-run`: under `match: all`, two rules that both run and decide differently.
struct BothRun: Check {
  let page = CheckPage(
    "both-run",
    .overlap,
    .warning,
    summary: "Where all rules run, two match the same error and decide differently.",
    meaning: """
      Under match: all the actions of both run, and only the first evaluation counts. Where the first rule matches all \
      that the second one does, what the second one decides is never done, though its actions are; where they only meet \
      and ask for the same fields, it is a note.
      """,
    advice: "Leave then out of one of them, or narrow it.",
    fires: """
      version: 1
      responders:
        - id: app
          policy: { match: all }
          rules:
            - { id: server, when: { status: 5xx }, do: [ { log: server } ], then: cancel }
            - { id: busy, when: { status: 503 }, do: [ { log: busy } ], then: abort }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          policy: { match: all }
          rules:
            - { id: server, when: { status: 5xx }, do: [ { log: server } ], then: cancel }
            - { id: busy, when: { status: 503 }, do: [ { log: busy } ] }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let isWanted = { (first: PlacedStation, second: PlacedStation) in
      first.station.verdict?.word != nil && second.station.verdict?.word != nil
    }
    Overlapping.each(rules, policy: .all, where: isWanted) { first, second, overlap in
      guard let witness = overlap.answer.witness, let one = first.station.verdict?.word,
        let other = second.station.verdict?.word, one != other
      else { return }
      let (a, b) = (first.station.condition, second.station.condition)
      let isWhole = rules.reasoner?.counterexample(toSubset: b, of: a).isNever ?? false
      guard isWhole || a.askedFor == b.askedFor else { return }
      let errors = isWhole ? "all errors of this rule" : "some errors"
      findings.report(
        "“\(first.station.name)” and this rule both run for \(errors); that one decides \(one), so this one's \(other) does not count. Leave “then” out of one of them, or narrow it.",
        at: second.station.title,
        level: isWhole ? nil : .note,
        related: [.init("the rule that decides", at: first.station.title)],
        witness: witness.json
      )
    }
  }
}

extension Verdict {
  /// The evaluation's word; nil for a verdict that is none.
  fileprivate var word: String? {
    switch self {
    case .evaluation(let evaluation): "\(evaluation)"
    case .retry, .retryByPerson: "retry"
    case .continue, .escalate, .transform, .unwrapPayload, .unwrapCause, .emit, .handled, .raise: nil
    }
  }
}
