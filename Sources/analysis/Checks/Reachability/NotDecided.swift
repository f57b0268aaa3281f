internal import Source
internal import Engine
internal import Reasoning

struct NotDecided: Check {
  let page = CheckPage(
    "not-decided",
    .reachability,
    .note,
    summary: "A question about the rules could not be decided within its budget.",
    meaning: """
      errctl spends a bounded effort on the proof that a rule is reached or not. If the effort is not enough (long \
      alternations in patterns, many interdependent conditions), errctl reports the open question and claims \
      nothing. An example that a run of the rules does not confirm leaves a question open, too.
      """,
    advice: "No action is needed. A simpler pattern, or fewer conditions in a rule, may help.",
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
    if let budget = rules.reasoner?.budget, budget.undecided > 0, let root = rules.program.roots.first {
      let count = budget.undecided == 1 ? "1 question" : "\(budget.undecided) questions"
      let part = budget.total < budget.ofRun ? ", the file's part of the run's \(budget.ofRun)" : ""
      findings.report(
        "\(count) about these rules could not be decided within \(budget.total) steps\(part). "
          + "Raise the limit with --limit check-steps=N.", at: (root["version"] ?? root).range)
    }
    for (question, doubt, place) in rules.openQuestions.all {
      let why =
        switch doubt {
        case .limit: "that exceeds the work limit"
        case .unconfirmed: "no error that it tried shows it, and nothing excludes one"
        }
      findings.report("errctl could not decide \(question): \(why).", at: place)
    }
  }
}
