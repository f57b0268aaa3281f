internal import Reasoning
internal import RuleEngine

/// `not-decided`: what could not be proven within the budget.
struct NotDecided: Check {
  let page = CheckPage(
    "not-decided",
    .reachability,
    .note,
    summary: "A question about the rules could not be decided within its budget.",
    meaning: """
      Whether a rule is ever reached is decided by reasoning whose work is bounded. Where that does not suffice (long \
      alternations of patterns, many conditions that depend on one another), nothing is claimed, and this says so.
      """,
    advice: "Nothing need be done. A simpler pattern, or fewer conditions in one rule, may help.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: one, when: { operation: { matches: "^[ab]*a[ab]{60}$" } }, then: cancel }
            - { id: other, when: { operation: { matches: "^[ab]*a([ab][ab]){30}$" } }, then: abort }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: one, when: { operation: { matches: "^[ab]*a[ab]{6}$" } }, then: cancel }
            - { id: other, when: { operation: { matches: "^[ab]*b([ab][ab]){3}$" } }, then: abort }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    for (question, place) in rules.openQuestions.all {
      findings.report("It is not decided \(question): that would take more work than is allowed.", at: place)
    }
  }
}
