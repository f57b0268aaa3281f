package import Bytes
package import Engine
internal import Secrets

package struct OutcomeCounts: ~Copyable {
  package private(set) var byCategory: CategoryOutcomes
  package private(set) var totals = Totals()
  /// The errors that each clause handled; those that it matched and ran for.
  package private(set) var answered: Counters
  package private(set) var fired: Counters
  package private(set) var retries: RetryCounts
  package private(set) var unhandledAtRoot: Counters
  /// The errors and events outside the contract of each responder.
  package private(set) var outOfContract: Counters
  package private(set) var actions: Counters
  package private(set) var unhandledKinds: KindCounts
  private var known = CachedOutcomeCounts()

  init(_ chain: ResponderChain, _ redactor: Redactor, _ limits: Limits) {
    unhandledKinds = KindCounts(limit: 1_000, redactor, limits)
    byCategory = CategoryOutcomes(chain)
    answered = Counters(count: chain.clauses.count)
    fired = Counters(count: chain.clauses.count)
    retries = RetryCounts(chain)
    unhandledAtRoot = Counters(count: chain.responders.count)
    outOfContract = Counters(count: chain.responders.count)
    actions = Counters(count: chain.actionLabels.count)
  }

  mutating func count(_ evaluator: borrowing Evaluator, _ ordinal: UInt64, _ hashes: inout KindHashes) {
    count(evaluator, times: 1)
    if !evaluator.outcome.isEvent, !evaluator.outcome.isHandled {
      unhandledKinds.count(evaluator, .none, ordinal, &hashes)
    }
  }

  mutating func count(
    known answer: CachedOutcome, _ evaluator: borrowing Evaluator, _ ordinal: UInt64,
    _ hashes: inout KindHashes
  ) {
    known.count(answer.number)
    if !answer.isHandled { unhandledKinds.count(evaluator, .none, ordinal, &hashes) }
  }

  package mutating func countKnown(_ evaluator: inout Evaluator) {
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
        totals.throttled += times
      } else if ran.isCoalesced {
        totals.coalesced += times
      } else {
        actions[Int(ran.action)] += times
        if ran.end.isFailure { retries.countFailure(at: ran.clause, times: times) }
      }
    }
    if evaluator.outcome.isAssumed { totals.assumed += times }
    retries.count(evaluator.outcome.resolution, times: times)
    for index in 0..<evaluator.outcome.exhausted.count {
      let exhausted = evaluator.outcome.exhausted[index]
      retries.count(exhausted, hasRun: evaluator.outcome.hasRun(exhausted.clause))
    }
    if !evaluator.outcome.events.isEmpty { countEvents(evaluator) }
    if !evaluator.outcome.isEvent { countError(evaluator, times) }
  }

  private mutating func countError(_ evaluator: borrowing Evaluator, _ times: Int) {
    byCategory.count(evaluator.outcome.resolution, times: times)
    if evaluator.outcome.isIgnored { totals.ignored += times }
    guard !evaluator.outcome.isHandled else { return }
    totals.unhandled += times
    if let root = evaluator.outcome.root.place {
      unhandledAtRoot[root] += times
    } else {
      totals.withoutPath += times
    }
  }

  private mutating func countEvents(_ evaluator: borrowing Evaluator) {
    for index in 0..<evaluator.outcome.events.count {
      totals.events += 1
      if !evaluator.outcome.events[index].isHandled { totals.unhandledEvents += 1 }
    }
    for index in 0..<evaluator.outcome.raised.count {
      totals.raised += 1
      if !evaluator.outcome.raised[index].isHandled { totals.unhandledRaised += 1 }
      retries.count(evaluator.outcome.raised[index], times: 1)
    }
  }

  package mutating func add(delay milliseconds: Int64, at clause: ClauseIndex) {
    retries.add(delay: milliseconds, at: clause)
  }

  /// Adds the counts of another one, of the same chain, after a chunk, and resets them. Its kinds stay until they are
  /// taken.
  ///
  /// - Parameter records: the number of records before those of the chunk.
  package mutating func take(_ other: inout OutcomeCounts, after records: UInt64) {
    byCategory.take(&other.byCategory)
    answered.take(&other.answered)
    fired.take(&other.fired)
    retries.take(&other.retries)
    unhandledAtRoot.take(&other.unhandledAtRoot)
    outOfContract.take(&other.outOfContract)
    actions.take(&other.actions)
    totals += other.totals
    other.totals = Totals()
    other.unhandledKinds.endChunk(after: records)
  }

  mutating func takeKinds(_ other: inout OutcomeCounts) { unhandledKinds.take(&other.unhandledKinds) }

  /// Codes the counts taken from others, with the ordinals of the current chunk.
  mutating func code(with coder: inout ByteCoder) {
    byCategory.code(with: &coder)
    totals.code(with: &coder)
    coder.code(&answered)
    coder.code(&fired)
    retries.code(with: &coder)
    coder.code(&unhandledAtRoot)
    coder.code(&outOfContract)
    coder.code(&actions)
    unhandledKinds.code(with: &coder)
  }
}
