internal import Patterns
internal import RuleEngine

/// `pattern-matches-all`: a pattern that every text satisfies.
struct PatternMatchesAll: Check {
  let page = CheckPage(
    "pattern-matches-all",
    .traps,
    .warning,
    summary: "A pattern or glob matches every text.",
    meaning: """
      It asks no more than whether the value is there and is a text, or one of a single line as ^.*$ does, or one that \
      is not empty as .+ does. Often a part of the expression may be empty that \
      was not meant to be, as in (timeout)?.
      """,
    advice: "Correct the pattern, or write { exists: true }, which says what is asked.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: slow, when: { operation: { matches: "(upload)?" } }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: slow, when: { operation: { matches: "^upload(s|ed)?$" } }, then: cancel }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    PatternReach.each(rules.program) { pattern, source in
      guard let texts = PatternReach.all(pattern) else { return }
      findings.report(
        "“\(pattern.source)” matches \(texts). Correct it, or write { exists: true }.",
        at: source.range
      )
    }
  }
}
