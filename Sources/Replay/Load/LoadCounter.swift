internal import RuleEngine

/// Simulates a stream's retries in order, and the fate of the retried operations.
struct LoadCounter {
  struct Open {
    /// The time of the first record, and the time at which the last try is due, in microseconds; nil if no
    /// record had a time.
    let first: Int64?
    var due: Int64?
    var attempt: Int32
  }

  /// Microseconds without a record after which a retried operation counts as recovered: the default window of
  /// budgets.
  private static let quiet: Int64 = 600_000_000

  private let options: LoadOptions
  private let chain: ResponderChain
  private let seed: UInt64
  private var clock: Int64?
  private var minutes = MinuteCounter()
  private var places: [UInt64: Int32] = [:]
  private var names: [UInt64: String] = [:]
  private var tries: [Int] = []
  private var otherUpstreams = 0
  private var waits = SpreadCounter()
  private var givingUp = SpreadCounter()
  private var recovering = SpreadCounter()
  private var open: [UInt64: Open] = [:]
  private var lastSweep = Int64.min
  private var total = 0
  private var untracked = 0
  private var firsts = 0
  private var untimed = 0
  private var farOff = 0
  private var operations = 0
  private var recovered = 0
  private var givenUp = 0
  private var unfollowed = 0
  private static let mostUpstreams = 1_000

  init(_ chain: ResponderChain, _ options: LoadOptions, seed: UInt64) {
    self.chain = chain
    self.options = options
    self.seed = seed
  }

  /// - Parameters:
  ///   - before: the records before the chunk.
  ///   - end: the latest time read in the chunk, or nil.
  mutating func take(
    _ load: borrowing LoadNotes,
    after before: UInt64,
    until end: Timestamp?,
    _ evaluator: borrowing Evaluator
  ) {
    for (hash, name) in load.names { names[hash] = name }
    for index in 0..<load.firsts.count { take(load.firsts[index]) }
    var (one, other) = (0, 0)
    while one < load.notes.count || other < load.deferred.count {
      let isOne =
        other == load.deferred.count
        || one < load.notes.count && load.notes[one].ordinal <= load.deferred[other].ordinal
      let note = isOne ? load.notes[one] : load.deferred[other]
      if isOne { one += 1 } else { other += 1 }
      take(note, note.identity.after(before), evaluator)
    }
    if let end { advance(to: end.microseconds) }
    if names.count > 2 * Self.mostUpstreams { names = names.filter { places[$0.key] != nil } }
  }

  /// Before the chunk's other notes: their minutes are not over yet.
  private mutating func take(_ tries: FirstTries) {
    firsts += tries.count
    let minute = max(clock.map { Self.minute(of: $0) } ?? .min, tries.minute)
    if minute > .min { minutes.add(firsts: tries.count, at: minute) }
  }

  private mutating func take(_ note: LoadNote, _ identity: DrawIdentity, _ evaluator: borrowing Evaluator) {
    advance(to: note.clock)
    if let rate = options.successRate {
      simulate(note, identity, rate, evaluator)
    } else {
      follow(note, identity, evaluator)
    }
  }

  private mutating func advance(to time: Int64) {
    guard time > clock ?? .min else { return }
    clock = time
    minutes.advance(to: Self.minute(of: time))
  }

  // MARK: Outcomes from the stream

  private mutating func follow(_ note: LoadNote, _ identity: DrawIdentity, _ evaluator: borrowing Evaluator) {
    endIfOver(note)
    guard let retry = note.retry else {
      guard let ended = open.removeValue(forKey: note.operation) else { return }
      givenUp += 1
      if let first = ended.first, let clock { givingUp.add((clock - first) / 1_000) }
      return
    }
    let delay = evaluator.milliseconds(of: retry.delay, for: identity)
    waits.add(delay)
    let due = clock.map { Self.later($0, delay) }
    count(note.upstream, at: due, isTracked: retry.attempt > 0)
    guard note.operation != 0 else {
      unfollowed += 1
      return
    }
    if var known = open[note.operation] {
      known.due = due
      known.attempt = max(known.attempt, note.attempt)
      open[note.operation] = known
      return
    }
    makeRoom()
    guard open.count < options.followed else {
      unfollowed += 1
      return
    }
    operations += 1
    open[note.operation] = Open(first: clock, due: due, attempt: note.attempt)
  }

  /// As recovered: the operation starts again, or has been quiet for long enough.
  private mutating func endIfOver(_ note: LoadNote) {
    guard note.operation != 0, let known = open[note.operation] else { return }
    let isNew = note.attempt == 1 || note.attempt > 0 && note.attempt < known.attempt
    guard isNew || isOver(known) else { return }
    open[note.operation] = nil
    recover(known)
  }

  private func isOver(_ operation: Open) -> Bool {
    guard let clock, let due = operation.due else { return false }
    return clock > Self.later(due, Self.quiet / 1_000)
  }

  private mutating func recover(_ operation: Open) {
    recovered += 1
    if let first = operation.first, let due = operation.due { recovering.add((due - first) / 1_000) }
  }

