import RuleEngine

extension Walker {
  func walkAll(_ responder: Int, _ form: ErrorForm) -> ResponderWalk {
    var walk = ResponderWalk(lanes: [ResponderWalk.Lane(form: form)])
    let declared = program.responders[responder]
    let decides = Takings.List()
    var escalates: [Formula] = []
    let unmatched = Takings.List()
    for rule in rules(of: responder) {
      walk.lanes[0].asked[rule] = walk.lanes[0].own.count
      let condition = condition(of: rule, of: form)
      if case .no = condition { continue }
      var deciding: [Formula] = []
      for outcome in outcomes(of: rule, of: form) {
        let happens = Formula.conjunction([condition, outcome.condition])
        func deed(_ before: Takings) -> ResponderWalk.Deed {
          ResponderWalk.Deed(
            form: form,
            station: rule,
            said: outcome.said,
            before: before,
            condition: happens
          )
        }
        // The rule ran in any case. Its verdict counts unless an earlier one decided.
        if case .notMatched = outcome.effect { continue }
        let asked = walk.lanes[0].takings
        if !outcome.said.isExhausted { walk.passages.append(deed(asked)) }
        if case .handles = outcome.effect { walk.ends.append(deed(asked + Takings(decides))) }
        switch outcome.effect {
        case .handles: deciding.append(happens)
        case .leaves: escalates.append(happens)
        case .goesOn, .runs, .notMatched: continue
        }
      }
      let decided = Formula.disjunction(deciding)
      let matched = matches(rule, form)
      decides.add(
        ResponderWalk.Taking(station: rule, leaves: decided.negation, takes: Signature(decided))
      )
      unmatched.add(
        ResponderWalk.Taking(station: rule, leaves: matched.negation, takes: Signature(matched))
      )
      // An alert without an answer ends the evaluation.
      if let ends = unanswered(rule, form) {
        let ended = Formula.conjunction([condition, ends])
        walk.lanes[0].own.add(
          ResponderWalk.Taking(station: rule, leaves: ended.negation, takes: Signature(ended))
        )
      }
    }
    let leaves = Formula.disjunction(escalates)
    if !leaves.isNo {
      let escalated = ResponderWalk.Taking(station: declared.ruleIndices.lowerBound, leaves: leaves)
      walk.exits.append(ResponderWalk.Exit(form: form, takings: Takings(decides) + [escalated]))
    }
    // A rule with actions only handles the error.
    if !declared.rules.isEmpty {
      walk.ends.append(
        ResponderWalk.Deed(
          form: form,
          station: declared.ruleIndices.lowerBound,
          said: .verdict(.evaluation(.proceed)),
          before: walk.lanes[0].takings + Takings(decides),
          condition: .conjunction([
            leaves.negation, .disjunction(declared.ruleIndices.map { matches($0, form) }),
          ])
        )
      )
    }
    guard let otherwise = declared.otherwiseIndex, !faults.contains(.otherwise) else {
      walk.exits.append(ResponderWalk.Exit(form: form, takings: Takings(unmatched)))
      return walk
    }
    walk.lanes.append(ResponderWalk.Lane(form: form, given: Takings(unmatched)))
    askOtherwise(otherwise, 1, &walk)
    return walk
  }

  /// The condition that a clause's deciding alert is shown and gets no answer. Nil without such an alert.
  private func unanswered(_ station: Int, _ form: ErrorForm) -> Formula? {
    guard program.stations[station].actions.contains(where: { $0.alert?.decides == true }) else { return nil }
    return choice(-1, station, form)
  }
}
