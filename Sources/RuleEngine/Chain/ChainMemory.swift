/// What a chain remembers between errors: the clock of event time, and the tries of each key of each budget.
///
/// Memory is used in the order of the stream. Where it is not at hand (a worker ahead of the others), an
/// evaluation that needs it says so and is run again when its turn comes.
package struct ChainMemory: ~Copyable {
  /// Whether the questions may be answered here and now.
  package let isAtHand: Bool
  /// The latest time read, or nil before the first.
  package private(set) var clock: Timestamp?
  /// Keys that were forgotten because a table was full.
  package private(set) var forgottenKeys = 0
  private var tables: [KeyTable?]
  private let capacity: Int

  /// A memory for a chain with `budgets` budgets, of at most `capacity` keys each.
  package init(isAtHand: Bool, budgets: Int, capacity: Int = 100_000) {
    self.isAtHand = isAtHand
    self.capacity = capacity
    tables = Array(repeating: nil, count: isAtHand ? budgets : 0)
  }

  /// Moves the clock on; it never goes back.
  package mutating func advance(to time: Timestamp?) {
    guard let time else { return }
    if let clock, clock >= time { return }
    clock = time
  }

  /// The errors of a key that this budget retried within its window before now, at most `maxAttempts`.
  mutating func tries(of key: UInt128, budget: Int32, _ limits: CompiledBudget) -> Int32 {
    table(budget, limits).count(key, since: (clock?.microseconds ?? 0) - limits.within)
  }

  /// Counts a try of a key.
  mutating func count(_ key: UInt128, budget: Int32, _ limits: CompiledBudget) {
    if table(budget, limits).add(key, at: clock?.microseconds ?? 0) { forgottenKeys += 1 }
  }

  private mutating func table(_ budget: Int32, _ limits: CompiledBudget) -> KeyTable {
    if let table = tables[Int(budget)] { return table }
    let table = KeyTable(capacity: capacity, times: Int(limits.maxAttempts))
    tables[Int(budget)] = table
    return table
  }
}
