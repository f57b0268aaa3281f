internal import Engine
internal import Records

extension Reasoner {
  /// Decides whether one of several conjunctions holds for some error.
  ///
  /// `clauses` are those that `check` needs to know about: whether they match the error as recorded. `check`
  /// tells whether a run of the chain confirms the result.
  func decide(_ paths: [Requirements], testing clauses: [Int] = [], _ check: (WitnessRunner.Run) -> Bool)
    -> Satisfiability
  {
    questions += 1
    solver.wasCut = false
    if program.categories.count > Solver.manyCategories {
      for path in paths {
        if let witness = example(path, testing: clauses, check) { return .shown(witness) }
      }
    }
    var doubt: Satisfiability.Doubt?
    var depends = false
    for path in paths {
      let (result, touchesOpen) = search(path, isFresh: true)
      switch result {
      case .found(let model):
        if let witness = witness(model, clauses, check) { return .shown(witness) }
        rejectedWitnesses += 1
        onRejection?(solver.record(of: model).json)
        if touchesOpen { note(model) }
        switch touchesOpen ? closedSearch(path) : result {
        case .found(let model):
          if touchesOpen, let witness = witness(model, clauses, check) { return .shown(witness) }
          doubt = doubt ?? .unconfirmed
        case .unknown: doubt = .limit
        case .none: depends = true
        }
      case .unknown: doubt = .limit
      case .none:
        guard touchesOpen else { continue }
        switch search(path, isFresh: false).result {
        case .found(let model):
          depends = true
          note(model)
        case .unknown: doubt = .limit
        case .none: continue
        }
      }
    }
    guard let doubt else { return depends ? .depends : .never }
    notDecided += 1
    if solver.wasCut { solver.budget?.undecided += 1 }
    return .notDecided(doubt)
  }

  /// A search for an error that meets the requirements although no breaker is open and every plugin says no.
  private func closedSearch(_ requirements: Requirements) -> Search.Result {
    solver.isClosed = true
    defer { solver.isClosed = false }
    return search(requirements, isFresh: true).result
  }

  private func note(_ model: Search.Model) {
    if recordsOfState.count < 8 { recordsOfState.append(solver.record(of: model).json) }
  }

  func decide(_ paths: [[Formula]], testing clauses: [Int] = [], _ check: (WitnessRunner.Run) -> Bool)
    -> Satisfiability
  {
    decide(paths.map { Requirements(formulas: $0) }, testing: clauses, check)
  }

  /// An error for which all requirements hold, if a run of the chain confirms it. It is not proof that there is none.
  func example(_ requirements: Requirements, testing clauses: [Int], _ check: (WitnessRunner.Run) -> Bool)
    -> Witness?
  {
    solver.ignoresEarlierCategories = program.categories.count > Solver.manyCategories
    defer { solver.ignoresEarlierCategories = false }
    guard case .found(let model) = search(requirements, isFresh: true).result else { return nil }
    return witness(model, clauses, check)
  }

  /// Whether no error satisfies the formulas, for any state.
  func isEmpty(_ formulas: [Formula]) -> Bool { isEmpty(Requirements(formulas: formulas)) }

  /// Whether no error satisfies the requirements, for any state.
  func isEmpty(_ requirements: Requirements) -> Bool {
    solver.wasCut = false
    let (result, _) = search(requirements, isFresh: false)
    if case .unknown = result, solver.wasCut { solver.budget?.undecided += 1 }
    if case .none = result { return true }
    return false
  }

  /// If a run of the chain confirms it.
  private func witness(_ model: Search.Model, _ clauses: [Int], _ check: (WitnessRunner.Run) -> Bool)
    -> Witness?
  {
    var record = solver.record(of: model)
    let (choices, failures) = (solver.choices(model), solver.failures(model))
    var run = runner.run(record.json, testing: clauses)
    if choices.values.contains(where: { $0 != 0 }) || !failures.isEmpty {
      record.recovers = choices.contains { clause, button in program.isRecovery(clause) && button == 1 }
      // Each alert takes the next answer, and each action the next result. Earlier ones decide which follow.
      while let now = run {
        if now.answered.count > record.answers.count, record.answers.count < 64 {
          let clause = now.answered[record.answers.count]
          let button = choices[clause] ?? 0
          record.answers.append(
            button < 0 ? .null : .number(.integer(program.isRecovery(clause) ? 0 : Int64(button))))
        } else if now.performed.count > record.results.count, record.results.count < 64 {
          record.results.append(failures.contains(now.performed[record.results.count]) ? .failed : .ok)
        } else {
          break
        }
        run = runner.run(record.json, testing: clauses)
      }
    }
    guard let run, check(run) || listens && checkListening(run, record.json, check) else { return nil }
    return Witness(
      json: record.json, answeredBy: run.clause, evaluation: run.evaluation, isHandled: run.isHandled)
  }

  /// Events that the outcome does not show.
  private func checkListening(_ run: WitnessRunner.Run, _ json: String, _ check: (WitnessRunner.Run) -> Bool)
    -> Bool
  {
    var run = run
    runner.listen(to: json, into: &run)
    return check(run)
  }
}
