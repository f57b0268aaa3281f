internal import Bytes
internal import Records

extension Evaluator {
  /// Whether a clause's matcher, without its rate, matches the last record as recorded, as the first of a stream.
  package mutating func matches(clause: Int) -> Bool {
    var sink = NoSteps()
    prepareMatching(&sink)
    if !tables.breakers.isEmpty { readFreshBreakers() }
    defer { endMatching() }
    return holds(tables.clauses[clause].condition, &sink)
  }

  /// The category of the last record as recorded, or nil.
  package mutating func recordedCategory() -> Int? {
    var sink = NoSteps()
    prepareMatching(&sink)
    defer { endMatching() }
    return outcome.category.place
  }

  private mutating func prepareMatching(_ sink: inout NoSteps) {
    outcome.reset()
    inputs.matcher.change(to: ErrorRecord.recorded)
    resolveCategory(&sink)
  }

  /// Leaves neither a category nor breakers behind for an evaluation of the same record.
  private mutating func endMatching() {
    inputs.setCategory(.unresolved)
    inputs.forgetBreakers()
    inputs.matcher.change(to: ErrorRecord.recorded)
  }
}

extension Evaluator {
  /// The clauses of the deciding alerts that were shown, in order. Each consumed one recorded answer.
  package var decidingClauses: [Int] {
    var clauses: [Int] = []
    for index in 0..<outcome.actions.count {
      let ran = outcome.actions[index]
      let alert = tables.responses.alerts.element(at: tables.responses.actions[ran.action].alert)
      guard let alert, alert.decides, !ran.isThrottled, !ran.isCoalesced else { continue }
      clauses.append(Int(ran.clause))
    }
    return clauses
  }

  /// The actions whose failure has a verdict, with their clauses, in order. Each consumed one recorded result.
  package var performedActions: [(clause: Int, action: Int)] {
    var actions: [(clause: Int, action: Int)] = []
    for index in 0..<outcome.actions.count where outcome.actions[index].end != .unasked {
      actions.append((Int(outcome.actions[index].clause), Int(outcome.actions[index].action)))
    }
    return actions
  }
}

extension Evaluator {
  package var isReplaced: Bool { outcome.resolution.isReplaced }
}
