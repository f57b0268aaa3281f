internal import Bytes
internal import RuleLanguage

extension Evaluator {
  enum ActionsRun {
    case completed
    case decided(CompiledVerdict)
    /// An action failed; the verdict of its failure.
    case failed(CompiledVerdict)
    case unanswered
    case needsState
  }

  /// The answer to a deciding alert is the verdict; an alert without an answer ends the run.
  mutating func run<Sink: StepSink & ~Copyable>(
    _ actions: IndexRange<CompiledAction>, at clause: ClauseIndex, _ state: inout ChainState,
    _ sink: inout Sink
  ) -> ActionsRun {
    var result = ActionsRun.completed
    for index in actions {
      let action = tables.responses.actions[index]
      guard let isSkipped = skips(action.throttle, &state, &sink) else { return .needsState }
      if isSkipped {
        note(Outcome.RanAction(action: index, clause: clause, errorNode: error, isThrottled: true), &sink)
        continue
      }
      guard let alert = tables.responses.alerts.element(at: action.alert) else {
        var ran = Outcome.RanAction(action: index, clause: clause, errorNode: error)
        if action.decidesIfItFails {
          guard let end = end(of: index, at: clause) else { return .needsState }
          ran.end = end
        }
        note(ran, &sink)
        if ran.end.isFailure { return .failed(action.failed) }
        continue
      }
      guard let answer = answer(to: alert, of: index, at: clause, &state, &sink) else {
        return .needsState
      }
      note(
        Outcome.RanAction(
          action: index, clause: clause, errorNode: error, answer: answer.button, option: answer.option,
          isAssumed: answer.isAssumed, isCoalesced: answer.isCoalesced), &sink)
      guard !answer.button.isNone else { return .unanswered }
      if answer.isAssumed { outcome.resolution.isAssumed = true }
      let button = tables.responses.buttons[answer.button]
      switch run(button.actions, at: clause, &state, &sink) {
      case .needsState: return .needsState
      case .failed(let verdict): return .failed(verdict)
      case .completed, .decided, .unanswered: break
      }
      if alert.decides { result = .decided(button.verdict) }
    }
    return result
  }

  private mutating func note<Sink: StepSink & ~Copyable>(_ ran: Outcome.RanAction, _ sink: inout Sink) {
    var ran = ran
    ran.resolution = outcome.resolution.number
    outcome.actions.append(ran)
    sink.runs(ran)
  }

  /// Runs the actions of `always` from the first visited responder to the last. False if state is needed that is not
  /// available.
  mutating func runAlways<Sink: StepSink & ~Copyable>(_ state: inout ChainState, _ sink: inout Sink) -> Bool {
    for index in outcome.resolution.path {
      let responder = tables.responders[outcome.path[Int(index)]]
      guard responder.policy.always == .after else { continue }
      if !runAlways(of: responder, &state, &sink) { return false }
    }
    return true
  }

  /// Runs a responder's `always` right after its own actions, if its policy requires that and they completed: each that has to
  /// succeed did, and each alert was answered.
  mutating func runAlwaysInChain<Sink: StepSink & ~Copyable>(
    _ responder: CompiledResponder, at place: ResponderIndex, after visit: Visit, _ state: inout ChainState,
    _ sink: inout Sink
  ) -> Bool {
    guard responder.policy.always == .inChain else { return true }
    if case .unanswered = visit { return true }
    if hasFailed(at: place) { return true }
    return runAlways(of: responder, &state, &sink)
  }

  private func hasFailed(at responder: ResponderIndex) -> Bool {
    for index in 0..<outcome.actions.count {
      let ran = outcome.actions[index]
      guard ran.end.isFailure, ran.resolution == outcome.resolution.number else { continue }
      if tables.clauses[ran.clause].responder == responder { return true }
    }
    return false
  }

  private mutating func runAlways<Sink: StepSink & ~Copyable>(
    of responder: CompiledResponder, _ state: inout ChainState, _ sink: inout Sink
  ) -> Bool {
    guard let clause = tables.clauses.element(at: responder.always) else { return true }
    sink.begins(clause: responder.always)
    if case .needsState = run(clause.actions, at: responder.always, &state, &sink) { return false }
    return true
  }
}
