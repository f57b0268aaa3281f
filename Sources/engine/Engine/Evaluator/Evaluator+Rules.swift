internal import Bytes
internal import Records
internal import RuleLanguage

extension Evaluator {
  enum Visit {
    case handled
    /// The evaluation ends: an alert was shown and never answered.
    case unanswered
    case notHandled
    /// Handled; the clause and the replacement of the event to emit.
    case emits(ClauseIndex, Index<CompiledReplacement>)
    case needsState
  }

  /// Evaluates a responder's rules in its order, then its `otherwise`.
  mutating func visit<Sink: StepSink & ~Copyable>(
    _ responder: CompiledResponder, at place: ResponderIndex, _ state: inout ChainState, _ sink: inout Sink
  ) -> Visit {
    var hasMatched = false
    let visit =
      responder.policy.match == .all
      ? evaluateAll(responder, at: place, &hasMatched, &state, &sink)
      : evaluateInTurn(responder, at: place, &hasMatched, &state, &sink)
    if let visit { return visit }
    guard !responder.otherwise.isNone, responder.policy.otherwise == .undecided || !hasMatched else {
      return .notHandled
    }
    sink.begins(clause: responder.otherwise)
    let otherwise = tables.clauses[responder.otherwise]
    switch attempt(responder.otherwise, otherwise, counts: true, &state, &sink) {
    case .needsState: return .needsState
    case .notMatched: return .notHandled
    case .unanswered: return cancel(at: responder.otherwise)
    case .ran(var verdict, let retry):
      // Where all rules run, a rule with actions and no verdict means proceed.
      if verdict.kind == .absent { verdict = CompiledVerdict(kind: .evaluation, evaluation: .proceed) }
      return conclude(verdict, at: responder.otherwise, retry, &sink) ?? .notHandled
    }
  }

  private mutating func evaluateInTurn<Sink: StepSink & ~Copyable>(
    _ responder: CompiledResponder, at place: ResponderIndex, _ hasMatched: inout Bool,
    _ state: inout ChainState, _ sink: inout Sink
  ) -> Visit? {
    var index = ClauseIndex.nowhere
    while true {
      index = nextMatch(of: responder, at: place, after: index, &state, &sink)
      guard let clause = tables.clauses.element(at: index) else {
        return index == .undecided ? .needsState : nil
      }
      guard let isReached = reachesRate(clause.rate, &state, &sink) else { return .needsState }
      guard isReached else {
        sink.concludes(.notMatched)
        continue
      }
      switch attempt(index, clause, counts: true, &state, &sink) {
      case .needsState: return .needsState
      case .notMatched: continue
      case .unanswered: return cancel(at: index)
      case .ran(let verdict, let retry):
        hasMatched = true
        if let visit = conclude(verdict, at: index, retry, &sink) { return visit }
      }
    }
  }

  /// Runs every rule that matches; the first evaluation decides, or else `proceed`. Nil if none matches.
  private mutating func evaluateAll<Sink: StepSink & ~Copyable>(
    _ responder: CompiledResponder, at place: ResponderIndex, _ hasMatched: inout Bool,
    _ state: inout ChainState, _ sink: inout Sink
  ) -> Visit? {
    var index = ClauseIndex.nowhere
    var first = ClauseIndex.nowhere
    var decided: (clause: ClauseIndex, evaluation: Evaluation, retry: Outcome.Retry?)?
    var escalates = false
    while true {
      index = nextMatch(of: responder, at: place, after: index, &state, &sink)
      guard let clause = tables.clauses.element(at: index) else {
        if index == .undecided { return .needsState }
        break
      }
      guard let isReached = reachesRate(clause.rate, &state, &sink) else { return .needsState }
      guard isReached else {
        sink.concludes(.notMatched)
        continue
      }
      switch attempt(index, clause, counts: decided == nil, &state, &sink) {
      case .needsState: return .needsState
      case .notMatched: continue
      case .unanswered:
        guard let decided else { return cancel(at: index) }
        decide(decided.evaluation, at: decided.clause, decided.retry)
        return .unanswered
      case .ran(let verdict, let retry):
        hasMatched = true
        if first.isNone { first = index }
        switch verdict.kind {
        case .evaluation, .retry, .retryByPerson:
          sink.concludes(.evaluated(verdict.evaluation))
          if decided == nil { decided = (index, verdict.evaluation, retry) }
        case .escalate:
          sink.concludes(.escalated)
          escalates = true
        case .absent:
          sink.concludes(.ran)
        case .continue, .transform, .unwrapPayload, .unwrapCause, .emit, .handled, .raise:
          sink.concludes(.continued)
        }
      }
    }
    guard !first.isNone else { return nil }
    if let decided {
      decide(decided.evaluation, at: decided.clause, decided.retry)
    } else if escalates {
      return .notHandled
    } else {
      decide(.proceed, at: first, nil)
    }
    return .handled
  }

