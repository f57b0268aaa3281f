/// The question of a retry with limits to the state: all is counted in one step if the retry is granted, and nothing but a
/// token if it is not.
struct BudgetRequest {
  let tries: KeyWindow
  /// The key of the tries; nil if a value is missing.
  let key: UInt128?
  /// The record says that it is the first failure, from which the deadline counts.
  let isFirst: Bool
  /// The window of the quota; nil for none.
  let quota: KeyWindow?
  let quotaKey: UInt128
  /// The tokens of a full bucket, in thousandths; 0 for a quota of retries.
  let tokens: Int32
  /// Microseconds from the beginning of the try that failed, for a quota of tries; nil for any other.
  let sinceBegun: Int64?
  /// Whether the error takes its token now: it takes one, wherever in the rule the retry stands.
  let spends: Bool
  /// The thousandths of a token that a granted retry takes from a shared quota; 0 for any other.
  let cost: Int32
  /// The operations of a shared quota that remembers what their last retry took; nil for none.
  let operations: KeyWindow?
  let operation: UInt128
  let notes: Bool
  /// The answer depends on the times of earlier errors.
  let countsOverTime: Bool

  /// The thousandths of a token that a failure takes.
  static let token: Int32 = 1_000

  func take(
    from tries: borrowing KeyTable, at triesNow: Int64, _ quotas: KeyTable?, at quotasNow: Int64,
    _ operations: KeyTable?, _ end: (BudgetReading) -> RetryEnd?
  ) -> BudgetReading {
    var reading = BudgetReading()
    if let key {
      reading.taken = tries.count(key, at: triesNow)
      if isFirst, tries.start(key, at: triesNow) { reading.forgotten += 1 }
      if let first = tries.first(key, at: triesNow) { reading.sinceFirst = max(0, triesNow - first) }
    }
    if isFirst { reading.sinceFirst = 0 }
    if let quotas {
      if let sinceBegun {
        let began = quotasNow - sinceBegun
        reading.quota = quotas.count(quotaKey, at: began) + 1
        reading.untilNext = (quotas.first(quotaKey, at: began) ?? began) + (quota?.within ?? 0) - quotasNow
      } else if cost > 0 {
        reading.quota = quotas.left(of: quotaKey, from: tokens)
      } else if tokens > 0 {
        let (left, isReused) = quotas.spend(spends ? Self.token : 0, of: quotaKey, from: tokens)
        reading.quota = left
        if isReused { reading.forgotten += 1 }
      } else {
        reading.quota = quotas.count(quotaKey, at: quotasNow)
      }
    }
    guard notes, end(reading) == nil else { return reading }
    if let key, tries.add(key, at: triesNow) { reading.forgotten += 1 }
    guard let quotas else { return reading }
    if cost > 0 {
      if quotas.spend(cost, of: quotaKey, from: tokens).isReused { reading.forgotten += 1 }
      if let operations, operations.keep(cost, for: operation) { reading.forgotten += 1 }
    } else if tokens == 0, quotas.add(quotaKey, at: quotasNow - (sinceBegun ?? 0)) {
      reading.forgotten += 1
    }
    return reading
  }
}

/// The answer of the state to a retry with limits.
struct BudgetReading {
  /// Errors of the key that the rule retried within `within`.
  var taken: Int32 = 0
  /// Microseconds since the first failure of the key that is remembered; negative if there is none.
  var sinceFirst: Int64 = -1
  /// Retries, or tries with this one, within the quota's window, or the thousandths of a token that this failure left or found.
  var quota: Int32 = 0
  /// Microseconds until a try would begin the next window of a quota of tries.
  var untilNext: Int64 = 0
  /// Keys dropped from full tables.
  var forgotten = 0

  init() {}

  static let wordCount = 6

  var words: [Int32] {
    [taken, quota] + Self.words(of: sinceFirst) + Self.words(of: untilNext)
  }

  init(words: ArraySlice<Int32>) {
    let first = words.startIndex
    taken = words[first]
    quota = words[first + 1]
    sinceFirst = Self.number(words, first + 2)
    untilNext = Self.number(words, first + 4)
  }

  private static func words(of number: Int64) -> [Int32] {
    [Int32(truncatingIfNeeded: number), Int32(truncatingIfNeeded: number >> 32)]
  }

  private static func number(_ words: ArraySlice<Int32>, _ index: Int) -> Int64 {
    Int64(words[index + 1]) << 32 | Int64(UInt32(bitPattern: words[index]))
  }
}
