package import Bytes
package import Records

/// State of a chain between errors: event time, the times of keys (retries, rates, throttles, breakers), the
/// last alert.
///
/// Used in stream order. A worker that runs ahead has no access: an evaluation that needs state returns early
/// and is run again in its turn.
package struct ChainState: ~Copyable {
  /// Whether state may be read and changed here and now.
  private let isAtHand: Bool
  private var contents: Contents

  /// State with at most `capacity` keys for each budget, rate, throttle and breaker.
  package init(isAtHand: Bool, capacity: Int = Limits().stateKeys) {
    self.isAtHand = isAtHand
    contents = Contents(capacity: capacity, live: nil)
  }

  /// One error's view of the state that all evaluations share while a program runs.
  package init(sharing live: SharedState) {
    isAtHand = true
    contents = Contents(capacity: 0, live: live)
  }

  /// Keys that were dropped because a table was full.
  package var forgottenKeys: ForgottenKeys { contents.forgottenKeys }

  /// The count of each breaker; shorter if no error fitted the last ones.
  package var breakerCounts: [BreakerCount] { contents.breakers.map { $0.count } }

  /// Uses that count over time, for records without a time.
  package var untimedUses: TimeUses { contents.untimedUses }

  mutating func noteUntimedUse(_ uses: TimeUses) { contents.untimedUses.formUnion(uses) }

  package mutating func advance(to time: Timestamp?) { contents.advance(to: time) }

  /// Consulted before the first time, state begins at the epoch, and a time before it does not take it back.
  ///
  /// Consulting does it. So does whoever leaves a record that consults state to others.
  package mutating func begin() { contents.begin() }

  /// The counts beside the keys' own state.
  package var totals: StateTotals {
    StateTotals(forgottenKeys: forgottenKeys, untimedUses: untimedUses, breakers: breakerCounts)
  }

  /// Adds what was counted for other keys.
  package mutating func add(_ totals: StateTotals) { contents.add(totals) }

  /// The only access to the state; nil if it is not available. Ends caching for the current error, because
  /// the state may differ for the next error like it.
  mutating func consult<Answer>(_ inputs: borrowing ErrorInputs, _ body: (inout Contents) -> Answer)
    -> Answer?
  {
    inputs.disableCaching()
    guard isAtHand else { return nil }
    contents.isOfTimedRecord = inputs.hasTime
    contents.begin()
    return body(&contents)
  }

  package mutating func clearStateReads() { contents.clearStateReads() }

  /// Values read for this error, for a rerun elsewhere.
  package var stateReads: [Int32] {
    get { contents.stateReads }
    set { contents.stateReads = newValue }
  }
}

extension ChainState {
  struct Contents: ~Copyable {
    /// The latest time read; nil before the first.
    private var clock: Timestamp?
    fileprivate var forgottenKeys = ForgottenKeys()
    fileprivate var isOfTimedRecord = false
    fileprivate var untimedUses: TimeUses = []
    /// The last alert, if the chain has a coalescing alert.
    private(set) var lastAlert: ShownAlert?
    /// The tables by ``KeyWindow/place``; nil until used.
    private var tables: [KeyTable?] = []
    /// The breakers by index; those that no error fitted yet may be missing.
    fileprivate private(set) var breakers: [CountedBreaker] = []
    private let capacity: Int
    /// The lower bound of ``now``.
    private var earliest = Int64.min
    /// Shared state while a program runs, used in place of ``tables``.
    private let live: SharedState?
    /// Values that the shared state returned for this error; a rerun reads the same ones.
    private var reads: [Int32] = []
    private var replayed = 0

    fileprivate init(capacity: Int, live: SharedState?) {
      self.capacity = capacity
      self.live = live
    }

    fileprivate mutating func add(_ totals: StateTotals) {
      forgottenKeys += totals.forgottenKeys
      untimedUses.formUnion(totals.untimedUses)
      for (index, count) in totals.breakers.enumerated() {
        while breakers.count <= index { breakers.append(CountedBreaker()) }
        breakers[index].count += count
      }
    }

