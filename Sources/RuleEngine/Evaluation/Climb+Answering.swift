package import Records

/// The state of the last record's evaluation.
package enum Answering {
  /// The outcome is cached.
  case known(KnownAnswer)
  /// Evaluated; the outcome is in `outcome`.
  case climbed
  /// Not evaluated yet: state is needed that is not available.
  case needsMemory
}

/// A cached outcome that several errors share.
package struct KnownAnswer: BitwiseCopyable {
  package let number: AnswerIndex
  package let isHandled: Bool
}

extension Climb {
  /// Evaluates the last record, or finds its outcome in the cache.
  ///
  /// - Parameters:
  ///   - ordinal: the record's position among all records, from 1; nil if it is not known yet.
  ///   - clock: the latest time read since the last evaluation; nil for none.
  package mutating func answer(
    _ memory: inout ChainMemory,
    ordinal: UInt64?,
    clock: Timestamp?
  ) -> Answering {
    begin(&memory, ordinal, clock)
    switch learnt.find(&inquiry) {
    case .outcome(let number):
      return .known(KnownAnswer(number: number, isHandled: learnt.outcomes.handles(number)))
    case .unknown(let start): return learn(start, &memory)
    case .evaluation: return evaluate(&memory)
    }
  }

  /// Evaluates the last record with its own time as the clock, and restores a cached outcome into `outcome`.
  /// Returns false if state is needed that is not available; `outcome` is meaningless then.
  package mutating func run(_ memory: inout ChainMemory, ordinal: UInt64) -> Bool {
    switch answer(&memory, ordinal: ordinal, clock: time) {
    case .known(let answer): take(answer.number)
    case .climbed: break
    case .needsMemory: return false
    }
    return true
  }

  /// Evaluates the last record without the cache and reports every step to `sink`.
  ///
  /// - Parameter start: the first responder; nil for the one of the record's origin.
  mutating func answer<Sink: StepSink & ~Copyable>(
    _ memory: inout ChainMemory,
    heardBy sink: inout Sink,
    ordinal: UInt64?,
    clock: Timestamp?,
    from start: Int? = nil
  ) -> Bool {
    begin(&memory, ordinal, clock)
    return climb(&memory, &sink, from: start.map { ResponderIndex($0) })
  }

  /// The only place that sets the ordinal and advances the clock for a record.
  @inline(__always)
  private mutating func begin(_ memory: inout ChainMemory, _ ordinal: UInt64?, _ clock: Timestamp?) {
    inquiry.begin(ordinal: ordinal)
    memory.advance(to: clock)
  }

  package mutating func recall(_ number: AnswerIndex) {
    learnt.outcomes.restore(number, to: &outcome)
  }

  /// Applies a cached outcome to the last record.
  package mutating func take(_ number: AnswerIndex) {
    recall(number)
    inquiry.matcher.record.setCategory(outcome.resolution.category.raw, of: ErrorRecord.recorded)
  }

  package func resolution(known number: AnswerIndex) -> Outcome.Resolution {
    learnt.outcomes.resolution(number)
  }

  /// Evaluates the last record without the cache.
  private mutating func evaluate(_ memory: inout ChainMemory) -> Answering {
    var sink = NoSteps()
    return climb(&memory, &sink) ? .climbed : .needsMemory
  }

  /// Evaluates the last record, and caches its outcome by the questions that led to it.
  @inline(never)
  private mutating func learn(_ start: Int32, _ memory: inout ChainMemory) -> Answering {
    inquiry.beginLearning()
    let answering = evaluate(&memory)
    let number = inquiry.endLearning { learnt.learn(start: start, $0, outcome) }
    if let number { write(known: number) }
    return answering
  }
}
