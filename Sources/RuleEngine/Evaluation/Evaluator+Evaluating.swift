package import Records

package enum EvaluationResult {
  case known(CachedOutcome)
  case evaluated
  /// Not evaluated yet: state is needed that is not available.
  case needsMemory
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
  package mutating func evaluate(
    _ memory: inout ChainMemory,
    ordinal: UInt64?,
    clock: Timestamp?
  ) -> EvaluationResult {
    begin(&memory, ordinal, clock)
    switch cache.find(&inputs) {
    case .hit(let number):
      return .known(CachedOutcome(number: number, isHandled: cache.outcomes.handles(number)))
    case .miss(let start): return evaluateAndStore(start, &memory)
    case .uncacheable: return evaluate(&memory)
    }
  }

  /// Evaluates the last record at its own time. False if state is needed that is not available; `outcome` is
  /// meaningless then.
  package mutating func run(_ memory: inout ChainMemory, ordinal: UInt64) -> Bool {
    switch evaluate(&memory, ordinal: ordinal, clock: time) {
    case .known(let cached): take(cached.number)
    case .evaluated: break
    case .needsMemory: return false
    }
    return true
  }

  /// Evaluates the last record without the cache and reports every step to `sink`.
  ///
  /// - Parameter start: the first responder; nil for the one of the record's origin.
  mutating func evaluate<Sink: StepSink & ~Copyable>(
    _ memory: inout ChainMemory,
    reportingTo sink: inout Sink,
    ordinal: UInt64?,
    clock: Timestamp?,
    from start: Int? = nil
  ) -> Bool {
    begin(&memory, ordinal, clock)
    return evaluateChain(&memory, &sink, from: start.map { ResponderIndex($0) })
  }

  @inline(__always)
  private mutating func begin(_ memory: inout ChainMemory, _ ordinal: UInt64?, _ clock: Timestamp?) {
    inputs.begin(ordinal: ordinal)
    memory.advance(to: clock)
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

  private mutating func evaluate(_ memory: inout ChainMemory) -> EvaluationResult {
    var sink = NoSteps()
    return evaluateChain(&memory, &sink) ? .evaluated : .needsMemory
  }

  @inline(never)
  private mutating func evaluateAndStore(_ start: Int32, _ memory: inout ChainMemory) -> EvaluationResult {
    inputs.beginRecording()
    let result = evaluate(&memory)
    let number = inputs.endRecording { cache.store(start: start, $0, outcome) }
    if let number { write(cached: number) }
    return result
  }
}
