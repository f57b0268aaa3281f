internal import Bytes
internal import Engine
internal import Explanations
internal import Records
internal import Secrets

/// Counts the tries that the rules add to a stream, in its order, and follows the retried operations: by the stream's
/// later records, or by a simulation.
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

  let options: LoadOptions
  let simulation: RetrySimulation?
  private(set) var clock: Int64?
  var minutes = MinuteCounter()
  /// The upstreams of a simulation.
  var upstreams: UpstreamNames
  private var upstreamTries = UpstreamTries()
  var waits = SpreadCounter()
  var givingUp = SpreadCounter()
  var recovering = SpreadCounter()
  var open: [UInt64: Open] = [:]
  private var lastSweep = Int64.min
  private var total = 0
  private var untracked = 0
  var firsts = 0
  private var untimed = 0
  private var farOff = 0
  var operations = 0
  var recovered = 0
  var completed = 0
  var givenUp = 0
  private var endings = Array(repeating: 0, count: ShownOutcome.allCases.count)
  var unfollowed = 0

  /// - Parameters: as of the replay's evaluators.
  init(
    _ chain: ResponderChain, _ options: LoadOptions, seed: UInt64, limits: Limits, presetAnswers: [String?]
  ) {
    self.options = options
    upstreams = UpstreamNames(options.upstream)
    simulation = options.successRate.map {
      RetrySimulation(chain, successRate: $0, seed: seed, limits: limits, presetAnswers: presetAnswers)
    }
  }

  /// - Parameters:
  ///   - before: the records before the chunk.
  ///   - end: the latest time read in the chunk, or nil.
  mutating func take(
    _ load: borrowing LoadNotes, after before: UInt64, until end: Timestamp?, _ evaluator: borrowing Evaluator
  ) {
    upstreamTries.take(load.upstreams.names)
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
    upstreamTries.forgetNames()
  }

  /// Takes first tries before the chunk's other notes: their minutes are not over yet.
  private mutating func take(_ tries: FirstTries) {
    firsts += tries.count
    let minute = max(clock.map { Self.minute(of: $0) } ?? .min, tries.minute)
    if minute > .min { minutes.add(firsts: tries.count, at: minute) }
  }

  private mutating func take(_ note: LoadNote, _ identity: DrawIdentity, _ evaluator: borrowing Evaluator) {
    advance(to: note.clock)
    follow(note, identity, evaluator)
  }

  mutating func advance(to time: Int64) {
    guard time > clock ?? .min else { return }
    clock = time
    minutes.advance(to: Self.minute(of: time))
  }

  // MARK: Outcomes from the stream

  private mutating func follow(_ note: LoadNote, _ identity: DrawIdentity, _ evaluator: borrowing Evaluator) {
    if note.ending < 0 {
      if let known = open.removeValue(forKey: note.operation) { complete(known) }
      return
    }
    endIfOver(note)
    guard let retry = note.retry else {
      guard let ended = open.removeValue(forKey: note.operation) else { return }
      givenUp += 1
      endings[Int(note.ending)] += 1
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

  /// Ends an operation as recovered: it starts again, or has been quiet for long enough.
  private mutating func endIfOver(_ note: LoadNote) {
    guard note.operation != 0, let known = open[note.operation], begins(anew: known, attempt: note.attempt)
    else { return }
    open[note.operation] = nil
    recover(known)
  }

  /// A later try belongs to the same run of the operation, however long it took.
  ///
  /// - Parameter attempt: of a record of the operation; 0 for none.
  func begins(anew operation: Open, attempt: Int32) -> Bool {
    attempt == 1 || attempt > 0 && attempt < operation.attempt
      || attempt <= operation.attempt && isOver(operation)
  }

  private func isOver(_ operation: Open) -> Bool {
    guard let clock, let due = operation.due else { return false }
    return clock > Self.later(due, Self.quiet / 1_000)
  }

  private mutating func recover(_ operation: Open) {
    recovered += 1
    if let first = operation.first, let due = operation.due { recovering.add((due - first) / 1_000) }
  }

  /// Ends an operation that a record says ended well.
  private mutating func complete(_ operation: Open) {
    recovered += 1
    completed += 1
    if let first = operation.first, let clock { recovering.add((clock - first) / 1_000) }
  }

  mutating func makeRoom() {
    guard open.count >= options.followed, let clock, Self.minute(of: clock) > lastSweep else { return }
    lastSweep = Self.minute(of: clock)
    for (operation, known) in open where isOver(known) {
      open[operation] = nil
      if options.successRate == nil { recover(known) }
    }
  }

  // MARK: Counting

  mutating func count(_ upstream: UInt64, at due: Int64?, isTracked: Bool) {
    total += 1
    if !isTracked { untracked += 1 }
    let place = upstreamTries.count(upstream)
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

  static func minute(of microseconds: Int64) -> Int64 {
    Int64((Double(microseconds) / 60_000_000).rounded(.down))
  }

  static func later(_ microseconds: Int64, _ milliseconds: Int64) -> Int64 {
    let (span, isLong) = milliseconds.multipliedReportingOverflow(by: 1_000)
    let (sum, isFar) = microseconds.addingReportingOverflow(span)
    return isLong || isFar ? .max : sum
  }

  mutating func finish(hidingBy redactor: Redactor) -> RetryLoad {
    finishSimulation()
    upstreamTries.take(upstreams.names)
    minutes.finish()
    var unknown = simulation?.unknown ?? 0
    if simulation == nil {
      for known in open.values {
        // The try was due before the end of the stream, and the operation did not fail again.
        if let clock, let due = known.due, due <= clock { recover(known) } else { unknown += 1 }
      }
    }
    open = [:]
    return RetryLoad(
      overTime: minutes.overTime, worstMinute: minutes.worst?.minute,
      worst: minutes.worst?.tries ?? RetryLoad.Tries(), firsts: firsts, untracked: untracked, tries: total,
      untimed: untimed, farOff: farOff, peak: minutes.peak, peakMinute: minutes.peakMinute,
      minutes: minutes.minutes, timeline: minutes.timeline,
      upstreams: upstreamTries.upstreams(minutes, redactor),
      otherUpstreams: upstreamTries.others, waits: waits.spread,
      operations: RetryLoad.Operations(
        retried: operations, recovered: recovered, completed: completed, givenUp: givenUp, endings: endings,
        unknown: unknown,
        unfollowed: unfollowed,
        givingUp: givingUp.spread, recovering: recovering.spread),
      isReported: options.isReported, successRate: options.successRate, worstSecond: simulation?.worstSecond)
  }
}
