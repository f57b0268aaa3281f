internal import RuleLanguage
internal import Records
internal import Engine

extension Walker {
  func walkAll(_ responder: Int, _ form: ErrorForm) -> ResponderWalk {
    var walk = ResponderWalk(branches: [ResponderWalk.Branch(form: form)])
    let declared = program.responders[responder]
    let decides = PriorClaims.List()
    var escalates: [Formula] = []
    let unmatched = PriorClaims.List()
    for rule in rules(of: responder) {
      walk.branches[0].claimCounts[rule] = walk.branches[0].own.count
      let condition = condition(of: rule, of: form)
      if case .no = condition { continue }
      var deciding: [Formula] = []
      for outcome in outcomes(of: rule, of: form) {
        let happens = Formula.conjunction([condition, outcome.condition])
        func clauseEffect(_ before: PriorClaims) -> ResponderWalk.ClauseEffect {
          ResponderWalk.ClauseEffect(
            form: form, clause: rule, clauseVerdict: outcome.clauseVerdict, before: before, condition: happens
          )
        }
        // The rule ran in any case. Its verdict counts unless an earlier one decided.
        if case .notMatched = outcome.effect { continue }
        let before = walk.branches[0].priorClaims
        if !outcome.clauseVerdict.isExhausted { walk.effects.append(clauseEffect(before)) }
        if case .handles = outcome.effect { walk.ends.append(clauseEffect(before + PriorClaims(decides))) }
        switch outcome.effect {
        case .handles: deciding.append(happens)
        case .leaves: escalates.append(happens)
        case .continues, .runs, .notMatched: continue
        }
      }
      let decided = Formula.disjunction(deciding)
      let matched = matches(rule, form)
      decides.add(ResponderWalk.Claim(clause: rule, leaves: decided.negation, takes: Signature(decided)))
      unmatched.add(ResponderWalk.Claim(clause: rule, leaves: matched.negation, takes: Signature(matched)))
      // An alert without an answer ends the evaluation.
      if let ends = unanswered(rule, form) {
        let ended = Formula.conjunction([condition, ends])
        walk.branches[0].own.add(
          ResponderWalk.Claim(clause: rule, leaves: ended.negation, takes: Signature(ended)))
      }
    }
    let leaves = Formula.disjunction(escalates)
    if !leaves.isNo {
      let escalated = ResponderWalk.Claim(clause: declared.ruleIndices.lowerBound, leaves: leaves)
      walk.escalations.append(
        ResponderWalk.Escalation(form: form, priorClaims: PriorClaims(decides) + [escalated]))
    }
    // A rule with actions only handles the error.
    if !declared.rules.isEmpty {
      walk.ends.append(
        ResponderWalk.ClauseEffect(
          form: form,
          clause: declared.ruleIndices.lowerBound,
          clauseVerdict: .verdict(.evaluation(.proceed)),
          before: walk.branches[0].priorClaims + PriorClaims(decides),
          condition: .conjunction([
            leaves.negation, .disjunction(declared.ruleIndices.map { matches($0, form) }),
          ])
        )
      )
    }
    guard let otherwise = declared.otherwiseIndex, !faults.contains(.otherwise) else {
      walk.escalations.append(ResponderWalk.Escalation(form: form, priorClaims: PriorClaims(unmatched)))
      return walk
    }
    walk.branches.append(ResponderWalk.Branch(form: form, given: PriorClaims(unmatched)))
    evaluateOtherwise(otherwise, 1, &walk)
    return walk
  }

  /// Its deciding alert is shown and gets no answer. Nil without such an alert.
  private func unanswered(_ clause: Int, _ form: ErrorForm) -> Formula? {
    guard program.clauses[clause].actions.contains(where: { $0.alert?.decides == true }) else { return nil }
    return choice(-1, clause, form)
  }
}
