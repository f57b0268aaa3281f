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
  package let number: Int32
  package let isHandled: Bool
}

extension Climb {
  /// Answers the record that was read last; where others got the same answers to the same questions, by their outcome.
  package mutating func answer(_ memory: inout ChainMemory) -> Answering {
    inquiry.begin()
    switch learnt.find(&inquiry) {
    case .outcome(let number):
      return .known(KnownAnswer(number: number, isHandled: learnt.outcomes.handles(number)))
    case .unknown(let start): return learn(start, &memory)
    case .evaluation: return evaluate(&memory)
    }
  }

  /// Makes the outcome that of a known answer, whatever record was read last.
  package mutating func recall(_ number: Int32) {
    learnt.outcomes.restore(number, to: &outcome)
  }

  /// Gives a known answer to the record that was read last.
  package mutating func take(_ number: Int32) {
    recall(number)
    inquiry.matcher.record.setCategory(outcome.resolution.category, of: ErrorRecord.recorded)
  }

  /// The resolution of a known answer.
  package func resolution(known number: Int32) -> Outcome.Resolution { learnt.outcomes.resolution(number) }

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
