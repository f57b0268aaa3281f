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
  package let number: Int32
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
    if error != ErrorRecord.recorded { matcher.change(to: ErrorRecord.recorded) }
    guard !decisions.isGivenUp, !matcher.record.isEvent, let start = startOfDecisions() else {
      return evaluate(&memory)
    }
    decisions.countError(matcher.index.timesForgotten)
    let kind = matcher.findKind()
    var (edge, category) = beginDecisions(kind, start)
    while let place = edge.place {
      let question = decisions[place]
      let answer = matcher.answer(question, category: category)
      if question.kind == .category { category = answer }
      edge = decisions.edge(after: place, answer)
      if !matcher.index.looksBeyondKind, edge != .unknown {
        decisions.kinds.remember(kind, start: start, category: category, edge)
      }
    }
    if let number = edge.outcome, !matcher.hasAssumed {
      return .known(KnownAnswer(number: number, isHandled: answers.handles(number)))
    }
    return edge == .unknown ? learn(start, &memory) : evaluate(&memory)
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
    return climb(&memory, &sink, from: start.map { Int32($0) })
  }

  /// Where the decisions about the record that was read last begin, and its category there: behind those that its kind
  /// decides, where it was met lately.
  @inline(__always)
  private mutating func beginDecisions(_ kind: Int32, _ start: Int32) -> (DecisionTree.Edge, category: Int32)
  {
    if let known = decisions.kinds.find(kind, start: start) {
      matcher.record.setCategory(known.category, of: ErrorRecord.recorded)
      return (known.edge, known.category)
    }
    let own = start % Int32(tables.categories.count + 1) - 1
    if own >= 0 { matcher.record.setCategory(own, of: ErrorRecord.recorded) }
    return (decisions.edge(after: DecisionTree.root, start), own)
  }

  /// Makes the outcome that of a known answer, whatever record was read last.
  package mutating func recall(_ number: Int32) {
    answers.restore(number, to: &outcome)
  }

  /// Gives a known answer to the record that was read last.
  package mutating func take(_ number: Int32) {
    recall(number)
    matcher.record.setCategory(outcome.resolution.category, of: ErrorRecord.recorded)
  }

  /// The resolution of a known answer.
  package func resolution(known number: Int32) -> Outcome.Resolution { answers.resolution(number) }

  /// Evaluates the record that was read last, whatever is known.
  private mutating func evaluate(_ memory: inout ChainMemory) -> Answering {
    var sink = NoSteps()
    return climb(&memory, &sink) ? .climbed : .needsMemory
  }

  /// Evaluates, and remembers what was asked and what came of it.
  @inline(never)
  private mutating func learn(_ start: Int32, _ memory: inout ChainMemory) -> Answering {
    trail.begin()
    let answering = evaluate(&memory)
    var number: Int32?
    if !trail.isLeft, case .climbed = answering {
      let count = answers.count
      number = answers.number(of: outcome)
      if let number, answers.count > count { write(known: number) }
    }
    decisions.learn(start: start, trail, to: number.map { .outcome($0) } ?? .evaluation)
    trail.leave()
    return answering
  }

  /// What decisions begin with: the responder that is asked first and the error's own category, as one number; nil where
  /// the category is not listed, or there are too many.
  @inline(__always)
  func startOfDecisions() -> Int32? {
    guard let category = ownCategory() else { return nil }
    let first =
      tables.onlyStart
      ?? tables.origins.responder(for: matcher.record.value(.origin, of: ErrorRecord.recorded))
    let (product, overflows) = (first &+ 1).multipliedReportingOverflow(
      by: Int32(tables.categories.count + 1)
    )
    return overflows ? nil : product &+ category &+ 1
  }

  /// The category that the error says it has, -1 for none; nil for one that is not listed.
  @inline(__always)
  private func ownCategory() -> Int32? {
    let record = matcher.record.slots[Int(Field.category.rawValue)]
    guard record >= 0, matcher.record.tape[Int(record)].kind == .string else { return -1 }
    let entry = matcher.record.tape[Int(record)]
    if let name = matcher.record.shortText(entry) { return matcher.categoryNames.find(name) }
    return matcher.categoryNames.find(matcher.record.tape.text(of: entry))
  }
}