    fileprivate mutating func clearStateReads() {
      replayed = 0
      if !reads.isEmpty { reads.removeAll(keepingCapacity: true) }
    }

    fileprivate var stateReads: [Int32] {
      get { reads }
      set {
        reads = newValue
        replayed = 0
      }
    }

    fileprivate mutating func advance(to time: Timestamp?) {
      guard let time else { return }
      if let clock, !(clock < time) { return }
      clock = time
    }

    fileprivate mutating func begin() {
      if clock == nil { earliest = 0 }
    }

    /// Microseconds.
    var now: Int64 { max(earliest, clock?.microseconds ?? 0) }

    /// The number of times a key was noted within a window up to now, capped at the window's limit.
    mutating func count(_ key: UInt128, in window: KeyWindow) -> Int32 {
      if live != nil { return query(window) { $0.count(key, at: $1) } }
      if !isOfTimedRecord { untimedUses.insert(TimeUses(window.kind)) }
      return table(of: window).count(key, at: now)
    }

    mutating func note(_ key: UInt128, in window: KeyWindow) {
      if live != nil {
        _ = query(window) { $0.add(key, at: $1) ? 1 : 0 }
        return
      }
      if table(of: window).add(key, at: now) { forgottenKeys.count(window.kind) }
    }

    /// Notes a key now and returns its count within the window, this time included, in one atomic step.
    mutating func noteAndCount(_ key: UInt128, in window: KeyWindow) -> Int32 {
      if live != nil {
        return query(window) {
          _ = $0.add(key, at: $1)
          return $0.count(key, at: $1)
        }
      }
      note(key, in: window)
      return count(key, in: window)
    }

    /// The count of a key; notes it if the count is below `limit` and `notes` is true. One atomic step, so
    /// that two errors cannot both take the last slot.
    mutating func take(_ key: UInt128, in window: KeyWindow, below limit: Int32, notes: Bool) -> Int32 {
      if live != nil {
        return query(window) {
          let count = $0.count(key, at: $1)
          if count < limit, notes { _ = $0.add(key, at: $1) }
          return count
        }
      }
      let count = count(key, in: window)
      if count < limit, notes { note(key, in: window) }
      return count
    }

    /// Removes the latest time of a key.
    mutating func giveBack(_ key: UInt128, in window: KeyWindow) {
      if live != nil {
        _ = query(window) { table, _ in
          table.removeLatest(key)
          return 0
        }
        return
      }
      table(of: window).removeLatest(key)
    }

    /// Reads the shared state once an error; a rerun reads the same values.
    private mutating func query(_ window: KeyWindow, _ body: (borrowing KeyTable, Int64) -> Int32) -> Int32 {
      if replayed < reads.count {
        replayed += 1
        return reads[replayed - 1]
      }
      let answer = live?.window(of: window)?.look(at: now, body) ?? 0
      reads.append(answer)
      replayed += 1
      return answer
    }

    /// Counts an error in a breaker that it fits.
    mutating func count(_ key: UInt128, in breaker: CompiledBreaker, at index: BreakerIndex) -> BreakerReading
    {
      if live != nil { return query(index) { $0.add(key, at: $1).reading } }
      if !isOfTimedRecord { untimedUses.insert(.breakers) }
      while breakers.count <= Int(index) { breakers.append(CountedBreaker()) }
      let table = breakers[Int(index)].table ?? BreakerTable(breaker, capacity: capacity)
      breakers[Int(index)].table = table
      let change = table.add(key, at: now)
      if change.forgetsKey { forgottenKeys.count(.breakers) }
      breakers[Int(index)].count.add(change)
      return change.reading
    }

    /// A breaker as an error of a key finds it.
    mutating func read(_ key: UInt128, of index: BreakerIndex, isUse: Bool) -> BreakerReading {
      if live != nil { return query(index) { $0.read(key, at: $1) } }
      if isUse, !isOfTimedRecord { untimedUses.insert(.breakers) }
      guard Int(index) < breakers.count, let table = breakers[Int(index)].table else {
        return BreakerReading()
      }
      return table.read(key, at: now)
    }

