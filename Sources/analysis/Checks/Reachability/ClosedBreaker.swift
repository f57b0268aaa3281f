internal import Engine
internal import RuleLanguage
internal import Reasoning
internal import Source

struct ClosedBreaker: Check {
  let page = CheckPage(
    "closed-breaker",
    .reachability,
    .warning,
    summary: "A breaker never opens.",
    meaning: """
      No error fits its “when”: its conditions contradict each other, or they match only cancellations, which are \
      ignored before they are counted. So a rule that requires it to be open never matches.
      """,
    advice: "Correct its conditions, or delete it with the rules that ask it.",
    fires: """
      version: 1
      breakers:
        payments: { when: { all: [ { status: 5xx }, { status: 429 } ] }, atLeast: 5, within: 1m, stays: 30s }
      responders:
        - id: app
          rules: [ { id: down, when: { open: payments }, then: abort } ]

      """,
    silent: """
      version: 1
      breakers:
        payments: { when: { status: [ 5xx, 429 ] }, atLeast: 5, within: 1m, stays: 30s }
      responders:
        - id: app
          rules: [ { id: down, when: { open: payments }, then: abort } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    let program = rules.program
    for breaker in program.breakers {
      let counted = Condition.all([breaker.condition, .not(program.ignored ?? .any([]))])
      guard reasoner.isImpossible(counted) else { continue }
      var related: [Diagnostic.Related] = []
      for group in rules.writtenClauses where group[0].clause.condition.requires(breaker.name.text) {
        related.append(.init("never matches", at: group[0].clause.title))
      }
      findings.report(
        reasoner.isImpossible(breaker.condition)
          ? "This breaker never opens: its conditions contradict each other. Correct them."
          : "This breaker never opens: it counts only cancellations, which are ignored. Correct its conditions.",
        at: breaker.when?.range ?? breaker.name.range, related: Array(related.prefix(4)))
    }
  }
}

extension Condition {
  /// Whether it holds only while the breaker is open.
  fileprivate func requires(_ breaker: String) -> Bool {
    conjuncts.contains { part in
      if case .open(let names, _) = part { names == [breaker] } else { false }
    }
  }
}
