internal import Bytes
package import Records

/// What a chain remembers between errors: the clock of event time, the times of keys (of retries, rates and throttles),
/// and the alert that was shown last.
///
/// Memory is used in the order of the stream. Where it is not at hand (a worker ahead of the others), an
/// evaluation that needs it says so and is run again when its turn comes.
package struct ChainMemory: ~Copyable {
  /// Whether the questions may be answered here and now.
  private let isAtHand: Bool
  private var contents: Contents

  /// A memory of at most `capacity` keys for each rule's budget, rate and throttle.
  package init(isAtHand: Bool, capacity: Int = Limits().stateKeys) {
    self.isAtHand = isAtHand
    contents = Contents(capacity: capacity, live: nil)
  }

  /// One error's view of the memory that all share while a program runs.
  package init(sharing live: LiveMemory) {
    isAtHand = true
    contents = Contents(capacity: 0, live: live)
  }

  /// Keys that were forgotten because a table was full.
  package var forgottenKeys: ForgottenKeys { contents.forgottenKeys }

  /// Moves the clock on; it never goes back.
  package mutating func advance(to time: Timestamp?) { contents.advance(to: time) }

  /// Asks or changes what is remembered, which is the only way to it: whoever does leaves what is learnt of the error, for the
  /// next one like it may hear something else. Nil where memory is not at hand.
  mutating func consult<Answer>(
    _ inquiry: borrowing ErrorInquiry,
    _ body: (inout Contents) -> Answer
  ) -> Answer? {
    inquiry.endLearning()
    return isAtHand ? body(&contents) : nil
  }

  /// Forgets what was said, for the next error.
  package mutating func forgetWhatWasSaid() { contents.forgetWhatWasSaid() }

  /// What was said to the error, to be heard again elsewhere.
  package var said: [Int32] {
    get { contents.said }
    set { contents.said = newValue }
  }
}

extension ChainMemory {
  /// What is remembered.
  struct Contents: ~Copyable {
    /// The latest time read, or nil before the first.
    private var clock: Timestamp?
    fileprivate var forgottenKeys = ForgottenKeys()
    /// The alert that was shown last, where a chain has one that could join it.
    private(set) var lastAlert: ShownAlert?
    /// One for each window that was asked, by the window's place and kind.
    private var tables: [KeyTable?] = []
    private let capacity: Int
    /// The clock never goes back behind this: what happened before the first time was noted at the epoch's start.
    private var earliest = Int64.min
    /// What is shared with others while a program runs, in place of tables of its own.
    private let live: LiveMemory?
    /// What the shared memory said to this error, so that a climb that has to begin again hears the same.
    private var journal: [Int32] = []
    private var heard = 0

    fileprivate init(capacity: Int, live: LiveMemory?) {
      self.capacity = capacity
      self.live = live
    }

    /// Forgets what was said, for the next error.
    fileprivate mutating func forgetWhatWasSaid() {
      heard = 0
      if !journal.isEmpty { journal.removeAll(keepingCapacity: true) }
    }

    /// What was said to the error, to be heard again elsewhere.
    fileprivate var said: [Int32] {
      get { journal }
      set {
        journal = newValue
        heard = 0
      }
    }

    /// Moves the clock on; it never goes back.
    fileprivate mutating func advance(to time: Timestamp?) {
      guard let time else { return }
      if let clock, !(clock < time) { return }
      clock = time
    }

    /// The time that counts as now, in microseconds.
    var now: Int64 { max(earliest, clock?.microseconds ?? 0) }

    /// How often a key was noted within a window up to now, at most as often as matters.
    mutating func count(_ key: UInt128, in window: KeyWindow) -> Int32 {
      if live != nil { return ask(window) { $0.count(key, at: $1) } }
      return table(of: window).count(key, at: now)
    }

    /// Notes a key now.
    mutating func note(_ key: UInt128, in window: KeyWindow) {
      if live != nil {
        _ = ask(window) { $0.add(key, at: $1) ? 1 : 0 }
        return
      }
      noteBeginning()
      if table(of: window).add(key, at: now) { forgottenKeys.count(window.kind) }
    }

    /// Notes a key now and tells how often it was noted within the window, this time included: in one step.
    mutating func noteAndCount(_ key: UInt128, in window: KeyWindow) -> Int32 {
      if live != nil {
        return ask(window) {
          _ = $0.add(key, at: $1)
          return $0.count(key, at: $1)
        }
      }
      note(key, in: window)
      return count(key, in: window)
    }

    /// How often a key was noted within the window; notes it where that is less than `limit` and `notes` is true: in one
    /// step, so that no two errors take the last place.
    mutating func take(_ key: UInt128, in window: KeyWindow, below limit: Int32, notes: Bool) -> Int32 {
      if live != nil {
        return ask(window) {
          let count = $0.count(key, at: $1)
          if count < limit, notes { _ = $0.add(key, at: $1) }
          return count
        }
      }
      let count = count(key, in: window)
      if count < limit, notes { note(key, in: window) }
      return count
    }

    /// Asks the shared memory, once an error: what it said before is said again.
    private mutating func ask(_ window: KeyWindow, _ body: (borrowing KeyTable, Int64) -> Int32) -> Int32 {
      if heard < journal.count {
        heard += 1
        return journal[heard - 1]
      }
      let answer = live?.window(of: window)?.look(at: now, body) ?? 0
      journal.append(answer)
      heard += 1
      return answer
    }

    /// Notes the alert that is shown now, and when it closes.
    mutating func show(_ alert: ShownAlert) {
      noteBeginning()
      lastAlert = alert
    }

    private mutating func noteBeginning() {
      if clock == nil { earliest = 0 }
    }

    private mutating func table(of window: KeyWindow) -> KeyTable {
      let place = window.place
      while tables.count <= place { tables.append(nil) }
      if let table = tables[place] { return table }
      let table = KeyTable(capacity: capacity, times: window.times, within: window.within)
      tables[place] = table
      return table
    }
  }
}

/// A question about how often a key was noted lately.
struct KeyWindow: BitwiseCopyable {
  enum Kind: UInt8, CaseIterable, BitwiseCopyable {
    case retries, rates, throttles
  }

  let kind: Kind
  /// Its place among those of its kind.
  let index: Int32
  /// Microseconds.
  let within: Int64
  /// How many times of a key matter.
  let times: Int32
}

/// Keys that were forgotten because a table was full, by what they were remembered for.
package struct ForgottenKeys: Sendable, Equatable {
  package private(set) var retries = 0
  package private(set) var rates = 0
  package private(set) var throttles = 0

  package var total: Int { retries + rates + throttles }

  mutating func count(_ kind: KeyWindow.Kind) {
    switch kind {
    case .retries: retries += 1
    case .rates: rates += 1
    case .throttles: throttles += 1
    }
  }
}

/// An alert that was shown, and the answer that it got.
struct ShownAlert: BitwiseCopyable {
  /// The action at its place, and the digest of what it coalesces by.
  let action: Index<CompiledAction>
  let key: UInt128
  /// The first moment at which it is closed, in microseconds.
  let closing: Int64
  let button: Index<CompiledButton>
  /// The digest of the chosen option's title, where the buttons are the error's options.
  let title: UInt128
  let isAssumed: Bool
}
