internal import Bytes
internal import RuleEngine

/// Counts of errors by hash, with the first ordinal and the first and last time of each. Above the limit, the smallest
/// hashes are kept, so that the result does not depend on how the stream was divided.
struct BoundedCounts: ~Copyable {
  private let limit: Int
  private var hashes: HashSlots
  private var counts = Counters()
  private var firsts = Buffer<UInt64>()
  /// In microseconds.
  private var earliest = Counters()
  private var latest = Counters()
  /// The greatest hash, once the limit is reached.
  private var greatest: UInt64 = 0

  init(limit: Int) {
    self.limit = limit
    hashes = HashSlots(limit: limit)
  }

  var count: Int { hashes.count }

  /// The number of errors at an index.
  subscript(index: Int) -> Int { counts[index] }

  func hash(at index: Int) -> UInt64 { hashes[index] }

  /// The ordinal of the first error.
  func first(at index: Int) -> UInt64 { firsts[index] }

  /// The times of the first and the last error, in microseconds; nil if none has a time.
  func span(at index: Int) -> (first: Int, last: Int)? {
    latest[index] > .min ? (earliest[index], latest[index]) : nil
  }

  /// Nil if the hash has no errors yet.
  @inline(__always)
  func index(of hash: UInt64) -> Int? {
    let index = hashes.place(of: hash)
    return index < 0 ? nil : index
  }

  /// An index for a new hash, without errors yet: the next one, or that of the greatest hash, whose count is `dropped`. Nil
  /// if the new hash is the greatest.
  mutating func insert(_ hash: UInt64) -> (index: Int, dropped: Int)? {
    guard count < limit || hash < greatest else { return nil }
    defer { if count == limit { findGreatest() } }
    guard count == limit else {
      hashes.append(hash)
      counts.append(0)
      firsts.append(.max)
      earliest.append(.max)
      latest.append(.min)
      return (count - 1, 0)
    }
    let index = hashes.place(of: greatest)
    let dropped = counts[index]
    hashes.replace(index, with: hash)
    reset(index)
    return (index, dropped)
  }

  /// Counts an error.
  @inline(__always)
  mutating func add(_ ordinal: UInt64, _ time: Timestamp?, at index: Int) {
    counts[index] += 1
    firsts[index] = min(firsts[index], ordinal)
    guard let time else { return }
    earliest[index] = min(earliest[index], Int(time.microseconds))
    latest[index] = max(latest[index], Int(time.microseconds))
  }

  /// Moves the counts at an index of another one to `index`, or drops them.
  ///
  /// - Parameter records: the records before those of the other one.
  mutating func take(_ other: inout BoundedCounts, _ otherIndex: Int, to index: Int?, after records: UInt64) {
    if let index {
      counts[index] += other.counts[otherIndex]
      firsts[index] = min(firsts[index], records + other.firsts[otherIndex])
      earliest[index] = min(earliest[index], other.earliest[otherIndex])
      latest[index] = max(latest[index], other.latest[otherIndex])
    }
    other.reset(otherIndex)
  }

  private mutating func reset(_ index: Int) {
    counts[index] = 0
    firsts[index] = .max
    earliest[index] = .max
    latest[index] = .min
  }

  private mutating func findGreatest() {
    greatest = 0
    for index in 0..<count { greatest = max(greatest, hashes[index]) }
  }
}
