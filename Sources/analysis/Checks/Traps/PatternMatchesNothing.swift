internal import RuleLanguage
internal import Patterns

struct PatternMatchesNothing: Check {
  let page = CheckPage(
    "pattern-matches-nothing",
    .traps,
    .warning,
    summary: "A pattern matches no text at all.",
    meaning:
      "No value matches such a pattern, so its rule never matches. Examples are after$^ and a$b, which require text after the end.",
    advice: "Correct the pattern, or delete the condition.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: late, when: { operation: { matches: "upload$d" } }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: late, when: { operation: { matches: "uploaded$" } }, then: cancel }

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    PatternReach.each(rules.program) { pattern, source in
      guard PatternReach.matchesNothing(pattern) else { return }
      findings.report("“\(pattern.source)” matches no text. Correct it.", at: source.range)
    }
  }
}
