internal import RuleEngine

/// What a preview of the load has to know of a record.
struct LoadNote: BitwiseCopyable {
  /// The record's ordinal in its chunk.
  let ordinal: UInt64
  /// The latest time read in the chunk when it came, in microseconds; Int64.min for none.
  let clock: Int64
  /// Hashes of its operation and its upstream; 0 for none.
  let operation: UInt64
  let upstream: UInt64
  /// Which try the record says that it was, or 0.
  let attempt: Int32
  /// What it was granted, or nil.
  let retry: Outcome.Retry?
}

/// Notes about the records of a chunk, in their order; nothing where no preview is wanted.
struct LoadNotes: ~Copyable {
  let isOn: Bool
  private(set) var notes = Buffer<LoadNote>()
  /// Upstreams that were not met before, by hash, with their names.
  private(set) var names: [(hash: UInt64, name: String)] = []
  private var named: Set<UInt64> = []
  private let subjects: [Subject]
  /// A name is for people; what is longer than this is told apart by all of it, and shown cut.
  private static let longestName = 120
  private static let mostNamed = 10_000

  init(_ options: LoadOptions?) {
    isOn = options != nil
    subjects = options?.upstream ?? []
  }

  mutating func removeAll() {
    notes.removeAll()
    names.removeAll(keepingCapacity: true)
    if named.count > Self.mostNamed { named = [] }
  }

  /// Notes a record by how it was answered: a known answer grants no try.
  mutating func note(_ answering: Answering, _ climb: borrowing Climb, _ ordinal: UInt64, clock: Timestamp?) {
    if case .known = answering {
      noteEnd(climb, ordinal, clock: clock)
    } else {
      note(climb, ordinal, clock: clock)
    }
  }

  /// Notes a record whose outcome is at hand.
  mutating func note(_ climb: borrowing Climb, _ ordinal: UInt64, clock: Timestamp?) {
    guard isOn else { return }
    if let retry = climb.outcome.retry { append(retry, climb, ordinal, clock) }
    for index in 0..<climb.outcome.raised.count {
      if let retry = climb.outcome.raised[index].retry { append(retry, climb, ordinal, clock) }
    }
    if climb.outcome.retry == nil { noteEnd(climb, ordinal, clock: clock) }
  }

  /// Notes a record that is granted no try: an operation that was being tried may end with it.
  mutating func noteEnd(_ climb: borrowing Climb, _ ordinal: UInt64, clock: Timestamp?) {
    guard isOn else { return }
    let operation = climb.operationHash
    guard operation != 0 else { return }
    notes.append(
      LoadNote(
        ordinal: ordinal,
        clock: clock?.microseconds ?? .min,
        operation: operation,
        upstream: 0,
        attempt: climb.recordedTry,
        retry: nil
      )
    )
  }

  private mutating func append(
    _ retry: Outcome.Retry,
    _ climb: borrowing Climb,
    _ ordinal: UInt64,
    _ clock: Timestamp?
  ) {
    var upstream: UInt64 = 0
    if let name = climb.firstText(of: subjects) {
      upstream = max(1, name.hash)
      if named.insert(upstream).inserted {
        let text = String(name)
        let isLong = text.unicodeScalars.count > Self.longestName
        names.append(
          (upstream, isLong ? "\(String(text.unicodeScalars.prefix(Self.longestName)))…" : text)
        )
      }
    }
    notes.append(
      LoadNote(
        ordinal: ordinal,
        clock: clock?.microseconds ?? .min,
        operation: climb.operationHash,
        upstream: upstream,
        attempt: climb.recordedTry,
        retry: retry
      )
    )
  }
}