    /// Reads a shared breaker once an error; a rerun reads the same values.
    private mutating func query(
      _ index: BreakerIndex, _ body: (borrowing BreakerTable, Int64) -> BreakerReading
    ) -> BreakerReading {
      if replayed + BreakerReading.words <= reads.count {
        replayed += BreakerReading.words
        return BreakerReading(words: reads[(replayed - BreakerReading.words)..<replayed])
      }
      let reading = live?.breaker(at: Int(index))?.look(at: now, body) ?? BreakerReading()
      reads += reading.words
      replayed = reads.count
      return reading
    }

    /// Counts a retry's try within its limits, in one atomic step; see ``BudgetRequest``.
    mutating func take(_ request: BudgetRequest, _ end: (BudgetReading) -> RetryEnd?) -> BudgetReading {
      if let live {
        if let again = replayedReading() { return again }
        let reading = live.take(request, at: now, end)
        for word in reading.words { reads.append(word) }
        replayed = reads.count
        return reading
      }
      if request.countsOverTime, !isOfTimedRecord { untimedUses.insert(.retries) }
      let tries = table(of: request.tries)
      let quotas = request.quota.map { table(of: $0) }
      let operations = request.operations.map { table(of: $0) }
      let reading = request.take(from: tries, at: now, quotas, at: now, operations, end)
      for _ in 0..<reading.forgotten { forgottenKeys.count(.retries) }
      return reading
    }

    /// The answer that a rerun reads again in place of the shared state.
    private mutating func replayedReading() -> BudgetReading? {
      guard replayed + BudgetReading.wordCount <= reads.count else { return nil }
      replayed += BudgetReading.wordCount
      return BudgetReading(words: reads[(replayed - BudgetReading.wordCount)..<replayed])
    }

    /// Takes an amount from a bucket.
    mutating func spend(_ amount: Int32, of key: UInt128, from full: Int32, in window: KeyWindow) {
      if live != nil {
        _ = query(window) { table, _ in table.spend(amount, of: key, from: full).left }
      } else if table(of: window).spend(amount, of: key, from: full).isReused {
        forgottenKeys.count(window.kind)
      }
    }

    /// Gives an amount back to a bucket; nothing where the key never took anything.
    mutating func refill(_ key: UInt128, by amount: Int32, in window: KeyWindow) {
      if let live {
        live.window(of: window)?.look(at: now) { table, _ in table.refill(amount, of: key) }
      } else {
        table(of: window).refill(amount, of: key)
      }
    }

    /// Gives back to a shared quota what a retry took that does not count.
    mutating func giveBack(_ amount: Int32, to key: UInt128, in window: KeyWindow) {
      if live != nil {
        _ = query(window) { table, _ in
          table.refill(amount, of: key)
          return 0
        }
      } else {
        table(of: window).refill(amount, of: key)
      }
    }

    /// The tokens that an operation's last retry took, once; 0 for none.
    mutating func takeKept(_ key: UInt128, in window: KeyWindow) -> Int32 {
      if let live { return live.window(of: window)?.look(at: now) { table, _ in table.takeKept(key) } ?? 0 }
      return table(of: window).takeKept(key)
    }

    /// Forgets an operation's last retry: the one before it is the last.
    mutating func forgetKept(_ key: UInt128, in window: KeyWindow) {
      if live != nil {
        _ = query(window) { table, _ in
          table.forgetKept(key)
          return 0
        }
      } else {
        table(of: window).forgetKept(key)
      }
    }

    mutating func show(_ alert: ShownAlert) {
      lastAlert = alert
    }

    private mutating func table(of window: KeyWindow) -> KeyTable {
      let place = window.place
      while tables.count <= place { tables.append(nil) }
      if let table = tables[place] { return table }
      let table = KeyTable(
        capacity: capacity, times: window.times, within: window.within, isFixed: window.isFixed)
      tables[place] = table
      return table
    }
  }
}

struct KeyWindow: BitwiseCopyable {
  enum Kind: UInt8, CaseIterable, BitwiseCopyable {
    case retries, rates, throttles, breakers
    /// The retries, or the tokens, of a retry's `quota`.
    case quotas
    /// The tokens of the chain's `quotas`, and the operations that took some.
    case sharedQuotas, operations
  }

