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
