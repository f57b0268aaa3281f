internal import RuleLanguage
internal import Engine

extension Walker {
  func walkInTurn(_ responder: Int, _ form: ErrorForm) -> ResponderWalk {
    var walk = ResponderWalk(branches: [ResponderWalk.Branch(form: form)])
    for rule in rules(of: responder) {
      for index in walk.branches.indices { evaluate(rule, index, &walk) }
    }
    let declared = program.responders[responder]
    for index in walk.branches.indices { end(index, declared, &walk) }
    return walk
  }

  private func evaluate(_ rule: Int, _ index: Int, _ walk: inout ResponderWalk) {
    let form = walk.branches[index].form
    let condition = condition(of: rule, of: form)
    walk.branches[index].claimCounts[rule] = walk.branches[index].own.count
    if case .no = condition { return }
    let before = walk.branches[index].priorClaims
    var taken: [Formula] = []
    var kept: [Formula] = []
    var sent: [Formula] = []
    var matches: [Formula] = []
    for outcome in outcomes(of: rule, of: form) {
      let happens = Formula.conjunction([condition, outcome.condition])
      if case .no = happens { continue }
      if case .notMatched = outcome.effect { continue }
      matches.append(outcome.condition)
      let clauseEffect = ResponderWalk.ClauseEffect(
        form: form, clause: rule, clauseVerdict: outcome.clauseVerdict, before: before, condition: happens)
      if case .handles = outcome.effect {
        walk.ends.append(clauseEffect)
      } else if !outcome.clauseVerdict.isExhausted {
        walk.effects.append(clauseEffect)
      }
      switch outcome.effect {
      case .handles:
        taken.append(outcome.condition)
        kept.append(outcome.condition)
      case .leaves:
        taken.append(outcome.condition)
        sent.append(happens)
      case .continues(let other?):
        taken.append(outcome.condition)
        kept.append(outcome.condition)
        guard walk.branches.count < limits.forms else {
          walk.isCut = true
          continue
        }
        let given = before + [ResponderWalk.Claim(clause: rule, leaves: happens)]
        walk.branches.append(ResponderWalk.Branch(form: other, given: given, hasMatched: true))
      case .continues(nil), .runs, .notMatched: continue
      }
    }
    walk.branches[index].matches.append(.conjunction([condition, .disjunction(matches)]))
    let takes = Signature(condition)
    func claim(_ outcomes: [Formula]) -> ResponderWalk.Claim? {
      let leaves = Formula.conjunction([condition, .disjunction(outcomes)]).negation
      if case .yes = leaves { return nil }
      return ResponderWalk.Claim(clause: rule, leaves: leaves, takes: takes)
    }
    if let all = claim(taken) { walk.branches[index].own.add(all) }
    if let keeping = claim(kept) { walk.branches[index].escalated.keep(keeping) }
    for errors in sent { walk.branches[index].escalated.send(errors) }
  }

  private func end(_ index: Int, _ declared: RuleProgram.Responder, _ walk: inout ResponderWalk) {
    let branch = walk.branches[index]
    let isUnmatched = declared.policy.otherwise == .unmatched
    let otherwise =
      faults.contains(.otherwise) || (isUnmatched && branch.hasMatched) ? nil : declared.otherwiseIndex
    if let priorClaims = branch.escalated.priorClaims(ofAll: branch.own, isDecidedElsewhere: otherwise != nil)
    {
      walk.escalations.append(
        ResponderWalk.Escalation(form: branch.form, priorClaims: branch.given + priorClaims))
    }
    guard let otherwise else { return }
    let matched = Formula.disjunction(branch.matches)
    if isUnmatched, !matched.isNo {
      walk.escalations.append(escalation(branch.form, branch, adding: matched, otherwise))
      for rule in declared.ruleIndices {
        let matches = self.matches(rule, branch.form)
        if matches.isNo { continue }
        branch.own.add(ResponderWalk.Claim(clause: rule, leaves: matches.negation, takes: Signature(matches)))
      }
    }
    evaluateOtherwise(otherwise, index, &walk)
  }

