internal import Reasoning
internal import RuleEngine

struct BothRun: Check {
  let page = CheckPage(
    "both-run",
    .overlap,
    .warning,
    summary: "Under match: all, two rules match the same error with different evaluations.",
    meaning: """
      Under match: all the actions of both rules run, but only the first evaluation counts. If the first rule matches \
      every error of the second, the second evaluation never counts, although its actions run. If the two only overlap \
      and compare the same fields, the finding is a note.
      """,
    advice: "Remove then from one of them, or narrow it.",
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
    let isWanted = { (first: PlacedClause, second: PlacedClause) in
      first.clause.verdict?.word != nil && second.clause.verdict?.word != nil
    }
    Overlapping.each(rules, policy: .all, where: isWanted) { first, second, overlap in
      guard let witness = overlap.answer.witness, let one = first.clause.verdict?.word,
        let other = second.clause.verdict?.word, one != other
      else { return }
      let (a, b) = (first.clause.condition, second.clause.condition)
      let isWhole = rules.reasoner?.counterexample(toSubset: b, of: a).isNever ?? false
      guard isWhole || a.comparedSubjects == b.comparedSubjects else { return }
      let errors = isWhole ? "all errors of this rule" : "some errors"
      findings.report(
        "“\(first.clause.name)” and this rule both run for \(errors). The other rule decides \(one), so \(other) here does not count. Remove “then” from one of them, or narrow it.",
        at: second.clause.title,
        level: isWhole ? nil : .note,
        related: [.init("the rule that decides", at: first.clause.title)],
        witness: witness.json
      )
    }
  }
}

extension Verdict {
  /// The evaluation, or nil for another verdict.
  fileprivate var word: String? {
    switch self {
    case .evaluation(let evaluation): "\(evaluation)"
    case .retry, .retryByPerson: "retry"
    case .continue, .escalate, .transform, .unwrapPayload, .unwrapCause, .emit, .handled, .raise: nil
    }
  }
}
