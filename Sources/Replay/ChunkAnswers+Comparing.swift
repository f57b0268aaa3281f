internal import RuleEngine

extension ChunkAnswers {
  /// Answers the record that was read last with both rule sets, and counts what came of it and how it moved; false
  /// where one of them needs memory that is not at hand, and then nothing is counted.
  ///
  /// - Parameters:
  ///   - clock: the latest time read in the chunk when the record came.
  ///   - isDeferred: whether the record was left for its turn, which has come.
  mutating func answerBoth(
    _ ordinal: UInt64,
    at start: Int,
    _ count: Int,
    _ memory: inout ReplayMemory,
    clock: Timestamp?,
    isDeferred: Bool
  ) -> Bool {
    defer { climb.ordinal = nil }
    let answering = climb.answer(&memory.own)
    if case .needsMemory = answering { return false }
    guard let theirs = other?.answer(climb, &memory.other) else { return false }
    if case .needsMemory = theirs { return false }
    switch answering {
    case .known(let answer): tally.count(known: answer, climb)
    case .climbed, .needsMemory:
      tally.count(climb)
      if climb.outcome.hasUnknownCategory { ledger.unknownCategories += 1 }
      ledger.wrongAnswers += climb.outcome.wrongAnswers
      climb.appendDelays(ordinal: ordinal, to: &gaps)
    }
    other?.finish(theirs, ordinal)
    other?.count(theirs, besides: answering, &climb, ordinal, at: start, count)
    guard load.isOn else { return true }
    if isDeferred {
      deferredLoad.note(answering, climb, ordinal, clock: clock)
    } else {
      load.note(answering, climb, ordinal, clock: clock)
    }
    other?.noteLoad(theirs, ordinal, clock: clock, isDeferred: isDeferred)
    return true
  }
}
