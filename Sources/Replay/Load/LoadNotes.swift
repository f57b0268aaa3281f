internal import RuleEngine

struct LoadNote: BitwiseCopyable {
  let ordinal: UInt64
  let identity: DrawIdentity
  /// The latest time read in the chunk before it, in microseconds; Int64.min for none.
  let clock: Int64
  /// Hashes; 0 for none.
  let operation: UInt64
  let upstream: UInt64
  let attempt: Int32
  let retry: Outcome.Retry?
}

/// Failures that are not known to be of a later try.
struct FirstTries: BitwiseCopyable {
  /// Since 1970, by the latest time read in the chunk; `Int64.min` for none.
  let minute: Int64
  var count: Int
}

/// Empty without a preview.
struct LoadNotes: ~Copyable {
  let isOn: Bool
  /// Of records evaluated at once, and of deferred ones, each in order.
  private(set) var notes = Buffer<LoadNote>()
  private(set) var deferred = Buffer<LoadNote>()
  private(set) var firsts = Buffer<FirstTries>()
  private(set) var names: [(hash: UInt64, name: String)] = []
  private var named: Set<UInt64> = []
  private let subjects: [Subject]
  /// For display; hashes cover the whole name.
  private static let longestName = 120
  private static let mostNamed = 10_000

  init(_ options: LoadOptions?) {
    isOn = options != nil
    subjects = options?.upstream ?? []
  }

  mutating func removeAll() {
    notes.removeAll()
    deferred.removeAll()
    firsts.removeAll()
    names.removeAll(keepingCapacity: true)
    if named.count > Self.mostNamed { named = [] }
  }

  /// Without a granted retry, the record may end a retried operation.
  mutating func note(
    _ result: EvaluationResult,
    _ evaluator: borrowing Evaluator,
    _ ordinal: UInt64,
    clock: Timestamp?,
    isDeferred: Bool
  ) {
    if !evaluator.isEvent, evaluator.recordedTry <= 1 { countFirst(clock) }
    // A cached outcome grants no retry.
    if case .evaluated = result {
      if let retry = evaluator.outcome.retry { append(retry, evaluator, ordinal, clock, isDeferred) }
      for index in 0..<evaluator.outcome.raised.count {
        if let retry = evaluator.outcome.raised[index].retry {
          append(retry, evaluator, ordinal, clock, isDeferred)
        }
      }
      if evaluator.outcome.retry != nil { return }
    }
    if evaluator.operationHash != 0 { append(nil, evaluator, ordinal, clock, isDeferred) }
  }

  private mutating func countFirst(_ clock: Timestamp?) {
    let minute = clock.map { LoadCounter.minute(of: $0.microseconds) } ?? .min
    let last = firsts.count - 1
    if last >= 0, firsts[last].minute == minute {
      firsts[last].count += 1
    } else {
      firsts.append(FirstTries(minute: minute, count: 1))
    }
  }

  private mutating func append(
    _ retry: Outcome.Retry?,
    _ evaluator: borrowing Evaluator,
    _ ordinal: UInt64,
    _ clock: Timestamp?,
    _ isDeferred: Bool
  ) {
    let note = LoadNote(
      ordinal: ordinal,
      identity: retry == nil ? .ordinal(ordinal) : evaluator.drawIdentity(ordinal: ordinal),
      clock: clock?.microseconds ?? .min,
      operation: evaluator.operationHash,
      upstream: retry == nil ? 0 : upstream(of: evaluator),
      attempt: evaluator.recordedTry,
      retry: retry
    )
    if isDeferred { deferred.append(note) } else { notes.append(note) }
  }

  /// 0 for none. Keeps the name.
  private mutating func upstream(of evaluator: borrowing Evaluator) -> UInt64 {
    guard let name = evaluator.firstText(of: subjects) else { return 0 }
    var hash = FastHash(seed: 3)
    hash.add(name)
    let upstream = max(1, hash.value)
    if named.insert(upstream).inserted {
      let text = String(name)
      let isLong = text.unicodeScalars.count > Self.longestName
      names.append((upstream, isLong ? "\(String(text.unicodeScalars.prefix(Self.longestName)))…" : text))
    }
    return upstream
  }
}
