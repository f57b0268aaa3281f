internal import Source
internal import RuleLanguage
internal import Reasoning
internal import Engine

struct EndlessCategory: Check {
  let page = CheckPage(
    "endless-category",
    .gaps,
    .warning,
    summary: "Some errors of a category reach a root unhandled.",
    meaning: """
      The category exists, but no rule that matches it handles all its errors. The finding shows an error that is not \
      handled. The cause is often a retry with no rule after it for an exhausted budget.
      """,
    advice: "Add a rule for the category at the root, or an otherwise.",
    fires: """
      version: 1
      categories:
        - { name: busy, when: { status: [ 429, 5xx ] } }
      responders:
        - id: app
          rules: [ { id: again, when: { category: busy }, then: { retry: { maxAttempts: 3 } } } ]

      """,
    silent: """
      version: 1
      categories:
        - { name: busy, when: { status: [ 429, 5xx ] } }
      responders:
        - id: app
          rules:
            - { id: again, when: { category: busy }, then: { retry: { maxAttempts: 3 } } }
            - { id: later, when: { category: busy }, then: cancel }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    let ended = endedCategories(rules.program)
    for (index, category) in rules.program.declaredCategories.enumerated()
    where category.condition != nil && !ended.contains(index) {
      let source = Condition.Source(category.name.range, expected: category.name.text)
      let answer = reasoner.unanswered(satisfying: .category([index], source))
      rules.note(answer, "whether every “\(category.name.text)” is handled", at: category.name.range)
      guard let witness = answer.witness else { continue }
      findings.report(
        "Some errors of this category are not handled. Add a rule for it at the root, or “otherwise”.",
        at: category.name.range, witness: witness.json)
    }
  }
}

extension EndlessCategory {
  private func endedCategories(_ program: RuleProgram) -> Set<Int> {
    var ended: Set<Int> = []
    func collect(_ condition: Condition) {
      switch condition {
      case .category(let indices, _): ended.formUnion(indices)
      case .not: return
      default: if !condition.isNested { condition.parts.forEach(collect) }
      }
    }
    for responder in program.responders where responder.isEnabled {
      for rule in responder.enabledRules where rule.endsForSure(responder) { collect(rule.condition) }
    }
    return ended
  }
}
