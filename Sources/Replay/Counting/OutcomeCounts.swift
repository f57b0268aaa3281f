package import RuleEngine

package struct OutcomeCounts: ~Copyable {
  package private(set) var evaluations: Counters
  package private(set) var unhandled = 0
  package private(set) var ignored = 0
  package private(set) var assumed = 0
  package private(set) var withoutPath = 0
  package private(set) var untracked = 0
  /// Events, recorded or emitted; errors raised by event rules; the unhandled ones of each.
  package private(set) var events = 0
  package private(set) var unhandledEvents = 0
  package private(set) var raised = 0
  package private(set) var unhandledRaised = 0
  /// Actions that a throttle skipped; alerts that coalesced with an open one.
  package private(set) var throttled = 0
  package private(set) var coalesced = 0
  /// By category; the last one counts errors without a category.
  package private(set) var categories: Counters
  /// By clause: errors that it handled; errors that it matched and ran for.
  package private(set) var answered: Counters
  package private(set) var fired: Counters
  /// By clause: granted retries, and their delays in milliseconds.
  package private(set) var retries: Counters
  package private(set) var delays: Counters
  package private(set) var unhandledAtRoot: Counters
  /// By responder: errors and events outside its contract.
  package private(set) var outOfContract: Counters
  package private(set) var actions: Counters
  package private(set) var unhandledGroups = ErrorGroups()
  private var known = CachedOutcomeCounts()

  package init(_ chain: ResponderChain) {
    evaluations = Counters(count: Evaluation.allCases.count)
    categories = Counters(count: chain.categories.count + 1)
    answered = Counters(count: chain.clauses.count)
    fired = Counters(count: chain.clauses.count)
    retries = Counters(count: chain.clauses.count)
    delays = Counters(count: chain.clauses.count)
    unhandledAtRoot = Counters(count: chain.responders.count)
    outOfContract = Counters(count: chain.responders.count)
    actions = Counters(count: chain.actionLabels.count)
  }

  /// Counts an outcome.
  ///
  /// - Parameter ordinal: the record's ordinal, if the first record of each kind is needed.
  package mutating func count(_ evaluator: borrowing Evaluator, _ ordinal: UInt64 = 0) {
    count(evaluator, times: 1)
    if !evaluator.outcome.isEvent, !evaluator.outcome.isHandled { unhandledGroups.count(evaluator, ordinal) }
  }

  package mutating func count(
    known answer: CachedOutcome,
    _ evaluator: borrowing Evaluator,
    _ ordinal: UInt64 = 0
  ) {
    known.count(answer.number)
    if !answer.isHandled { unhandledGroups.count(evaluator, ordinal) }
  }

  mutating func countKnown(_ evaluator: inout Evaluator) {
    while let answer = known.take() {
      evaluator.restore(answer.number)
      count(evaluator, times: answer.times)
    }
  }

  private mutating func count(_ evaluator: borrowing Evaluator, times: Int) {
    for index in 0..<evaluator.outcome.outOfContract.count {
      outOfContract[Int(evaluator.outcome.outOfContract[index])] += times
    }
    if let clause = evaluator.outcome.clause.place { answered[clause] += times }
    for index in 0..<evaluator.outcome.fired.count { fired[Int(evaluator.outcome.fired[index])] += times }
    for index in 0..<evaluator.outcome.actions.count {
      let ran = evaluator.outcome.actions[index]
      if ran.isThrottled {
        throttled += times
      } else if ran.isCoalesced {
        coalesced += times
      } else {
        actions[Int(ran.action)] += times
      }
    }
    if evaluator.outcome.isAssumed { assumed += times }
    countRetry(evaluator.outcome.retry)
    if !evaluator.outcome.events.isEmpty { countEvents(evaluator) }
    if !evaluator.outcome.isEvent { countError(evaluator, times) }
  }

  private mutating func countError(_ evaluator: borrowing Evaluator, _ times: Int) {
    evaluations[Int(evaluator.outcome.evaluation.rawValue)] += times
    categories[evaluator.outcome.category.place ?? categories.count - 1] += times
    if evaluator.outcome.isIgnored { ignored += times }
    guard !evaluator.outcome.isHandled else { return }
    unhandled += times
    if let root = evaluator.outcome.root.place {
      unhandledAtRoot[root] += times
    } else {
      withoutPath += times
    }
  }

  private mutating func countEvents(_ evaluator: borrowing Evaluator) {
    for index in 0..<evaluator.outcome.events.count {
      events += 1
      if !evaluator.outcome.events[index].isHandled { unhandledEvents += 1 }
    }
    for index in 0..<evaluator.outcome.raised.count {
      raised += 1
      if !evaluator.outcome.raised[index].isHandled { unhandledRaised += 1 }
      countRetry(evaluator.outcome.raised[index].retry)
    }
  }

  private mutating func countRetry(_ retry: Outcome.Retry?) {
    guard let retry else { return }
    retries[Int(retry.clause)] += 1
    if retry.attempt == 0 { untracked += 1 }
  }

  package mutating func add(delay milliseconds: Int64, at clause: ClauseIndex) {
    delays[Int(clause)] += Int(milliseconds)
  }

  /// Adds the counts of another one of the same chain and resets them. `records` is the number of records
  /// before its own.
  package mutating func take(_ other: inout OutcomeCounts, after records: UInt64 = 0) {
    evaluations.take(&other.evaluations)
    categories.take(&other.categories)
    answered.take(&other.answered)
    fired.take(&other.fired)
    retries.take(&other.retries)
    delays.take(&other.delays)
    unhandledAtRoot.take(&other.unhandledAtRoot)
    outOfContract.take(&other.outOfContract)
    actions.take(&other.actions)
    unhandled += other.unhandled
    ignored += other.ignored
    assumed += other.assumed
    withoutPath += other.withoutPath
    untracked += other.untracked
    events += other.events
    unhandledEvents += other.unhandledEvents
    raised += other.raised
    unhandledRaised += other.unhandledRaised
    (other.events, other.unhandledEvents, other.raised, other.unhandledRaised) = (0, 0, 0, 0)
    throttled += other.throttled
    coalesced += other.coalesced
    (other.unhandled, other.ignored, other.assumed) = (0, 0, 0)
    (other.withoutPath, other.untracked) = (0, 0)
    (other.throttled, other.coalesced) = (0, 0)
    unhandledGroups.take(&other.unhandledGroups, after: records)
  }
}
