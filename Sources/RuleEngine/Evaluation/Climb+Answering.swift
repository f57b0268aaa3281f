package import Records

/// How the record that was read last was answered.
package enum Answering {
  /// As others that got the same answers to the same questions.
  case known(KnownAnswer)
  /// By an evaluation of its own, whose outcome is at hand.
  case climbed
  /// Not yet: memory is needed that is not at hand.
  case needsMemory
}

/// One of the outcomes that errors share.
package struct KnownAnswer: BitwiseCopyable {
  package let number: AnswerIndex
  package let isHandled: Bool
}

extension Climb {
  /// Answers the record that was read last; where others got the same answers to the same questions, by their outcome.
  ///
  /// - Parameters:
  ///   - ordinal: the record's place among all records, from 1; nil where nobody knows it yet.
  ///   - clock: the latest time read so far; nil: none since the last answer.
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

  /// The same with the outcome at hand, and the record's own time for the clock; false where memory is needed that is not
  /// at hand, and then the outcome means nothing.
  package mutating func run(_ memory: inout ChainMemory, ordinal: UInt64) -> Bool {
    switch answer(&memory, ordinal: ordinal, clock: time) {
    case .known(let answer): take(answer.number)
    case .climbed: break
    case .needsMemory: return false
    }
    return true
  }

  /// The same evaluation, listened to, whatever is known of others.
  ///
  /// - Parameter start: the responder that is asked first; nil: the one that the record's origin finds.
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

  /// Begins an answer: nobody else sets the ordinal or moves the clock on for a record.
  @inline(__always)
  private mutating func begin(_ memory: inout ChainMemory, _ ordinal: UInt64?, _ clock: Timestamp?) {
    inquiry.begin(ordinal: ordinal)
    memory.advance(to: clock)
  }

  /// Makes the outcome that of a known answer, whatever record was read last.
  package mutating func recall(_ number: AnswerIndex) {
    learnt.outcomes.restore(number, to: &outcome)
  }

  /// Gives a known answer to the record that was read last.
  package mutating func take(_ number: AnswerIndex) {
    recall(number)
    inquiry.matcher.record.setCategory(outcome.resolution.category.raw, of: ErrorRecord.recorded)
  }

  /// The resolution of a known answer.
  package func resolution(known number: AnswerIndex) -> Outcome.Resolution {
    learnt.outcomes.resolution(number)
  }

  /// Evaluates the record that was read last, whatever is known.
  private mutating func evaluate(_ memory: inout ChainMemory) -> Answering {
    var sink = NoSteps()
    return climb(&memory, &sink) ? .climbed : .needsMemory
  }

  /// Evaluates, and remembers what was asked and what came of it.
  @inline(never)
  private mutating func learn(_ start: Int32, _ memory: inout ChainMemory) -> Answering {
    inquiry.beginLearning()
    let answering = evaluate(&memory)
    let number = inquiry.endLearning { learnt.learn(start: start, $0, outcome) }
    if let number { write(known: number) }
    return answering
  }
}
