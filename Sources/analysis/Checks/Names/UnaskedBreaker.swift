internal import Source
internal import RuleLanguage
internal import Engine

struct UnaskedBreaker: Check {
  let page = CheckPage(
    "unasked-breaker",
    .names,
    .note,
    summary: "No rule asks a breaker.",
    meaning: """
      A breaker has no effect of its own: it counts errors, and rules with “open” ask it. A program may ask it too \
      (isOpen, unless), which errctl does not see. Names in a fragment (a file without responders) are for other \
      files and are not checked.
      """,
    advice:
      "Ask it in a rule (open: NAME), or delete it; if only the program asks it, suppress this finding.",
    fires: """
      version: 1
      breakers:
        payments: { when: { status: 5xx }, atLeast: 5, within: 1m, stays: 30s }
      responders:
        - id: app
          rules: [ { id: busy, when: { status: 503 }, then: cancel } ]

      """,
    silent: """
      version: 1
      breakers:
        payments: { when: { status: 5xx }, atLeast: 5, within: 1m, stays: 30s }
      responders:
        - id: app
          rules:
            - { id: down, when: { open: payments }, then: abort }
            - { id: busy, when: { status: 503 }, then: cancel }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    guard !program.isFragment, let entry = program.roots.first?.range.file else { return }
    let asked = program.allClauses.reduce(into: Set<String>()) { names, placed in
      let asked = placed.clause.condition.reduce(into: Set<String>()) { names, part in
        if case .open(let asked, _) = part { names.formUnion(asked) }
      }
      names.formUnion(asked)
    }
    for breaker in program.breakers
    where breaker.name.range.file === entry && !asked.contains(breaker.name.text) {
      findings.report(
        "No rule asks the breaker “\(breaker.name.text)”. Ask it (open: \(breaker.name.text)), or delete it.",
        at: breaker.name.range)
    }
  }
}