  /// The next enabled rule that matches the current error; `undecided` if it asks a breaker and the state is not
  /// available. A listening sink is told about every rule.
  @inline(__always)
  private mutating func nextMatch<Sink: StepSink & ~Copyable>(
    of responder: CompiledResponder, at place: ResponderIndex, after last: ClauseIndex,
    _ state: inout ChainState, _ sink: inout Sink
  ) -> ClauseIndex {
    if responder.rules.isEmpty { return .nowhere }
    guard Sink.isRecording else {
      let question = Question(kind: .rule, responder: place, after: last)
      let match = ClauseIndex(result(of: question))
      guard match == .undecided, readBreakers(&state) else { return match }
      return ClauseIndex(result(of: question))
    }
    if !tables.breakers.isEmpty, !readBreakers(&state, isUse: false) { return .undecided }
    let isReversed = responder.policy.order == .lastFirst
    let first = isReversed ? responder.rules.endIndex + -1 : responder.rules.startIndex
    var index = last.isNone ? first : last + (isReversed ? -1 : 1)
    while responder.rules.contains(index) {
      let clause = tables.clauses[index]
      sink.begins(clause: index)
      if !clause.isEnabled {
        sink.concludes(.disabled)
      } else {
        noteUse(of: clause.condition, &state)
        if holds(clause.condition, &sink) { return index }
        sink.concludes(.notMatched)
      }
      index += (isReversed ? -1 : 1)
    }
    return .nowhere
  }

  enum Attempt {
    /// The verdict after its actions ran, or the verdict for its exhausted budget.
    case ran(CompiledVerdict, Outcome.Retry?)
    /// No try is left, or the inner error to unwrap is missing.
    case notMatched
    case unanswered
    case needsState
  }

  /// Runs a matching clause: its budget, then its actions. If it decides, a granted try `counts`.
  mutating func attempt<Sink: StepSink & ~Copyable>(
    _ index: ClauseIndex, _ clause: CompiledClause, counts: Bool, _ state: inout ChainState,
    _ sink: inout Sink
  ) -> Attempt {
    var retry: Outcome.Retry?
    switch clause.verdict.kind {
    case .retry:
      switch grant(clause.verdict.budget, at: index, counts: counts, &state, &sink) {
      case .granted(let granted): retry = granted
      case .leftToAlert: break
      case .needsState: return .needsState
      case .exhausted(let end):
        let verdict = tables.limits.budgets[clause.verdict.budget].exhausted
        let decides = verdict.kind != .continue
        outcome.exhausted.append(.init(clause: index, end: end, decides: decides))
        sink.concludes(.exhausted)
        return decides ? .ran(verdict, nil) : .notMatched
      }
    case .unwrapPayload, .unwrapCause:
      // If an alert decides this time, the verdict's inner error is not needed.
      guard let isLeft = leavesVerdictToAlert(index, &state) else { return .needsState }
      guard isLeft || inputs.matcher.hasInner(clause.verdict) else {
        sink.concludes(.nothingInside)
        return .notMatched
      }
    case .evaluation, .retryByPerson, .continue, .escalate, .transform, .emit, .handled, .raise, .absent:
      break
    }
    if !clause.tokens.isNone, retry == nil, !takeToken(from: clause.tokens, &state) { return .needsState }
    outcome.fired.append(index)
    switch run(clause.actions, at: index, &state, &sink) {
    case .completed: return .ran(clause.verdict, retry)
    case .decided(let lookups): return .ran(lookups, nil)
    case .failed(let verdict):
      return fail(verdict, at: index, granted: retry, counts: counts, &state, &sink)
    case .needsState: return .needsState
    case .unanswered:
      sink.concludes(.unanswered)
      return .unanswered
    }
  }

  /// Carries out a verdict; nil if the error is not handled and the next rule is evaluated.
  private mutating func conclude<Sink: StepSink & ~Copyable>(
    _ verdict: CompiledVerdict, at index: ClauseIndex, _ retry: Outcome.Retry?, _ sink: inout Sink
  ) -> Visit? {
    switch verdict.kind {
    case .evaluation, .retry, .retryByPerson:
      decide(verdict.evaluation, at: index, retry)
      sink.concludes(.evaluated(verdict.evaluation))
      return .handled
    case .emit:
      decide(verdict.evaluation, at: index, nil)
      sink.concludes(.emitted)
      return .emits(index, verdict.replacement)
    case .transform:
      guard replaceError(by: tables.responses.replacements[verdict.replacement], &sink) else {
        return .needsState
      }
      return nil
    case .unwrapPayload, .unwrapCause:
      unwrapError(verdict, &sink)
      return nil
    case .escalate:
      sink.concludes(.escalated)
      return .notHandled
    case .continue, .absent, .handled, .raise:
      sink.concludes(.continued)
      return nil
    }
  }

  private mutating func decide(_ evaluation: Evaluation, at clause: ClauseIndex, _ retry: Outcome.Retry?) {
    outcome.resolution.evaluation = evaluation
    outcome.resolution.state = .handled
    outcome.resolution.clause = clause
    outcome.resolution.retry = retry
  }

  private mutating func cancel(at clause: ClauseIndex) -> Visit {
    decide(.cancel, at: clause, nil)
    return .unanswered
  }
}
