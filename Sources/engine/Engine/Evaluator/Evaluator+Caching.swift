internal import Bytes
package import Records

package enum EvaluatorResult {
  case known(CachedOutcome)
  case evaluated
  /// Not evaluated yet: state is needed that is not available.
  case needsState
}

package struct CachedOutcome: BitwiseCopyable {
  package let number: CachedOutcomeIndex
  package let isHandled: Bool
}

extension Evaluator {
  /// Evaluates the last record, or finds its outcome in the cache.
  ///
  /// - Parameters:
  ///   - ordinal: the record's position among all records, from 1; nil if it is not known yet.
  ///   - clock: the latest time read since the last evaluation; nil for none.
  package mutating func evaluate(_ state: inout ChainState, ordinal: UInt64?, clock: Timestamp?)
    -> EvaluatorResult
  {
    begin(&state, ordinal, clock)
    switch cache.find(&inputs) {
    case .hit(let number):
      return .known(CachedOutcome(number: number, isHandled: cache.outcomes.handles(number)))
    case .miss(let start): return evaluateAndStore(start, &state)
    case .uncacheable: return evaluateUncached(&state)
    }
  }

  /// Evaluates the last record at its own time. False if state is needed that is not available; `outcome` is
  /// meaningless then.
  package mutating func run(_ state: inout ChainState, ordinal: UInt64) -> Bool {
    switch evaluate(&state, ordinal: ordinal, clock: time) {
    case .known(let cached): take(cached.number)
    case .evaluated: break
    case .needsState: return false
    }
    return true
  }

  /// Evaluates the last record without the cache and reports every step to `sink`.
  ///
  /// - Parameter start: the first responder; nil for the one of the record's origin.
  mutating func evaluate<Sink: StepSink & ~Copyable>(
    _ state: inout ChainState, reportingTo sink: inout Sink, ordinal: UInt64?, clock: Timestamp?,
    from start: Int? = nil
  ) -> Bool {
    begin(&state, ordinal, clock)
    return evaluateChain(&state, &sink, from: start.map { ResponderIndex($0) })
  }

  @inline(__always)
  private mutating func begin(_ state: inout ChainState, _ ordinal: UInt64?, _ clock: Timestamp?) {
    inputs.begin(ordinal: ordinal)
    state.advance(to: clock)
  }

  package mutating func restore(_ number: CachedOutcomeIndex) {
    cache.outcomes.restore(number, to: &outcome)
  }

  package mutating func take(_ number: CachedOutcomeIndex) {
    restore(number)
    inputs.matcher.record.setCategory(outcome.resolution.category.raw, of: ErrorRecord.recorded)
  }

  package func resolution(known number: CachedOutcomeIndex) -> Outcome.Resolution {
    cache.outcomes.resolution(number)
  }

  private mutating func evaluateUncached(_ state: inout ChainState) -> EvaluatorResult {
    var sink = NoSteps()
    return evaluateChain(&state, &sink) ? .evaluated : .needsState
  }

  @inline(never)
  private mutating func evaluateAndStore(_ start: Int32, _ state: inout ChainState) -> EvaluatorResult {
    inputs.beginRecording()
    let result = evaluateUncached(&state)
    let number = inputs.endRecording { cache.store(start: start, $0, outcome) }
    if let number { write(cached: number) }
    return result
  }
}
