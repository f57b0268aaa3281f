internal import RuleLanguage
internal import Patterns

struct PatternMatchesAll: Check {
  let page = CheckPage(
    "pattern-matches-all",
    .traps,
    .warning,
    summary: "A pattern or glob matches every text.",
    meaning: """
      Such a pattern only checks that the value exists and is a text (with ^.*$, a single line; with .+, not empty). \
      Often a part of the pattern is optional by mistake, such as (timeout)?.
      """,
    advice: "Correct the pattern, or write { exists: true } to make the intent clear.",
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

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    PatternReach.each(rules.program) { pattern, source in
      guard let texts = PatternReach.all(pattern) else { return }
      findings.report(
        "“\(pattern.source)” matches \(texts). Correct it, or write { exists: true }.", at: source.range)
    }
  }
}
