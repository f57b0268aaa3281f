/// What a chain remembers between errors: the clock of event time, the times of keys (of retries, rates and throttles),
/// and the alert that was shown last.
///
/// Memory is used in the order of the stream. Where it is not at hand (a worker ahead of the others), an
/// evaluation that needs it says so and is run again when its turn comes.
package struct ChainMemory: ~Copyable {
  /// Whether the questions may be answered here and now.
  package let isAtHand: Bool
  /// The latest time read, or nil before the first.
  package private(set) var clock: Timestamp?
  /// Keys that were forgotten because a table was full.
  package private(set) var forgottenKeys = ForgottenKeys()
  /// The alert that was shown last, where a chain has one that could join it.
  private(set) var lastAlert: ShownAlert?
  /// One for each window that was asked, by the window's place and kind.
  private var tables: [KeyTable?] = []
  private let capacity: Int
  /// The clock never goes back behind this: what happened before the first time was noted at the epoch's start.
  private var earliest = Int64.min

  /// A memory of at most `capacity` keys for each rule's budget, rate and throttle.
  package init(isAtHand: Bool, capacity: Int = Limits().stateKeys) {
    self.isAtHand = isAtHand
    self.capacity = capacity
  }

  /// Moves the clock on; it never goes back.
  package mutating func advance(to time: Timestamp?) {
    guard let time else { return }
    if let clock, clock >= time { return }
    clock = time
  }

  /// The time that counts as now, in microseconds.
  var now: Int64 { max(earliest, clock?.microseconds ?? 0) }

  /// How often a key was noted within a window up to now, at most as often as matters.
  mutating func count(_ key: UInt128, in window: KeyWindow) -> Int32 {
    table(of: window).count(key, at: now)
  }

  /// Notes a key now.
  mutating func note(_ key: UInt128, in window: KeyWindow) {
    noteBeginning()
    if table(of: window).add(key, at: now) { forgottenKeys.count(window.kind) }
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
    let place = Int(window.index) * KeyWindow.Kind.allCases.count + Int(window.kind.rawValue)
    while tables.count <= place { tables.append(nil) }
    if let table = tables[place] { return table }
    let table = KeyTable(capacity: capacity, times: window.times, within: window.within)
    tables[place] = table
    return table
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
  let action: Int32
  let key: UInt128
  /// The first moment at which it is closed, in microseconds.
  let closing: Int64
  let button: Int32
  /// The digest of the chosen option's title, where the buttons are the error's options.
  let title: UInt128
  let isAssumed: Bool
}
