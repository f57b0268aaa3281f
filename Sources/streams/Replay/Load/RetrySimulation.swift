internal import Bytes
internal import Engine
internal import Records

/// Tries recorded operations again, as the rules grant it, in the order of time. Each try succeeds with the same
/// probability; one that fails is evaluated by the rules like a record, after the errors that precede it in time.
final class RetrySimulation {
  /// An operation with a granted try.
  struct Operation {
    let record: TryRecord
    /// The ordinal of the first record.
    let ordinal: UInt64
    let identity: DrawIdentity
    /// Hashes; 0 for none.
    let name: UInt64
    let upstream: UInt64
    /// The time of its first failure in microseconds; nil if no time was read before it.
    let start: Int64?
    /// Milliseconds since then.
    var waited: Int64 = 0
    /// The number of the last try that failed.
    var attempt: Int32
    var tries = 0
  }

  private struct Due {
    let time: Int64
    /// Tries due at one time follow each other in the order in which they were granted.
    let number: Int
    let operation: Operation
  }

  /// The largest budget. An operation with more tries, by a budget that counts for a window, is followed no longer.
  static let mostTries = 1_000

  let successRate: Double
  private let seed: UInt64
  private let countsCompletions: Bool
  private var evaluator: Evaluator
  private var state: ChainState
  private var due = MinHeap<Due> { ($0.time, $0.number) < ($1.time, $1.number) }
  private var granted = 0
  private var tape = JSONTape()
  private let limits: Limits
  /// Operations with more tries than are followed.
  var unknown = 0
  /// Seconds since 1970.
  private var second = Int64.min
  private var triesInSecond = 0
  private(set) var worstSecond: RetryLoad.Second?

  init(_ chain: ResponderChain, successRate: Double, seed: UInt64, limits: Limits, presetAnswers: [String?]) {
    self.successRate = successRate
    self.seed = seed
    countsCompletions = chain.countsCompletions
    self.limits = limits
    evaluator = Evaluator(chain, limits: limits, presetAnswers: presetAnswers)
    evaluator.seed = seed
    state = ChainState(isAtHand: true, capacity: limits.stateKeys)
  }

  /// A try that the rules grant, with its delay.
  struct Grant {
    let isTracked: Bool
    /// Milliseconds.
    let delay: Int64
  }

  /// A record as it was read.
  struct Recorded {
    let isEvent: Bool
    /// 0 for none.
    let attempt: Int32
    /// A hash; 0 for none.
    let operation: UInt64
  }

  /// Nil for an operation that ended well, which is taken note of.
  func read(_ line: ByteSlice, at time: Int64?) -> Recorded? {
    if let fault = evaluator.read(line) {
      if case .completed = fault { complete(at: time) }
      return nil
    }
    return Recorded(
      isEvent: evaluator.isEvent, attempt: evaluator.recordedTry, operation: evaluator.operationHash)
  }

  /// Evaluates the record that was read last.
  func evaluate(_ ordinal: UInt64, at time: Int64?, later: Int = 0) -> Grant? {
    let clock = time.map { Timestamp(microseconds: $0) }
    guard case .evaluated = evaluator.evaluate(&state, ordinal: ordinal, clock: clock) else { return nil }
    var retry = evaluator.outcome.retry
    for index in 0..<evaluator.outcome.raised.count where retry == nil {
      retry = evaluator.outcome.raised[index].retry
    }
    guard let retry else { return nil }
    let identity = evaluator.drawIdentity(ordinal: ordinal)
    // Tries of a record without an id have the same identity.
    let isOwn = if case .own = identity { true } else { false }
    let delay = evaluator.milliseconds(of: retry.delay, for: identity, later: isOwn ? 0 : UInt64(later))
    return Grant(isTracked: retry.attempt > 0, delay: delay)
  }

  func begin(_ line: ByteSlice, _ recorded: Recorded, upstream: UInt64, _ ordinal: UInt64, at time: Int64?)
    -> Operation
  {
    Operation(
      record: TryRecord(line, &tape, limits), ordinal: ordinal,
      identity: evaluator.drawIdentity(ordinal: ordinal), name: recorded.operation, upstream: upstream,
      start: time, attempt: max(1, recorded.attempt))
  }

  func upstream(_ names: inout UpstreamNames) -> UInt64 { names.upstream(of: evaluator) }

  /// Makes a try; false if it fails.
  func succeeds(_ operation: Operation, at time: Int64?) -> Bool {
    let isDone = SuccessDraw.unit(operation.identity, seed: seed, attempt: operation.attempt) < successRate
    if isDone, countsCompletions {
      let record = operation.record.completed(time: time, attempt: operation.attempt + 1)
      record.withUnsafeBytes { if evaluator.read(ByteSlice($0)) != nil { complete(at: time) } }
    }
    return isDone
  }

  private func complete(at time: Int64?) {
    _ = evaluator.complete(&state, clock: time.map { Timestamp(microseconds: $0) })
  }

  /// Evaluates the failure of an operation's last try.
  func fail(_ operation: Operation, at time: Int64?) -> Grant? {
    let record = operation.record.text(time: time, attempt: operation.attempt, elapsed: operation.waited)
    return record.withUnsafeBytes { bytes in
      guard evaluator.read(ByteSlice(bytes)) == nil else { return nil }
      return evaluate(operation.ordinal, at: time, later: operation.tries)
    }
  }

  var pending: Int { due.count }

  func wait(for operation: Operation, until time: Int64) {
    granted += 1
    due.insert(Due(time: time, number: granted, operation: operation))
  }

  /// The next try that is due at this time or before.
  func next(until time: Int64) -> (time: Int64, operation: Operation)? {
    guard let first = due.first, first.time <= time else { return nil }
    let next = due.removeFirst()
    return (next.time, next.operation)
  }

  /// Counts a try, in the order of time.
  func countTry(at time: Int64?) {
    guard let time else { return }
    let second = Int64((Double(time) / 1_000_000).rounded(.down))
    if second > self.second { (self.second, triesInSecond) = (second, 0) }
    triesInSecond += 1
    if triesInSecond > worstSecond?.tries ?? 0 {
      worstSecond = RetryLoad.Second(second: self.second, tries: triesInSecond)
    }
  }
}
