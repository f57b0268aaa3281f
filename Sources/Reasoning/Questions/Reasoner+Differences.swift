extension Reasoner {
  /// An error or event that another rule set answers otherwise: with another evaluation, other actions, events or retries, or
  /// where `comparesStations`, from another responder or rule. `never` is the proof that there is none.
  ///
  /// Who answered, the category (unless something that is done speaks of it), and contracts don't count; nor do the draws of
  /// delays, which go by the names of rules. `depends` says that no error by itself shows a difference, but what is remembered
  /// of earlier ones, or what a plugin answers, may. The witness is of this rule set.
  package func difference(from other: Reasoner, comparesStations: Bool = false) -> Answer {
    differences(from: other, comparesStations: comparesStations, upTo: 1).answer
  }

  /// The same with several errors that show it, each found for another reason; at most `most`.
  ///
  /// - Parameter sharesStructure: whether what both have alike is left out; false takes longer and comes to the same, for
  ///   tests.
  package func differences(
    from other: Reasoner,
    comparesStations: Bool = false,
    upTo most: Int,
    sharesStructure: Bool = true
  ) -> (answer: Answer, witnesses: [Witness]) {
    let comparison = RuleSetComparison(
      self,
      other,
      namesStations: comparesStations,
      wants: max(1, most),
      sharesStructure: sharesStructure
    )
    questions += 1
    let answer = comparison.run()
    if case .notDecided = answer { notDecided += 1 }
    return (answer, comparison.witnesses)
  }

  /// Whether another rule set's chain answers a recorded error or event alike, in what counts for
  /// ``difference(from:comparesStations:)``; nil where the JSON is no recorded error.
  package func answers(_ json: String, like other: Reasoner, comparesStations: Bool = false) -> Bool? {
    runner.answers(json, like: other.runner, namesStations: comparesStations)
  }
}
