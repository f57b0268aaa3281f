internal import Engine
internal import Reasoning
internal import Source

struct UnreachableCategory: Check {
  let page = CheckPage(
    "unreachable-category",
    .reachability,
    .warning,
    summary: "No error ever gets this category.",
    meaning: """
      Categories are evaluated in order, and an error gets the first one that matches. The categories before this \
      one match every error that this one matches. An error may still name the category itself.
      """,
    advice: "Move it up, or narrow the categories before it.",
    fires: """
      version: 1
      categories:
        - { name: broken, when: { status: 400..<600 } }
        - { name: busy, when: { status: 503 } }
      responders:
        - id: app
          rules: [ { id: busy, when: { category: busy }, then: cancel } ]

      """,
    silent: """
      version: 1
      categories:
        - { name: busy, when: { status: 503 } }
        - { name: broken, when: { status: 400..<600 } }
      responders:
        - id: app
          rules: [ { id: busy, when: { category: busy }, then: cancel } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    for (index, category) in reasoner.program.categories.enumerated() {
      guard category.isDeclared, category.condition != nil else { continue }
      let place = category.name.range
      let reachability = reasoner.reachability(ofCategory: index)
      rules.note(reachability.answer, "whether any error gets the category \(category.name.text)", at: place)
      guard reachability.answer.isNever, let reason = reachability.reason else { continue }
      let message: String
      var related: [Diagnostic.Related] = []
      switch reason {
      case .disabled: continue
      case .contradiction, .neverArrives:
        let written = rules.program.categories.first { $0.name.text == category.name.text }
        let found = written?.condition.flatMap { Contradiction(in: $0, writtenAs: written?.when, rules) }
        related = found?.related ?? []
        message =
          "No error gets this category: \(found?.text ?? "its conditions contradict each other. Remove one of them.")"
      case .blocked(let blockers):
        message =
          "No error gets this category: \(rules.list(blockers)) \(blockers.count == 1 ? "matches" : "together match") every error that it does. Move it up."
      }
      findings.report(
        message,
        at: place,
        related: related
          + reachability.blockers.prefix(8).compactMap { blocker in
            let (name, place) = rules.named(blocker)
            return place.map { .init(name, at: $0) }
          }
      )
    }
  }
}
