internal import Source
internal import Engine
internal import Reasoning
internal import RuleLanguage

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
    Overlapping.each(rules, policy: .all) { first, second, witness in
      guard let one = first.clause.verdict?.word, let other = second.clause.verdict?.word, one != other else {
        return true
      }
      let (a, b) = (first.clause.condition, second.clause.condition)
      let isWhole = rules.reasoner?.counterexample(toSubset: b, of: a).isNever ?? false
      guard isWhole || a.comparedSubjects == b.comparedSubjects else { return true }
      // Notes beyond those that are shown are not counted; a warning among them counts.
      if findings.isFull, !isWhole {
        findings.cut()
        return true
      }
      guard let witness = witness() else { return true }
      let errors = isWhole ? "all errors of this rule" : "some errors"
      findings.report(
        "“\(first.clause.name)” and this rule both run for \(errors). The other rule decides \(one), so \(other) here does not count. Remove “then” from one of them, or narrow it.",
        at: second.clause.title, level: isWhole ? nil : .note,
        related: [.init("the rule that decides", at: first.clause.title)], witness: witness.json)
      return true
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
