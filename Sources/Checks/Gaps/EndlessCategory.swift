internal import Reasoning
internal import RuleEngine

/// `endless-category`: a category of which some errors reach a root unanswered.
struct EndlessCategory: Check {
  let page = CheckPage(
    "endless-category",
    .gaps,
    .warning,
    summary: "A category of which some errors reach a root unanswered.",
    meaning: """
      Somebody sorted these errors, and no rule that asks for the category ends it: the finding shows one of them that \
      nobody answers. A retry without anything after it is often the reason, once no try is left.
      """,
    advice: "Add a rule that asks for the category at the root, or an otherwise.",
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
      rules.note(answer, "whether every “\(category.name.text)” is answered", at: category.name.range)
      guard let witness = answer.witness else { continue }
      findings.report(
        "Some errors of this category are answered by nobody. Add a rule that asks for it at the root, or “otherwise”.",
        at: category.name.range,
        witness: witness.json
      )
    }
  }
}

extension EndlessCategory {
  /// The categories that a rule asks for which ends the climb.
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
      for rule in responder.askedRules where rule.endsForSure(responder) { collect(rule.condition) }
    }
    return ended
  }
}
