internal import Bytes
package import Records

/// Counts in at most ``capacity`` buckets; above that, several are merged into a wider one.
///
/// Every width divides the next one, and buckets start at multiples of it since 1970. The result therefore
/// does not depend on the order of records or on their division among workers.
struct TimeBuckets: ~Copyable {
  static let capacity = 120
  /// Seconds, each a divisor of the next: to a quarter of a minute, an hour, a day, a year, a hundred years.
  private static let widths: [Int64] = [
    1, 5, 15, 60, 300, 900, 3_600, 10_800, 43_200, 86_400, 604_800, 2_419_200, 31_449_600, 314_496_000,
    3_144_960_000,
  ]

  private var level = 0
  /// Microseconds.
  private var width: Int64 = 1_000_000
  /// The first used bucket, counted from 1970; the buckets up to the last used one.
  private var first: Int64 = 0
  private var used: Int64 = 0
  private var counts: Counters
  private let kinds: Int
  /// The most recently used bucket, in microseconds, and the index of its counts.
  private var start = Int64.max
  private var end = Int64.min
  private var place = 0

  /// - Parameter kinds: the counters in each bucket; 0 counts nothing.
  init(kinds: Int) {
    self.kinds = kinds
    counts = Counters(count: Self.capacity * kinds)
  }

  @inline(__always)
  mutating func count(_ kind: Int, at moment: Timestamp) {
    let time = moment.microseconds
    if time < start || time >= end { find(time) }
    counts[place + kind] += 1
  }

  @inline(never)
  private mutating func find(_ time: Int64) {
    var index = Self.floor(time, width)
    if used == 0 {
      first = index
      used = 1
    }
    while max(first + used, index + 1) - min(first, index) > Int64(Self.capacity) {
      widen()
      index = Self.floor(time, width)
    }
    if index < first { makeRoom(Int(first - index)) }
    used = max(used, index + 1 - first)
    place = Int(index - first) * kinds
    start = index * width
    end = start + width
  }

  /// Moves all counts on by some buckets.
  private mutating func makeRoom(_ added: Int) {
    var place = Int(used) * kinds - 1
    while place >= 0 {
      counts[place + added * kinds] = counts[place]
      counts[place] = 0
      place -= 1
    }
    first -= Int64(added)
    used += Int64(added)
  }

  private mutating func widen() {
    let ratio = Self.widths[level + 1] / Self.widths[level]
    level += 1
    width = Self.widths[level] * 1_000_000
    let wider = Self.floor(first, ratio)
    for bucket in 0..<Int(used) {
      let target = Int(Self.floor(first + Int64(bucket), ratio) - wider) * kinds
      for kind in 0..<kinds {
        let count = counts[bucket * kinds + kind]
        counts[bucket * kinds + kind] = 0
        counts[target + kind] += count
      }
    }
    used = Self.floor(first + used - 1, ratio) - wider + 1
    first = wider
    (start, end) = (.max, .min)
  }

  mutating func take(_ other: inout TimeBuckets) {
    guard other.used > 0 else { return }
    if used == 0 {
      level = other.level
      width = other.width
      (start, end) = (.max, .min)
    }
    while level < other.level { widen() }
    for bucket in 0..<Int(other.used) {
      var isFound = false
      for kind in 0..<kinds where other.counts[bucket * kinds + kind] > 0 {
        if !isFound { find((other.first + Int64(bucket)) * other.width) }
        isFound = true
        counts[place + kind] += other.counts[bucket * kinds + kind]
        other.counts[bucket * kinds + kind] = 0
      }
    }
    // Later counts are added here, too, in buckets no narrower than these.
    other.level = level
    other.width = width
    other.used = 0
    (other.start, other.end) = (.max, .min)
  }

  mutating func code(with coder: inout ByteCoder) {
    coder.code(&level)
    coder.code(&first)
    coder.code(&used)
    coder.code(&counts)
    guard Self.widths.indices.contains(level), (0...Int64(Self.capacity)).contains(used),
      case let most = (1 << 58) / (Self.widths[level] * 1_000_000), (-most...most).contains(first)
    else {
      (level, first, used) = (0, 0, 0)
      return coder.fail()
    }
    width = Self.widths[level] * 1_000_000
    (start, end) = (.max, .min)
  }

  /// The outcomes from the first used bucket to the last one; nil if there are none.
  var overTime: OverTime? {
    guard used > 0 else { return nil }
    return OverTime(
      start: Timestamp(microseconds: first * width), seconds: Int(clamping: width / 1_000_000),
      counts: (0..<Int(used)).map { bucket in (0..<kinds).map { counts[bucket * kinds + $0] } })
  }

  private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }
}

package struct OverTime: Sendable, Equatable {
  package let start: Timestamp
  package let seconds: Int
  /// The counts by bucket and kind. The first and the last bucket are not empty.
  package let counts: [[Int]]
}