  private mutating func makeRoom() {
    guard open.count >= options.followed, let clock, Self.minute(of: clock) > lastSweep else { return }
    lastSweep = Self.minute(of: clock)
    for (operation, known) in open where isOver(known) {
      open[operation] = nil
      if options.successRate == nil { recover(known) }
    }
  }

  // MARK: Outcomes from a success rate

  private mutating func simulate(
    _ note: LoadNote,
    _ identity: DrawIdentity,
    _ rate: Double,
    _ evaluator: borrowing Evaluator
  ) {
    guard let retry = note.retry else { return }
    if note.operation != 0, let known = open[note.operation] {
      // The recorded later tries are replaced by the tries drawn here.
      let isNew = note.attempt == 1 || note.attempt > 0 && note.attempt < known.attempt
      guard isNew || isOver(known) else {
        open[note.operation]?.attempt = max(known.attempt, note.attempt)
        return
      }
      open[note.operation] = nil
    }
    operations += 1
    var attempt = max(1, retry.attempt)
    var delay = evaluator.milliseconds(of: retry.delay, for: identity)
    var waited: Int64 = 0
    var hasRecovered = false
    while true {
      waits.add(delay)
      waited += delay
      count(note.upstream, at: clock.map { Self.later($0, waited) }, isTracked: retry.attempt > 0)
      if SuccessDraw.unit(identity, seed: seed, attempt: attempt) < rate {
        hasRecovered = true
        break
      }
      attempt += 1
      guard attempt < retry.maxAttempts, let next = chain.delay(after: attempt, atClause: retry.clause)
      else {
        break
      }
      delay = evaluator.milliseconds(of: next, for: identity, later: UInt64(attempt))
      if let deadline = chain.deadline(atClause: retry.clause), waited + delay > deadline { break }
    }
    if hasRecovered {
      recovered += 1
      recovering.add(waited)
    } else {
      givenUp += 1
      givingUp.add(waited)
    }
    guard note.operation != 0 else { return }
    makeRoom()
    guard open.count < options.followed else { return }
    open[note.operation] = Open(
      first: clock,
      due: clock.map { Self.later($0, waited) },
      attempt: note.attempt
    )
  }

  // MARK: Counting

  private mutating func count(_ upstream: UInt64, at due: Int64?, isTracked: Bool) {
    total += 1
    if !isTracked { untracked += 1 }
    let place = place(of: upstream)
    if place >= 0 { tries[Int(place)] += 1 } else { otherUpstreams += 1 }
    guard let due, let clock else {
      untimed += 1
      return
    }
    let minute = Self.minute(of: due)
    guard minute - Self.minute(of: clock) <= MinuteCounter.horizon else {
      farOff += 1
      return
    }
    minutes.add(place, at: minute)
  }

  /// The stream's first upstreams get counters of their own.
  private mutating func place(of upstream: UInt64) -> Int32 {
    if let known = places[upstream] { return known }
    guard tries.count < Self.mostUpstreams else { return -1 }
    places[upstream] = Int32(tries.count)
    tries.append(0)
    return Int32(tries.count - 1)
  }

  static func minute(of microseconds: Int64) -> Int64 {
    Int64((Double(microseconds) / 60_000_000).rounded(.down))
  }

  private static func later(_ microseconds: Int64, _ milliseconds: Int64) -> Int64 {
    let (span, isLong) = milliseconds.multipliedReportingOverflow(by: 1_000)
    let (sum, isFar) = microseconds.addingReportingOverflow(span)
    return isLong || isFar ? .max : sum
  }

  mutating func finish() -> RetryLoad {
    minutes.finish()
    var unknown = 0
    if options.successRate == nil {
      for known in open.values {
        // The try was due before the end of the stream, and the operation did not fail again.
        if let clock, let due = known.due, due <= clock { recover(known) } else { unknown += 1 }
      }
    }
    open = [:]
    let upstreams = places.map { hash, place in
      let peak = minutes.peaks[place]
      return RetryLoad.Upstream(
        name: hash == 0 ? nil : names[hash] ?? "",
        tries: tries[Int(place)],
        peak: peak?.count ?? 0,
        peakMinute: peak?.minute
      )
    }
    return RetryLoad(
      overTime: minutes.overTime,
      worstMinute: minutes.worst?.minute,
      worst: minutes.worst?.tries ?? RetryLoad.Tries(),
      firsts: firsts,
      untracked: untracked,
      tries: total,
      untimed: untimed,
      farOff: farOff,
      peak: minutes.peak,
      peakMinute: minutes.peakMinute,
      minutes: minutes.minutes,
      timeline: minutes.timeline,
      upstreams: upstreams.sorted { ($1.tries, $0.name ?? "") < ($0.tries, $1.name ?? "") },
      otherUpstreams: otherUpstreams,
      waits: waits.spread,
      operations: operations,
      recovered: recovered,
      givenUp: givenUp,
      unknown: unknown,
      unfollowed: unfollowed,
      givingUp: givingUp.spread,
      recovering: recovering.spread,
      successRate: options.successRate
    )
  }
}
