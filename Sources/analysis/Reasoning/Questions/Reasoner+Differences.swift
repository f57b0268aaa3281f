extension Reasoner {
  /// An error or event that another rule set evaluates differently: with another evaluation, other actions,
  /// events or retries or, with `comparesClauses`, by another responder or rule. `never` proves that there
  /// is none. The witness is of this rule set.
  ///
  /// The handling rule, the category (unless an effect depends on it) and contracts don't count, and neither
  /// do random delays, which depend on the names of rules. `depends` means that no single error shows a
  /// difference, but state or a plugin may.
  ///
  /// Cost: none if both compile to the same program; a few searches (milliseconds) for each difference in
  /// rules or categories. If none of these shows an error, or if responders, policies or origins differ, the
  /// complete behaviour is compared within a bounded number of steps, with `notDecided` beyond it.
  package func difference(from other: Reasoner, comparesClauses: Bool = false) -> Satisfiability {
    differences(from: other, comparesClauses: comparesClauses, upTo: 1).answer
  }

  /// Up to `most` errors, each for a different reason. Without `sharesStructure` everything is compared: slower, same
  /// result, for tests.
  package func differences(
    from other: Reasoner, comparesClauses: Bool = false, upTo most: Int, sharesStructure: Bool = true,
    scope: ComparisonScope? = nil
  ) -> (answer: Satisfiability, witnesses: [Witness]) {
    let comparison = RuleSetComparison(
      self, other, namesClauses: comparesClauses, wants: max(1, most), sharesStructure: sharesStructure,
      scope: scope)
    questions += 1
    let answer = comparison.run()
    stepsOfComparisons += comparison.solver.stepsTaken
    if case .notDecided = answer { notDecided += 1 }
    return (answer, comparison.witnesses)
  }

  /// Whether it is proved, in few searches, that the other rule set gives every error and every event the same result and category,
  /// with `comparesClauses` by the same rule.
  package func isSame(as other: Reasoner, comparesClauses: Bool) -> Bool {
    let comparison = RuleSetComparison(
      self, other, namesClauses: comparesClauses, wants: 1, isProof: true)
    questions += 1
    let answer = comparison.run()
    stepsOfComparisons += comparison.solver.stepsTaken
    return answer.isNever
  }

  /// Whether the other chain gives the same result, in the sense of ``difference(from:comparesClauses:)``.
  /// Nil if the JSON is not a recorded error.
  package func answers(_ json: String, like other: Reasoner, comparesClauses: Bool = false) -> Bool? {
    runner.answers(json, like: other.runner, namesClauses: comparesClauses)
  }
}