  let kind: Kind
  /// The index among windows of its kind.
  let index: Int32
  /// Microseconds.
  let within: Int64
  /// The largest count that matters.
  let times: Int32
  /// Whether it begins with its first time, rather than ending now.
  var isFixed = false
}

/// The number of keys dropped from full tables, by kind of state.
package struct ForgottenKeys: Sendable, Equatable {
  package private(set) var retries = 0
  package private(set) var rates = 0
  package private(set) var throttles = 0
  package private(set) var breakers = 0

  package var total: Int { retries + rates + throttles + breakers }

  static func += (left: inout ForgottenKeys, right: ForgottenKeys) {
    left.retries += right.retries
    left.rates += right.rates
    left.throttles += right.throttles
    left.breakers += right.breakers
  }

  fileprivate mutating func code(with coder: inout ByteCoder) {
    coder.code(natural: &retries)
    coder.code(natural: &rates)
    coder.code(natural: &throttles)
    coder.code(natural: &breakers)
  }

  mutating func count(_ kind: KeyWindow.Kind) {
    switch kind {
    case .retries, .quotas, .sharedQuotas, .operations: retries += 1
    case .rates: rates += 1
    case .throttles: throttles += 1
    case .breakers: breakers += 1
    }
  }
}

/// The kinds of state that are counted over time.
package struct TimeUses: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let retries = TimeUses(.retries)
  package static let rates = TimeUses(.rates)
  package static let throttles = TimeUses(.throttles)
  package static let breakers = TimeUses(.breakers)

  init(_ kind: KeyWindow.Kind) {
    rawValue = 1 << (kind == .quotas ? KeyWindow.Kind.retries : kind).rawValue
  }
}

/// The activity of a breaker in a stream, for all keys together.
package struct BreakerCount: Sendable, Equatable {
  /// The errors that fitted.
  package private(set) var errors = 0
  /// The number of times that it opened.
  package private(set) var opened = 0
  /// The time that the breaker was open, in microseconds, each time until it closed, also after the end of the stream.
  package private(set) var open: Int64 = 0

  package init() {}

  static func += (left: inout BreakerCount, right: BreakerCount) {
    left.errors += right.errors
    left.opened += right.opened
    left.open += right.open
  }

  fileprivate mutating func code(with coder: inout ByteCoder) {
    coder.code(natural: &errors)
    coder.code(natural: &opened)
    coder.code(&open)
    if open < 0 || open >= 1 << 60 { coder.fail() }
  }

  mutating func add(_ change: BreakerTable.Change) {
    errors += 1
    if change.opens { opened += 1 }
    open += change.added
  }
}

/// The counts of a stream's state for its summary.
package struct StateTotals: Sendable, Equatable {
  package var forgottenKeys = ForgottenKeys()
  package var untimedUses: TimeUses = []
  package var breakers: [BreakerCount] = []

  package init() {}

  fileprivate init(forgottenKeys: ForgottenKeys, untimedUses: TimeUses, breakers: [BreakerCount]) {
    self.forgottenKeys = forgottenKeys
    self.untimedUses = untimedUses
    self.breakers = breakers
  }

  package mutating func code(with coder: inout ByteCoder) {
    forgottenKeys.code(with: &coder)
    var uses = UInt64(untimedUses.rawValue)
    coder.code(&uses)
    untimedUses = TimeUses(rawValue: UInt8(truncatingIfNeeded: uses))
    coder.code(list: &breakers, empty: BreakerCount()) { $1.code(with: &$0) }
  }
}

struct CountedBreaker {
  var table: BreakerTable?
  var count = BreakerCount()
}

/// The last shown alert, with its answer.
struct ShownAlert: BitwiseCopyable {
  /// The action, and the digest of its `coalesce` subjects.
  let action: Index<CompiledAction>
  let key: UInt128
  /// The time at which it closes, in microseconds.
  let closing: Int64
  let button: Index<CompiledButton>
  /// The digest of the chosen option's title, if the buttons are the error's options.
  let title: UInt128
  let isAssumed: Bool
}
