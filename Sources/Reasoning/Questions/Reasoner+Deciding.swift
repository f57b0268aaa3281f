import RuleEngine

extension Reasoner {
  /// Whether one of several conjunctions holds for some error, and whether the chain agrees.
  ///
  /// - Parameters:
  ///   - ways: the conjunctions.
  ///   - stations: stations of which `check` wants to know whether they match the error as recorded.
  ///   - check: whether a run shows what is asked.
  func decide(
    _ ways: [[Formula]],
    asking stations: [Int] = [],
    _ check: (WitnessRunner.Run) -> Bool
  ) -> Answer {
    questions += 1
    var isUnknown = false
    var depends = false
    for way in ways {
      let (result, touchesOpen) = search(way, isFresh: true)
      if case .found(let model) = result, let witness = witness(model, stations, check) {
        return .shown(witness)
      }
      switch result {
      case .found: if touchesOpen { depends = true } else { isUnknown = true }
      case .unknown: isUnknown = true
      case .none:
        guard touchesOpen else { continue }
        switch search(way, isFresh: false).result {
        case .found: depends = true
        case .unknown: isUnknown = true
        case .none: continue
        }
      }
    }
    if isUnknown { notDecided += 1 }
    return isUnknown ? .notDecided : depends ? .depends : .never
  }

  /// Whether nothing satisfies all of the formulas, whatever history says.
  func isEmpty(_ formulas: [Formula]) -> Bool {
    if case .none = search(formulas, isFresh: false).result { true } else { false }
  }

  /// The error that was found, if the chain does with it what is asked.
  private func witness(
    _ model: Search.Model,
    _ stations: [Int],
    _ check: (WitnessRunner.Run) -> Bool
  ) -> Witness? {
    var record = solver.record(of: model)
    let choices = solver.choices(model)
    var run = runner.run(record.json, asking: stations)
    if choices.values.contains(where: { $0 != 0 }) {
      record.recovers = choices.contains { station, button in program.isRecovery(station) && button == 1 }
      // Each alert takes the next answer; which alerts there are depends on the answers before.
      while let answered = run?.answered, answered.count > record.answers.count, record.answers.count < 64 {
        let station = answered[record.answers.count]
        let button = choices[station] ?? 0
        record.answers.append(
          button < 0 ? .null : .number(.integer(program.isRecovery(station) ? 0 : Int64(button)))
        )
        run = runner.run(record.json, asking: stations)
      }
    }
    guard let run, check(run) || checkListening(run, record.json, check) else {
      refusedWitnesses += 1
      onRefusal?(record.json)
      return nil
    }
    return Witness(
      json: record.json,
      answeredBy: run.station,
      evaluation: run.evaluation,
      isHandled: run.isHandled
    )
  }

  /// Whether a run shows what is asked by what leaves no trace in its outcome.
  private func checkListening(
    _ run: WitnessRunner.Run,
    _ json: String,
    _ check: (WitnessRunner.Run) -> Bool
  ) -> Bool {
    var run = run
    runner.listen(to: json, into: &run)
    return check(run)
  }
}
