import RuleEngine

extension Walker {
  func walkInTurn(_ responder: Int, _ form: ErrorForm) -> ResponderWalk {
    var walk = ResponderWalk(lanes: [ResponderWalk.Lane(form: form)])
    for rule in rules(of: responder) {
      for index in walk.lanes.indices { ask(rule, index, &walk) }
    }
    let declared = program.responders[responder]
    for index in walk.lanes.indices { end(index, declared, &walk) }
    return walk
  }

  /// Evaluates a rule for the errors of a branch.
  private func ask(_ rule: Int, _ index: Int, _ walk: inout ResponderWalk) {
    let form = walk.lanes[index].form
    let condition = condition(of: rule, of: form)
    walk.lanes[index].asked[rule] = walk.lanes[index].own.count
    if case .no = condition { return }
    let before = walk.lanes[index].takings
    var taken: [Formula] = []
    var kept: [Formula] = []
    var sent: [Formula] = []
    var matches: [Formula] = []
    for outcome in outcomes(of: rule, of: form) {
      let happens = Formula.conjunction([condition, outcome.condition])
      if case .no = happens { continue }
      if case .notMatched = outcome.effect { continue }
      matches.append(outcome.condition)
      let deed = ResponderWalk.Deed(
        form: form,
        station: rule,
        said: outcome.said,
        before: before,
        condition: happens
      )
      if case .handles = outcome.effect {
        walk.ends.append(deed)
      } else if !outcome.said.isExhausted {
        walk.passages.append(deed)
      }
      switch outcome.effect {
      case .handles:
        taken.append(outcome.condition)
        kept.append(outcome.condition)
      case .leaves:
        taken.append(outcome.condition)
        sent.append(happens)
      case .goesOn(let other?):
        taken.append(outcome.condition)
        kept.append(outcome.condition)
        guard walk.lanes.count < limits.forms else {
          walk.isCut = true
          continue
        }
        let given = before + [ResponderWalk.Taking(station: rule, leaves: happens)]
        walk.lanes.append(ResponderWalk.Lane(form: other, given: given, hasMatched: true))
      case .goesOn(nil), .runs, .notMatched: continue
      }
    }
    walk.lanes[index].matches.append(.conjunction([condition, .disjunction(matches)]))
    let takes = Signature(condition)
    func taking(_ outcomes: [Formula]) -> ResponderWalk.Taking? {
      let leaves = Formula.conjunction([condition, .disjunction(outcomes)]).negation
      if case .yes = leaves { return nil }
      return ResponderWalk.Taking(station: rule, leaves: leaves, takes: takes)
    }
    if let all = taking(taken) { walk.lanes[index].own.add(all) }
    if let keeping = taking(kept) { walk.lanes[index].leaving.keep(keeping) }
    for errors in sent { walk.lanes[index].leaving.send(errors) }
  }

  /// Ends a branch whose errors no rule decided.
  private func end(_ index: Int, _ declared: RuleProgram.Responder, _ walk: inout ResponderWalk) {
    let lane = walk.lanes[index]
    let isUnmatched = declared.policy.otherwise == .unmatched
    let otherwise =
      faults.contains(.otherwise) || (isUnmatched && lane.hasMatched) ? nil : declared.otherwiseIndex
    if let takings = lane.leaving.takings(ofAll: lane.own, isDecidedElsewhere: otherwise != nil) {
      walk.exits.append(ResponderWalk.Exit(form: lane.form, takings: lane.given + takings))
    }
    guard let otherwise else { return }
    let matched = Formula.disjunction(lane.matches)
    if isUnmatched, !matched.isNo {
      walk.exits.append(exit(lane.form, lane, adding: matched, otherwise))
      for rule in declared.ruleIndices {
        let matches = self.matches(rule, lane.form)
        if matches.isNo { continue }
        lane.own.add(
          ResponderWalk.Taking(station: rule, leaves: matches.negation, takes: Signature(matches))
        )
      }
    }
    askOtherwise(otherwise, index, &walk)
  }

  private func exit(
    _ form: ErrorForm,
    _ lane: ResponderWalk.Lane,
    adding condition: Formula,
    _ station: Int
  ) -> ResponderWalk.Exit {
    ResponderWalk.Exit(
      form: form,
      takings: lane.takings + [ResponderWalk.Taking(station: station, leaves: condition)]
    )
  }

  /// The condition that a rule matches, including that its budget is not exhausted and its unwrapped error
  /// exists, if it does not match without them.
  func matches(_ rule: Int, _ form: ErrorForm) -> Formula {
    let condition = condition(of: rule, of: form)
    if case .no = condition { return .no }
    let ways = outcomes(of: rule, of: form).compactMap { outcome -> Formula? in
      switch (outcome.effect, outcome.said) {
      case (.notMatched, _): nil
      case (.handles, .exhausted): .conjunction([outcome.condition, isUndecided(before: rule, form)])
      default: outcome.condition
      }
    }
    return .conjunction([condition, .disjunction(ways)])
  }

  /// The condition that under `match: all` no earlier rule decides. A rule with an exhausted budget runs no
  /// actions, and its verdict counts only then.
  private func isUndecided(before rule: Int, _ form: ErrorForm) -> Formula {
    let responder = program.stations[rule].responder
    guard program.responders[responder].policy.match == .all, program.stations[rule].kind == .rule else {
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

  func askOtherwise(_ otherwise: Int, _ index: Int, _ walk: inout ResponderWalk) {
    let lane = walk.lanes[index]
    walk.lanes[index].asked[otherwise] = lane.own.count
    let before = lane.takings
    for outcome in outcomes(of: otherwise, of: lane.form) {
      let deed = ResponderWalk.Deed(
        form: lane.form,
        station: otherwise,
        said: outcome.said,
        before: before,
        condition: outcome.condition
      )
      switch outcome.effect {
      case .handles, .runs: walk.ends.append(deed)
      case .goesOn, .leaves: if !outcome.said.isExhausted { walk.passages.append(deed) }
      case .notMatched: break
      }
      switch outcome.effect {
      // Under match: all, actions alone handle the error.
      case .handles, .runs: continue
      case .goesOn(let other?): walk.exits.append(exit(other, lane, adding: outcome.condition, otherwise))
      case .goesOn(nil), .leaves, .notMatched:
        walk.exits.append(exit(lane.form, lane, adding: outcome.condition, otherwise))
      }
    }
  }

  /// The evaluation of events of a form at a responder.
  func eventWalk(_ responder: Int, _ form: ErrorForm) -> ResponderWalk {
    if let known = eventWalks[form.number]?[responder] { return known }
    var walk = ResponderWalk(lanes: [ResponderWalk.Lane(form: form)])
    for rule in program.responders[responder].eventIndices {
      for index in walk.lanes.indices { ask(rule, index, &walk) }
    }
    for lane in walk.lanes {
      guard let takings = lane.leaving.takings(ofAll: lane.own, isDecidedElsewhere: false) else { continue }
      walk.exits.append(ResponderWalk.Exit(form: lane.form, takings: lane.given + takings))
    }
    eventWalks[form.number, default: [:]][responder] = walk
    return walk
  }
}
