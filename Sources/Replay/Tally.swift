package import RuleEngine

/// What came of many errors, counted by the places of the chain's tables.
package struct Tally: ~Copyable {
  package private(set) var evaluations = Buffer<Int>(capacity: 8)
  package private(set) var unhandled = 0
  package private(set) var ignored = 0
  package private(set) var assumed = 0
  package private(set) var withoutPath = 0
  package private(set) var untracked = 0
  /// Events, recorded or emitted; errors that event rules raised; those of each that nobody handled.
  package private(set) var events = 0
  package private(set) var unhandledEvents = 0
  package private(set) var raised = 0
  package private(set) var unhandledRaised = 0
  /// Actions that a throttle skipped; alerts that took the answer of the one before them.
  package private(set) var throttled = 0
  package private(set) var coalesced = 0
  /// By category; the last one counts errors without.
  package private(set) var categories = Buffer<Int>()
  /// By station: errors it answered; errors it matched and ran for.
  package private(set) var answered = Buffer<Int>()
  package private(set) var fired = Buffer<Int>()
  /// By station: errors whose budget granted it a try, and their delays in milliseconds.
  package private(set) var retries = Buffer<Int>()
  package private(set) var delays = Buffer<Int>()
  /// By root: errors nobody answered.
  package private(set) var unhandledAtRoot = Buffer<Int>()
  /// By responder: errors and events that its contract does not name.
  package private(set) var outOfContract = Buffer<Int>()
  /// By action: times it would have run.
  package private(set) var actions = Buffer<Int>()
  package private(set) var unhandledGroups = ErrorGroups()

  package init(_ chain: ResponderChain) {
    evaluations.append(repeating: 0, count: Evaluation.allCases.count)
    categories.append(repeating: 0, count: chain.categories.count + 1)
    answered.append(repeating: 0, count: chain.stations.count)
    fired.append(repeating: 0, count: chain.stations.count)
    retries.append(repeating: 0, count: chain.stations.count)
    delays.append(repeating: 0, count: chain.stations.count)
    unhandledAtRoot.append(repeating: 0, count: chain.responders.count)
    outOfContract.append(repeating: 0, count: chain.responders.count)
    actions.append(repeating: 0, count: chain.actionLabels.count)
  }

  /// Counts one outcome.
  package mutating func count(_ climb: borrowing Climb) {
    for index in 0..<climb.outcome.outOfContract.count {
      outOfContract[Int(climb.outcome.outOfContract[index])] += 1
    }
    if climb.outcome.station >= 0 { answered[Int(climb.outcome.station)] += 1 }
    for index in 0..<climb.outcome.fired.count { fired[Int(climb.outcome.fired[index])] += 1 }
    for index in 0..<climb.outcome.actions.count {
      let ran = climb.outcome.actions[index]
      if ran.isThrottled {
        throttled += 1
      } else if ran.isCoalesced {
        coalesced += 1
      } else {
        actions[Int(ran.action)] += 1
      }
    }
    if climb.outcome.isAssumed { assumed += 1 }
    countRetry(climb.outcome.resolution)
    if !climb.outcome.events.isEmpty { countEvents(climb) }
    if !climb.outcome.isEvent { countError(climb) }
  }

  private mutating func countError(_ climb: borrowing Climb) {
    evaluations[Int(climb.outcome.evaluation.rawValue)] += 1
    let category = climb.outcome.category
    categories[category >= 0 ? Int(category) : categories.count - 1] += 1
    if climb.outcome.isIgnored { ignored += 1 }
    guard !climb.outcome.isHandled else { return }
    unhandled += 1
    if climb.outcome.root >= 0 { unhandledAtRoot[Int(climb.outcome.root)] += 1 } else { withoutPath += 1 }
    unhandledGroups.count(climb)
  }

  private mutating func countEvents(_ climb: borrowing Climb) {
    for index in 0..<climb.outcome.events.count {
      events += 1
      if !climb.outcome.events[index].isHandled { unhandledEvents += 1 }
    }
    for index in 0..<climb.outcome.raised.count {
      raised += 1
      if !climb.outcome.raised[index].isHandled { unhandledRaised += 1 }
      countRetry(climb.outcome.raised[index])
    }
  }

  private mutating func countRetry(_ resolution: Outcome.Resolution) {
    guard let retry = resolution.retry else { return }
    retries[Int(retry.station)] += 1
    if retry.attempt == 0 { untracked += 1 }
  }

  /// Counts a retry's delay, once it is known.
  package mutating func add(delay milliseconds: Int64, at station: Int32) {
    delays[Int(station)] += Int(milliseconds)
  }

  /// Adds another tally of the same chain and empties it.
  package mutating func take(_ other: inout Tally) {
    Self.take(&evaluations, &other.evaluations)
    Self.take(&categories, &other.categories)
    Self.take(&answered, &other.answered)
    Self.take(&fired, &other.fired)
    Self.take(&retries, &other.retries)
    Self.take(&delays, &other.delays)
    Self.take(&unhandledAtRoot, &other.unhandledAtRoot)
    Self.take(&outOfContract, &other.outOfContract)
    Self.take(&actions, &other.actions)
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
    unhandledGroups.take(&other.unhandledGroups)
  }

  private static func take(_ left: inout Buffer<Int>, _ right: inout Buffer<Int>) {
    for index in 0..<left.count {
      left[index] += right[index]
      right[index] = 0
    }
  }
}
