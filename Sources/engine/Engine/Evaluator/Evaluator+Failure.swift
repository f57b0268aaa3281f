internal import Bytes
internal import Records

extension Evaluator {
  /// The end of an action whose failure has a verdict; nil if it must run first.
  mutating func end(of action: Index<CompiledAction>, at clause: ClauseIndex) -> ActionEnd? {
    if inputs.live.isOn { return liveResult(of: action, at: clause).map { ActionEnd($0) } }
    let results = inputs.matcher.record.value(.performed, of: ErrorRecord.recorded)
    if let index = inputs.matcher.record.element(nextResult, of: results.index) {
      nextResult += 1
      let value = inputs.matcher.record.tape.value(at: index)
      if value.kind == .string, let result = PerformedResult(word: value.text) { return ActionEnd(result) }
      outcome.wrongAnswers += 1
    } else if inputs.fails(action) {
      return .failing
    }
    outcome.resolution.isAssumed = true
    return .assumed
  }

  /// The attempt of a clause whose action failed. A retry that was granted to it is that of the failure, or not counted.
  mutating func fail<Sink: StepSink & ~Copyable>(
    _ verdict: CompiledVerdict, at index: ClauseIndex, granted: Outcome.Retry?, counts: Bool,
    _ state: inout ChainState, _ sink: inout Sink
  ) -> Attempt {
    let isGranted = granted != nil && verdict.kind == .retry
    if granted != nil, !isGranted, counts, !giveBack(tables.clauses[index].verdict.budget, &state) {
      return .needsState
    }
    sink.concludes(.failed)
    if isGranted { return .ran(verdict, granted) }
    guard verdict.kind == .retry else { return .ran(verdict, nil) }
    switch grant(verdict.budget, at: index, counts: counts, isAfterFailure: true, &state, &sink) {
    case .granted(let retry): return .ran(verdict, retry)
    case .leftToAlert: return .ran(CompiledVerdict(kind: .continue), nil)
    case .needsState: return .needsState
    case .exhausted(let end):
      sink.concludes(.exhausted)
      let exhausted = tables.limits.budgets[verdict.budget].exhausted
      outcome.exhausted.append(.init(clause: index, end: end, decides: exhausted.kind != .continue))
      return .ran(exhausted, nil)
    }
  }

  /// Removes what ``grant(_:at:counts:isAfterFailure:_:_:)`` counted; false if state is needed that is not
  /// available.
  private mutating func giveBack(_ index: Index<CompiledBudget>, _ state: inout ChainState) -> Bool {
    let budget = tables.limits.budgets[index]
    if let key = fullKey(budget.per),
      state.consult(inputs, { $0.giveBack(key, in: budget.window(at: index)) }) == nil
    {
      return false
    }
    // A failure takes a token whether or not a retry is granted.
    guard let limits = tables.limits.retryLimits.element(at: budget.limits),
      limits.quota != .none, limits.quota != .tokens
    else { return true }
    let key = key(limits.per)
    let window = limits.window(at: budget.limits)
    guard limits.quota == .shared else {
      return state.consult(inputs, { $0.giveBack(key, in: window) }) != nil
    }
    let operation = operationKey(limits)
    let isGiven: Void? = state.consult(inputs) { contents in
      contents.giveBack(limits.cost, to: key, in: window)
      if let operation { contents.forgetKept(operation, in: limits.operations) }
    }
    return isGiven != nil
  }

  /// Takes the token of an error that a clause matches and whose budget was not asked; false if state is needed that is not
  /// available.
  @inline(never)
  mutating func takeToken(from place: Index<CompiledRetryLimits>, _ state: inout ChainState) -> Bool {
    let limits = tables.limits.retryLimits[place]
    let key = key(limits.per)
    return state.consult(inputs) {
      $0.spend(BudgetRequest.token, of: key, from: limits.most, in: limits.window(at: place))
    } != nil
  }

  /// The actions with these names fail where no result is recorded.
  package mutating func fail(actionsNamed names: [String]) {
    inputs.setFailing(chain.providedActions.map { names.contains($0) })
  }
}
