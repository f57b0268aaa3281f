internal import RuleLanguage
package import Engine
internal import Source

/// The longest that a rule's own retries take, for people who look at the rule.
package enum RetryOutlook {
  /// “up to 4 tries in 7.2 s”; nil for a clause without an automatic retry.
  package static func text(of clause: RuleProgram.Clause, in program: RuleProgram) -> String? {
    let rules = program.retryRules
    guard let rule = rules.first(where: { SourcePlace($0.clause.range) == SourcePlace(clause.range) }) else {
      return nil
    }
    let worst = WorstCase(of: [rule], saysItsTry: true)
    switch worst.end {
    case .used: return "up to \(worst.tries) tries in \(worst.time.shownText)"
    case .never: return "tries without end, because it forgets them after \(rule.policy.within.shownText)"
    case .far: return "more than \(worst.tries) tries in \(worst.time.shownText)"
    }
  }
}