  private func escalation(
    _ form: ErrorForm, _ branch: ResponderWalk.Branch, adding condition: Formula, _ clause: Int
  ) -> ResponderWalk.Escalation {
    ResponderWalk.Escalation(
      form: form, priorClaims: branch.priorClaims + [ResponderWalk.Claim(clause: clause, leaves: condition)])
  }

  /// Includes a try left in the budget and an error to unwrap, if the rule does not match without them.
  func matches(_ rule: Int, _ form: ErrorForm) -> Formula {
    let condition = condition(of: rule, of: form)
    if case .no = condition { return .no }
    let paths = outcomes(of: rule, of: form).compactMap { outcome -> Formula? in
      switch (outcome.effect, outcome.clauseVerdict) {
      case (.notMatched, _): nil
      case (.handles, .exhausted): .conjunction([outcome.condition, isUndecided(before: rule, form)])
      default: outcome.condition
      }
    }
    return .conjunction([condition, .disjunction(paths)])
  }

  /// Whether nothing is decided before a rule under `match: all`. With an exhausted budget, a rule runs no actions and
  /// its verdict counts only then.
  private func isUndecided(before rule: Int, _ form: ErrorForm) -> Formula {
    let responder = program.clauses[rule].responder
    guard program.responders[responder].policy.match == .all, program.clauses[rule].kind == .rule else {
      return .yes
    }
    return .conjunction(
      rules(of: responder).prefix { $0 != rule }.map { earlier in
        let condition = condition(of: earlier, of: form)
        let decides = outcomes(of: earlier, of: form).compactMap { outcome -> Formula? in
          if case .handles = outcome.effect { outcome.condition } else { nil }
        }
        return Formula.conjunction([condition, .disjunction(decides)]).negation
      }
    )
  }

  func evaluateOtherwise(_ otherwise: Int, _ index: Int, _ walk: inout ResponderWalk) {
    let branch = walk.branches[index]
    walk.branches[index].claimCounts[otherwise] = branch.own.count
    let before = branch.priorClaims
    for outcome in outcomes(of: otherwise, of: branch.form) {
      let clauseEffect = ResponderWalk.ClauseEffect(
        form: branch.form, clause: otherwise, clauseVerdict: outcome.clauseVerdict, before: before,
        condition: outcome.condition)
      switch outcome.effect {
      case .handles, .runs: walk.ends.append(clauseEffect)
      case .continues, .leaves: if !outcome.clauseVerdict.isExhausted { walk.effects.append(clauseEffect) }
      case .notMatched: break
      }
      switch outcome.effect {
      // Under match: all, actions alone handle the error.
      case .handles, .runs: continue
      case .continues(let other?):
        walk.escalations.append(escalation(other, branch, adding: outcome.condition, otherwise))
      case .continues(nil), .leaves, .notMatched:
        walk.escalations.append(escalation(branch.form, branch, adding: outcome.condition, otherwise))
      }
    }
  }

  func eventWalk(_ responder: Int, _ form: ErrorForm) -> ResponderWalk {
    if let known = eventWalks[form.number]?[responder] { return known }
    var walk = ResponderWalk(branches: [ResponderWalk.Branch(form: form)])
    for rule in program.responders[responder].eventIndices {
      for index in walk.branches.indices { evaluate(rule, index, &walk) }
    }
    for branch in walk.branches {
      guard let priorClaims = branch.escalated.priorClaims(ofAll: branch.own, isDecidedElsewhere: false)
      else { continue }
      walk.escalations.append(
        ResponderWalk.Escalation(form: branch.form, priorClaims: branch.given + priorClaims))
    }
    eventWalks[form.number, default: [:]][responder] = walk
    return walk
  }
}
