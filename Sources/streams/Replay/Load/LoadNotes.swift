package import Bytes
internal import Engine
internal import Explanations
internal import Records

struct LoadNote: BitwiseCopyable {
  var ordinal: UInt64
  var identity: DrawIdentity
  /// The latest time read in the chunk before it, in microseconds; Int64.min for none.
  var clock: Int64
  /// Hashes; 0 for none.
  var operation: UInt64
  var upstream: UInt64
  var attempt: Int32
  /// The ``ShownOutcome`` of a record without a granted retry; -1 if it says that the operation ended well.
  var ending: Int32
  var retry: Outcome.Retry?
}

/// Failures that are not known to be of a later try.
struct FirstTries: BitwiseCopyable {
  /// Since 1970, by the latest time read in the chunk; `Int64.min` for none.
  var minute: Int64
  var count: Int
}

/// Notes of a chunk's records for ``LoadCounter``; none unless the load is counted.
package struct LoadNotes: ~Copyable {
  let isOn: Bool
  /// The notes of records evaluated at once, and of deferred ones, each in order.
  private(set) var notes = Buffer<LoadNote>()
  private(set) var deferred = Buffer<LoadNote>()
  private(set) var firsts = Buffer<FirstTries>()
  private(set) var upstreams: UpstreamNames
  /// Whether the notes are for a simulation, which evaluates the records in their order.
  package let isSimulated: Bool

  init(_ options: LoadOptions?) {
    isOn = options != nil
    isSimulated = options?.successRate != nil
    upstreams = UpstreamNames(options?.upstream ?? [])
  }

  package mutating func removeAll() {
    notes.removeAll()
    deferred.removeAll()
    firsts.removeAll()
    upstreams.removeAll()
  }

  /// Notes a record. Without a granted retry, it may end a retried operation.
  mutating func note(
    _ result: EvaluatorResult, _ evaluator: borrowing Evaluator, _ ordinal: UInt64, clock: Timestamp?,
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
    guard evaluator.operationHash != 0 else { return }
    let resolution =
      if case .known(let answer) = result { evaluator.resolution(known: answer.number) } else {
        evaluator.outcome.resolution
      }
    append(nil, ending: ShownOutcome(resolution), evaluator, ordinal, clock, isDeferred)
  }

  /// Notes the last record, which says that an operation ended well.
  ///
  /// - Parameter ordinal: that of the next record.
  mutating func note(completion evaluator: borrowing Evaluator, before ordinal: UInt64, clock: Timestamp?) {
    guard evaluator.operationHash != 0 else { return }
    notes.append(
      LoadNote(
        ordinal: ordinal, identity: .ordinal(ordinal), clock: clock?.microseconds ?? .min,
        operation: evaluator.operationHash, upstream: 0, attempt: evaluator.recordedTry, ending: -1,
        retry: nil))
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
    _ retry: Outcome.Retry?, ending: ShownOutcome = .retry, _ evaluator: borrowing Evaluator,
    _ ordinal: UInt64, _ clock: Timestamp?, _ isDeferred: Bool
  ) {
    let note = LoadNote(
      ordinal: ordinal, identity: retry == nil ? .ordinal(ordinal) : evaluator.drawIdentity(ordinal: ordinal),
      clock: clock?.microseconds ?? .min, operation: evaluator.operationHash,
      upstream: retry == nil ? 0 : upstreams.upstream(of: evaluator), attempt: evaluator.recordedTry,
      ending: Int32(ending.rawValue), retry: retry)
    if isDeferred { deferred.append(note) } else { notes.append(note) }
  }

  /// The minutes of the years 0 to 9999, since 1970.
  private static let minutes = Int64(-1_036_120_320)..<4_223_371_680

  /// Adds the notes of a chunk's records that were evaluated elsewhere.
  package mutating func take(answered other: borrowing LoadNotes) {
    for index in 0..<other.firsts.count { firsts.append(other.firsts[index]) }
    for index in 0..<other.deferred.count { deferred.append(other.deferred[index]) }
    upstreams.take(other.upstreams)
  }

  /// Puts the notes of records that were evaluated in several places in the order of the records.
  package mutating func sortDeferred() {
    let sorted = (0..<deferred.count).sorted {
      (deferred[$0].ordinal, $0) < (deferred[$1].ordinal, $1)
    }.map { deferred[$0] }
    deferred.removeAll()
    deferred.append(contentsOf: sorted)
  }

  /// - Parameter clauses: the number of clauses of the chain.
  package mutating func code(with coder: inout ByteCoder, clauses: Int) {
    coder.code(buffer: &notes, empty: .empty) { $1.code(with: &$0, clauses: clauses) }
    coder.code(buffer: &deferred, empty: .empty) { $1.code(with: &$0, clauses: clauses) }
    coder.code(buffer: &firsts, empty: FirstTries(minute: 0, count: 0)) { coder, tries in
      coder.code(&tries.minute)
      if tries.minute > .min, !Self.minutes.contains(tries.minute) { coder.fail() }
      coder.code(natural: &tries.count)
    }
    upstreams.code(with: &coder)
  }
}

extension LoadNote {
  fileprivate static let empty = LoadNote(
    ordinal: 0, identity: .ordinal(0), clock: .min, operation: 0, upstream: 0, attempt: 0, ending: 0,
    retry: nil)

  fileprivate mutating func code(with coder: inout ByteCoder, clauses: Int) {
    coder.code(natural: &ordinal)
    identity.code(with: &coder)
    coder.code(moment: &clock, or: .min)
    coder.code(fixed: &operation)
    coder.code(fixed: &upstream)
    coder.code(&attempt)
    coder.code(&ending)
    if ending < -1 || Int(ending) >= ShownOutcome.allCases.count { coder.fail() }
    coder.code(optional: &retry, empty: .empty) { $1.code(with: &$0, clauses: clauses) }
  }
}
