public import Bytes

/// Occurrences of each cached outcome that are not yet added to the totals.
@usableFromInline
package struct CachedOutcomeCounts: ~Copyable {
  @usableFromInline var counts = Buffer<Int>()
  private var pending = Buffer<CachedOutcomeIndex>()

  package init() {}

  @inlinable @inline(__always)
  package mutating func count(_ number: CachedOutcomeIndex) {
    if Int(number) < counts.count, counts[Int(number)] > 0 {
      counts[Int(number)] += 1
    } else {
      begin(number)
    }
  }

  @usableFromInline
  mutating func begin(_ number: CachedOutcomeIndex) {
    if counts.count <= Int(number) { counts.append(repeating: 0, count: Int(number) + 1 - counts.count) }
    pending.append(number)
    counts[Int(number)] = 1
  }

  /// Removes and returns one outcome with its count; nil if none are left.
  package mutating func take() -> (number: CachedOutcomeIndex, times: Int)? {
    guard !pending.isEmpty else { return nil }
    let number = pending[pending.count - 1]
    pending.removeLast(1)
    defer { counts[Int(number)] = 0 }
    return (number, counts[Int(number)])
  }
}
