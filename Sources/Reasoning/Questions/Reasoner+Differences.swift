extension Reasoner {
  /// An error or event that another rule set evaluates differently: with another evaluation, other actions,
  /// events or retries or, with `comparesClauses`, by another responder or rule. `never` proves that there
  /// is none. The witness is of this rule set.
  ///
  /// The handling rule, the category (unless an effect depends on it) and contracts don't count, and neither
  /// do random delays, which depend on the names of rules. `depends` means that no single error shows a
  /// difference, but memory or a plugin may.
  ///
  /// Cost: rule sets that compile to the same program need no search. If only rules or categories differ,
  /// each difference needs a few searches, so that a change in one of a hundred rules takes milliseconds. If
  /// no found error shows a difference, or if responders, policies or origins differ, the complete behaviour
  /// is compared within a bounded number of steps, with `notDecided` beyond it.
  package func difference(from other: Reasoner, comparesClauses: Bool = false) -> Satisfiability {
    differences(from: other, comparesClauses: comparesClauses, upTo: 1).answer
  }

  /// The same with at most `most` errors, each for a different reason.
  ///
  /// - Parameter sharesStructure: false compares everything, which is slower with the same result, for tests.
  package func differences(
    from other: Reasoner,
    comparesClauses: Bool = false,
    upTo most: Int,
    sharesStructure: Bool = true
  ) -> (answer: Satisfiability, witnesses: [Witness]) {
    let comparison = RuleSetComparison(
      self,
      other,
      namesClauses: comparesClauses,
      wants: max(1, most),
      sharesStructure: sharesStructure
    )
    questions += 1
    let answer = comparison.run()
    stepsOfComparisons += comparison.solver.stepsTaken
    if case .notDecided = answer { notDecided += 1 }
    return (answer, comparison.witnesses)
  }

  /// Whether another rule set's chain gives the same result for a recorded error or event, in the sense of
  /// ``difference(from:comparesClauses:)``. Nil if the JSON is not a recorded error.
  package func answers(_ json: String, like other: Reasoner, comparesClauses: Bool = false) -> Bool? {
    runner.answers(json, like: other.runner, namesClauses: comparesClauses)
  }
}
