internal import Bytes
internal import Records

extension Evaluator {
  /// Counts a raised error in each breaker that it fits; false if state is needed that is not available.
  @inline(never)
  mutating func countInBreakers<Sink: StepSink & ~Copyable>(_ state: inout ChainState, _ sink: inout Sink)
    -> Bool
  {
    // A rerun reads the same values in the same order.
    inputs.forgetBreakers()
    var index = nextBreaker(after: .nowhere, &sink)
    while let breaker = tables.breakers.element(at: index) {
      let key = key(breaker.per)
      let reading = state.consult(inputs) { $0.count(key, in: breaker, at: index) }
      guard let reading else { return false }
      sink.reads(reading, of: breaker, at: index)
      sink.concludes(.matched)
      index = nextBreaker(after: index, &sink)
    }
    return true
  }

  private mutating func nextBreaker<Sink: StepSink & ~Copyable>(after last: BreakerIndex, _ sink: inout Sink)
    -> BreakerIndex
  {
    guard Sink.isRecording else {
      return BreakerIndex(result(of: Question(kind: .breaker, after: ClauseIndex(last.raw))))
    }
    var index = last + 1
    while index < tables.breakers.endIndex {
      sink.begins(breaker: index)
      if holds(tables.breakers[index].condition, &sink) { return index }
      sink.concludes(.notMatched)
      index += 1
    }
    return .nowhere
  }

  /// Reads each breaker as the current error finds it; false if the state is not available.
  ///
  /// - Parameter isUse: whether a record without a time is counted as one that breakers affect.
  @inline(never)
  mutating func readBreakers(_ state: inout ChainState, isUse: Bool = true) -> Bool {
    if inputs.areBreakersRead { return true }
    inputs.matcher.beginBreakers()
    for index in tables.breakers.indices {
      let key = key(tables.breakers[index].per)
      guard let reading = state.consult(inputs, { $0.read(key, of: index, isUse: isUse) }) else {
        inputs.forgetBreakers()
        return false
      }
      inputs.matcher.breakers.add(reading)
    }
    return true
  }

  /// Counts a record without a time as one that breakers affect, if a condition depends on them. An evaluation that reports its
  /// steps reads them in any case.
  mutating func noteUse(of condition: Index<ConditionInstruction>, _ state: inout ChainState) {
    guard !tables.breakers.isEmpty, !inputs.hasTime else { return }
    var sink = NoSteps()
    let truth = inputs.matcher.truth(
      of: condition, error, category: outcome.category, AllButBreakers(), &sink)
    if truth == .unknown { state.noteUntimedUse(.breakers) }
  }

  /// Reads each breaker as the first error of a stream finds it.
  mutating func readFreshBreakers() {
    inputs.matcher.beginBreakers()
    for index in tables.breakers.indices {
      var sink = NoSteps()
      let opens = tables.breakers[index].atLeast == 1 && holds(tables.breakers[index].condition, &sink)
      inputs.matcher.breakers.add(BreakerReading(isOpen: opens))
    }
  }
}
