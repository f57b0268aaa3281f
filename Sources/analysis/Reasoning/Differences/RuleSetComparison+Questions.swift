internal import Records

extension RuleSetComparison {
  /// - Parameter countsLater: the effects differ in what they count, which may show in later errors only.
  func findWitness(_ formulas: [Formula], countsLater: Bool = false) {
    let (result, touchesOpen) = search(formulas, isFresh: true)
    switch result {
    case .found(let model):
      if let witness = witness(model) {
        add(witness)
        return
      }
      let closed = touchesOpen ? closedSearch(formulas) : result
      if touchesOpen, case .found(let model) = closed, let witness = witness(model) {
        add(witness)
      } else if closed.isNone || countsLater {
        depends = true
      } else {
        failures += 1
        isUnknown = true
      }
    case .unknown:
      failures += 1
      isUnknown = true
    case .none:
      guard touchesOpen else { return }
      switch search(formulas, isFresh: false).result {
      case .none: return
      case .found: depends = true
      case .unknown: isUnknown = true
      }
    }
  }

  /// A search for an error that shows the difference although no breaker is open and every plugin says no.
  private func closedSearch(_ formulas: [Formula]) -> Search.Result {
    solver.isClosed = true
    defer { solver.isClosed = false }
    return search(formulas, isFresh: true).result
  }

  func add(_ witness: Witness) {
    let pair = ClausePair(one: witness.answeredBy, other: otherRunner.run(witness.json)?.clause)
    guard shownPairs.insert(pair).inserted else {
      repetitions += 1
      return
    }
    witnesses.append(witness)
  }

  /// If running both chains confirms the difference.
  func witness(_ model: Search.Model) -> Witness? {
    var record = solver.record(of: model)
    let (choices, failures) = (solver.choices(model), solver.failures(model))
    var run = runner.run(record.json)
    if choices.values.contains(where: { $0 != 0 }) {
      var isChosen = true
      while isChosen, record.answers.count < 64 {
        let otherRun = otherRunner.run(record.json)
        let place = record.answers.count
        var next: (clause: Int, button: Int, isRecovery: Bool)?
        if let answered = run?.answered, answered.count > place {
          next = (answered[place], choices[answered[place]] ?? 0, one.program.isRecovery(answered[place]))
        } else if let answered = otherRun?.answered, answered.count > place {
          let identity = other.walker.identity(of: answered[place])
          next = (identity, choices[identity] ?? 0, other.program.isRecovery(answered[place]))
        }
        isChosen = next != nil
        guard let next else { break }
        record.recovers = record.recovers || (next.isRecovery && next.button == 1)
        record.answers.append(
          next.button < 0 ? .null : .number(.integer(next.isRecovery ? 0 : Int64(next.button))))
        run = runner.run(record.json)
      }
    }
    while !failures.isEmpty, record.results.count < 64 {
      let place = record.results.count
      var next: WitnessRunner.Performed?
      if let performed = run?.performed, performed.count > place {
        next = performed[place]
      } else if let performed = otherRunner.run(record.json)?.performed, performed.count > place {
        let clause = other.walker.identity(of: performed[place].clause)
        next = WitnessRunner.Performed(clause: clause, place: performed[place].place)
      }
      guard let next else { break }
      record.results.append(failures.contains(next) ? .failed : .ok)
      run = runner.run(record.json)
    }
    guard let run, runner.answers(record.json, like: otherRunner, namesClauses: namesClauses) == false,
      !witnesses.contains(where: { $0.json == record.json })
    else { return nil }
    return Witness(
      json: record.json, answeredBy: run.clause, evaluation: run.evaluation, isHandled: run.isHandled)
  }
}
