internal import Patterns
internal import RuleEngine

/// Finds patterns that match every text, or none.
enum PatternReach {
  private static let budget = ReasoningBudget(states: 5_000, steps: 2_000_000, memory: 16 << 20)

  /// Every pattern that is asked, with what makes it one.
  static func each(_ program: RuleProgram, _ body: (Pattern, Condition.Source) -> Void) {
    program.eachComparison { comparing in
      if let pattern = comparing.comparison.pattern { body(pattern, comparing.source) }
    }
  }

  /// What a pattern matches that matches as good as everything: `every text`, or nil.
  static func all(_ pattern: Pattern) -> String? {
    // A character that no rule asks for: cheap to try, and what matches as good as everything matches it.
    guard Language(pattern).contains("\u{E000}") else { return nil }
    let rest = Language(pattern).complement
    if rest.isEmpty(budget: budget) == .yes { return "every text" }
    for (expression, words) in [
      ("^[^\\n]*$", "every text of one line"), ("(?s)^.+$", "every text but the empty one"),
      ("^[^\\n]+$", "every text of one line but the empty one"),
    ] {
      guard let most = try? Pattern(expression: expression) else { continue }
      if Language(most).intersection(rest).isEmpty(budget: budget) == .yes { return words }
    }
    return nil
  }

  static func matchesNothing(_ pattern: Pattern) -> Bool {
    Language(pattern).isEmpty(budget: budget) == .yes
  }
}

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

/// `pattern-matches-nothing`: a pattern that no text satisfies.
struct PatternMatchesNothing: Check {
  let page = CheckPage(
    "pattern-matches-nothing",
    .traps,
    .warning,
    summary: "A pattern matches no text at all.",
    meaning:
      "No value satisfies it, so what asks for it never holds, as after$^ or a$b, which want more after the end.",
    advice: "Correct the pattern, or delete what asks for it.",
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

  func run(on rules: CheckedRules, into findings: inout Findings) {
    PatternReach.each(rules.program) { pattern, source in
      guard PatternReach.matchesNothing(pattern) else { return }
      findings.report("“\(pattern.source)” matches no text. Correct it.", at: source.range)
    }
  }
}
