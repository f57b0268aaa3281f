internal import Bytes
internal import Records

extension Evaluator {
  /// The members that decide errors which agree with the last record in `fixed`: those that possibly matching
  /// rules use. What only templates of actions show is not among them: it is read when the action runs.
  package mutating func parts(neededBeside fixed: RecordParts) -> RecordParts {
    outcome.reset()
    inputs.matcher.change(to: ErrorRecord.recorded)
    var sink = NoSteps()
    // A replaced error may consist of any members.
    guard areNeverUnwrapped(knowing: fixed) else { return .all }
    resolveCategory(&sink)
    var needed = RecordParts()
    let isCategorySure = parts(ofCategories: fixed, &needed)
    let known = PartsKnown(chain, fixed, isCategorySure: isCategorySure)
    if !tables.ignored.isNone { _ = addParts(of: tables.ignored, known, &needed) }
    for index in tables.breakers.indices {
      guard addParts(of: tables.breakers[index].condition, known, &needed) != .false else { continue }
      needed.formUnion(chain.parts(ofKey: tables.breakers[index].per))
    }
    for index in 0..<tables.responders.count {
      let responder = tables.responders[index]
      if !responder.reports.isNone { _ = addParts(of: responder.reports, known, &needed) }
    }
    for index in 0..<tables.clauses.count {
      let clause = tables.clauses[index]
      guard clause.kind != .eventRule else { continue }
      if clause.kind == .rule, addParts(of: clause.condition, known, &needed) == .false { continue }
      needed.formUnion(chain.parts(ofActions: clause.actions))
      if !clause.rate.isNone { needed.formUnion(chain.parts(ofKey: tables.limits.rates[clause.rate].per)) }
      switch clause.verdict.kind {
      case .retry:
        needed.formUnion(chain.parts(ofBudget: clause.verdict.budget))
      // A replaced error may consist of any members.
      case .transform, .unwrapPayload, .unwrapCause, .emit, .raise: return .all
      case .evaluation, .retryByPerson, .continue, .escalate, .handled, .absent: break
      }
    }
    return needed
  }

  /// Adds the members that categories use; returns whether all errors of the kind get the same category.
  private mutating func parts(ofCategories fixed: RecordParts, _ needed: inout RecordParts) -> Bool {
    var isSure = true
    for index in 0..<tables.categories.count {
      let condition = tables.categories[index].condition
      guard !condition.isNone else { continue }
      switch addParts(of: condition, PartsKnown(chain, fixed, isCategorySure: false), &needed) {
      case .true: return isSure
      case .false: continue
      // Later categories decide where this one does not match.
      case .unknown: isSure = false
      }
    }
    return isSure
  }

  /// Adds the members that the condition uses if it matches some errors of the kind and not others.
  private mutating func addParts(
    of index: Index<ConditionInstruction>, _ known: PartsKnown, _ parts: inout RecordParts
  )
    -> Truth
  {
    let truth = truth(of: index, known)
    if truth == .unknown {
      parts.formUnion(chain.parts(ofInstructions: index..<tables.conditions.instructions[index].end))
    }
    return truth
  }

  /// The truth value of a condition for all errors that agree in the known members.
  mutating func truth(of index: Index<ConditionInstruction>, _ known: PartsKnown) -> Truth {
    var sink = NoSteps()
    return inputs.matcher.truth(of: index, error, category: outcome.category, known, &sink)
  }
}

/// Some members of the error are known, and possibly its category.
struct PartsKnown: Knowledge {
  private let chain: ResponderChain
  private let parts: RecordParts
  private let isCategorySure: Bool

  init(_ chain: ResponderChain, _ parts: RecordParts, isCategorySure: Bool) {
    self.chain = chain
    self.parts = parts
    self.isCategorySure = isCategorySure
  }

  static var isInOrder: Bool { false }

  func knows(_ index: Index<ConditionInstruction>, _ step: ConditionInstruction) -> Bool {
    switch step.operation {
    case .category: isCategorySure
    case .assumed: false
    default: chain.parts(ofInstructions: index..<step.end).isSubset(of: parts)
    }
  }
}

extension ResponderChain {
  /// The members that decide which actions run, and how: those of throttles and alerts, with their buttons.
  fileprivate func parts(ofActions actions: IndexRange<CompiledAction>) -> RecordParts {
    var parts = RecordParts()
    for index in actions {
      let action = tables.responses.actions[index]
      if action.failed.kind == .retry { parts.formUnion(self.parts(ofBudget: action.failed.budget)) }
      if let throttle = tables.limits.throttles.element(at: action.throttle) {
        parts.formUnion(self.parts(ofKey: throttle.per))
      }
      guard let alert = tables.responses.alerts.element(at: action.alert) else { continue }
      if alert.isRecovery { parts.insert(.options) }
      parts.formUnion(self.parts(ofKey: alert.coalesce))
      for button in alert.buttons {
        parts.formUnion(self.parts(ofActions: tables.responses.buttons[button].actions))
      }
    }
    return parts
  }

  func parts(ofBudget index: Index<CompiledBudget>) -> RecordParts {
    let budget = tables.limits.budgets[index]
    var parts = RecordParts([.attempt, .retryAfter])
    parts.formUnion(self.parts(ofKey: budget.per))
    if let limits = tables.limits.retryLimits.element(at: budget.limits) {
      parts.formUnion(self.parts(ofKey: limits.per))
      // The delay that has to end before the deadline is drawn from the id.
      if limits.hasDeadline { parts.insert(.id) }
      // What comes back to a shared quota depends on the operation.
      if limits.quota == .shared { parts.insert(.operation) }
    }
    return parts
  }

  func parts(ofKey key: IndexRange<SubjectIndex>) -> RecordParts {
    var parts = RecordParts()
    for place in key { parts.insert(tables.conditions.subjects[tables.limits.keySubjects[place]]) }
    return parts
  }
}
