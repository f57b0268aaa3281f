internal import RuleLanguage
internal import Patterns
internal import Engine

enum PatternReach {
  private static let budget = ReasoningBudget(states: 5_000, steps: 2_000_000, memory: 16 << 20)

  static func each(_ program: RuleProgram, _ body: (Pattern, Condition.Source) -> Void) {
    program.eachComparison { comparing in
      if let pattern = comparing.comparison.pattern { body(pattern, comparing.source) }
    }
  }

  /// The texts that a pattern matches, if that is nearly all of them: `every text`, or nil.
  static func all(_ pattern: Pattern) -> String? {
    // A cheap first test: a pattern that matches nearly everything matches a character that no rule mentions.
    guard Language(pattern).contains("\u{E000}") else { return nil }
    let rest = Language(pattern).complement
    if rest.isEmpty(budget: budget) == .yes { return "every text" }
    for (expression, words) in [
      ("^[^\\n]*$", "every text of one line"), ("(?s)^.+$", "every text that is not empty"),
      ("^[^\\n]+$", "every text of one line that is not empty"),
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
