internal import Bytes

extension ResponderChain {
  /// The actions of a clause whose failure has a verdict, those behind buttons included.
  package func failures(atClause index: Int) -> [Int] {
    failures(of: tables.clauses[ClauseIndex(index)].actions)
  }

  private func failures(of actions: IndexRange<CompiledAction>) -> [Int] {
    var found: [Int] = []
    for index in actions {
      let action = tables.responses.actions[index]
      if action.decidesIfItFails { found.append(Int(index)) }
      guard let alert = tables.responses.alerts.element(at: action.alert) else { continue }
      for button in alert.buttons { found += failures(of: tables.responses.buttons[button].actions) }
    }
    return found
  }

  /// The name below `perform`, or the key of a plugin's action.
  package func provided(byAction index: Int) -> String { providedActions[index] }

  /// The names of actions whose failure has a verdict, in alphabetical order.
  package var failableNames: [String] {
    var names: Set<String> = []
    for index in tables.responses.actions.indices where tables.responses.actions[index].decidesIfItFails {
      names.insert(providedActions[Int(index)])
    }
    return names.sorted()
  }

  /// The one budget of a clause's retries, also after a failed action; nil if it never tries again.
  func budget(atClause index: Int) -> Index<CompiledBudget>? {
    let verdict = tables.clauses[ClauseIndex(index)].verdict
    if verdict.kind == .retry { return verdict.budget }
    return failures(atClause: index).lazy.map { self.tables.responses.actions[Index($0)].failed }
      .first { $0.kind == .retry }?.budget
  }
}
