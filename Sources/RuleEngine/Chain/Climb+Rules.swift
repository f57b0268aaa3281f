internal import Bytes
internal import Records
internal import RuleLanguage

extension Climb {
  /// What came of asking a responder.
  enum Visit {
    case handled
    /// A person was asked and never answered, which ends the climb.
    case unanswered
    case notHandled
    /// Handled, and an event begins to climb: the station and its replacement.
    case emits(Int32, Int32)
    case needsMemory
  }

  /// Asks a responder's rules in its order, then its `otherwise`.
  mutating func visit<Sink: StepSink & ~Copyable>(
    _ responder: CompiledResponder,
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Visit {
    var hasMatched = false
    let visit =
      responder.policy.match == .all
      ? askAll(responder, &hasMatched, &memory, &sink) : askInTurn(responder, &hasMatched, &memory, &sink)
    if let visit { return visit }
    guard responder.otherwise >= 0, responder.policy.otherwise == .undecided || !hasMatched else {
      return .notHandled
    }
    sink.asks(station: responder.otherwise)
    let otherwise = tables.stations[Int(responder.otherwise)]
    switch attempt(responder.otherwise, otherwise, counts: true, &memory, &sink) {
    case .needsMemory: return .needsMemory
    case .notMatched: return .notHandled
    case .unanswered: return cancel(at: responder.otherwise)
    case .ran(var verdict, let retry):
      // Where all rules run, actions alone are an answer.
      if verdict.kind == .absent { verdict = CompiledVerdict(kind: .evaluation, evaluation: .proceed) }
      return conclude(verdict, at: responder.otherwise, retry, &sink) ?? .notHandled
    }
  }

  /// Asks one rule after the other until one decides; nil where none did.
  private mutating func askInTurn<Sink: StepSink & ~Copyable>(
    _ responder: CompiledResponder,
    _ hasMatched: inout Bool,
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Visit? {
    var asking = RuleAsking(responder)
    while let index = next(&asking, &sink) {
      let station = tables.stations[Int(index)]
      guard let isMatch = matches(index, station, asking.isSure, &memory, &sink) else { return .needsMemory }
      guard isMatch else { continue }
      switch attempt(index, station, counts: true, &memory, &sink) {
      case .needsMemory: return .needsMemory
      case .notMatched: continue
      case .unanswered: return cancel(at: index)
      case .ran(let verdict, let retry):
        hasMatched = true
        if let visit = conclude(verdict, at: index, retry, &sink) { return visit }
      }
    }
    return nil
  }

  /// Runs every rule that matches; the first evaluation decides, `proceed` if none says one. Nil where none matched.
  private mutating func askAll<Sink: StepSink & ~Copyable>(
    _ responder: CompiledResponder,
    _ hasMatched: inout Bool,
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Visit? {
    var asking = RuleAsking(responder)
    var first: Int32 = -1
    var decided: (station: Int32, evaluation: Evaluation, retry: Outcome.Retry?)?
    var escalates = false
    while let index = next(&asking, &sink) {
      let station = tables.stations[Int(index)]
      guard let isMatch = matches(index, station, asking.isSure, &memory, &sink) else { return .needsMemory }
      guard isMatch else { continue }
      switch attempt(index, station, counts: decided == nil, &memory, &sink) {
      case .needsMemory: return .needsMemory
      case .notMatched: continue
      case .unanswered:
        guard let decided else { return cancel(at: index) }
        decide(decided.evaluation, at: decided.station, decided.retry)
        return .unanswered
      case .ran(let verdict, let retry):
        hasMatched = true
        if first < 0 { first = index }
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
    guard first >= 0 else { return nil }
    if let decided {
      decide(decided.evaluation, at: decided.station, decided.retry)
    } else if escalates {
      return .notHandled
    } else {
      decide(.proceed, at: first, nil)
    }
    return .handled
  }

  /// Whether a rule is enabled and its matcher holds for the error as it is now; nil where memory is needed that is not
  /// at hand.
  private mutating func matches<Sink: StepSink & ~Copyable>(
    _ index: Int32,
    _ station: CompiledStation,
    _ isSure: Bool,
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Bool? {
    sink.asks(station: index)
    guard station.isEnabled else {
      sink.concludes(.disabled)
      return false
    }
    guard isSure || holdsForRule(station.condition, &sink) else {
      sink.concludes(.notMatched)
      return false
    }
    guard let isReached = reachesRate(station.rate, &memory, &sink) else { return nil }
    if !isReached { sink.concludes(.notMatched) }
    return isReached
  }

  /// Whether a rule's matcher holds. While questions are written down, those come first that cost least.
  @inline(__always)
  private mutating func holdsForRule<Sink: StepSink & ~Copyable>(_ condition: Int32, _ sink: inout Sink)
    -> Bool
  {
    if !Sink.listens, trace.isOpen, let isMatch = holdsByClasses(condition) { return isMatch }
    return holds(Int(condition), error, &sink)
  }

  enum Attempt {
    /// Its actions ran, or its spent budget speaks: this is what it says.
    case ran(CompiledVerdict, Outcome.Retry?)
    /// It counts as not matched: no try is left, or there is nothing to unwrap.
    case notMatched
    case unanswered
    case needsMemory
  }

  /// Runs a station whose matcher holds: its budget, then its actions.
  ///
  /// - Parameter counts: whether a granted try counts, which it does where it decides.
  mutating func attempt<Sink: StepSink & ~Copyable>(
    _ index: Int32,
    _ station: CompiledStation,
    counts: Bool,
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Attempt {
    var retry: Outcome.Retry?
    switch station.verdict.kind {
    case .retry:
      trace.leave()
      switch grant(station.verdict.operand, at: index, counts: counts, &memory, &sink) {
      case .granted(let granted): retry = granted
      case .leftToAlert: break
      case .needsMemory: return .needsMemory
      case .exhausted:
        sink.concludes(.exhausted)
        let verdict = tables.budgets[Int(station.verdict.operand)].exhausted
        return verdict.kind == .continue ? .notMatched : .ran(verdict, nil)
      }
    case .unwrapPayload, .unwrapCause:
      trace.leave()
      // Where an alert decides this time, nothing has to be there.
      guard let isLeft = isLeftToAlert(index, &memory) else { return .needsMemory }
      guard isLeft || hasInner(station.verdict) else {
        sink.concludes(.nothingInside)
        return .notMatched
      }
    case .evaluation, .retryByPerson, .continue, .escalate, .transform, .emit, .handled, .raise, .absent:
      break
    }
    outcome.fired.append(index)
    trace.mark()
    switch run(station.actions, at: index, &memory, &sink) {
    case .completed: return .ran(station.verdict, retry)
    case .decided(let answered): return .ran(answered, nil)
    case .needsMemory: return .needsMemory
    case .unanswered:
      sink.concludes(.unanswered)
      return .unanswered
    }
  }

  /// Does what a verdict says; nil where the error is not handled and the next rule is asked.
  private mutating func conclude<Sink: StepSink & ~Copyable>(
    _ verdict: CompiledVerdict,
    at index: Int32,
    _ retry: Outcome.Retry?,
    _ sink: inout Sink
  ) -> Visit? {
    switch verdict.kind {
    case .evaluation, .retry, .retryByPerson:
      decide(verdict.evaluation, at: index, retry)
      sink.concludes(.evaluated(verdict.evaluation))
      return .handled
    case .emit:
      trace.leave()
      decide(verdict.evaluation, at: index, nil)
      sink.concludes(.emitted)
      return .emits(index, verdict.operand)
    case .transform:
      trace.leave()
      guard replaceError(verdict.operand, &sink) else { return .needsMemory }
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

  private mutating func decide(_ evaluation: Evaluation, at station: Int32, _ retry: Outcome.Retry?) {
    outcome.resolution.evaluation = evaluation
    outcome.resolution.isHandled = true
    outcome.resolution.station = station
    outcome.resolution.retry = retry
  }

  private mutating func cancel(at station: Int32) -> Visit {
    decide(.cancel, at: station, nil)
    return .unanswered
  }
}
