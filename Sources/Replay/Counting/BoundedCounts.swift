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
  /// The indices that were counted since the counts were taken, and a mark for each.
  private(set) var counted = Buffer<Int32>()
  private var isListed = Buffer<Bool>()
  /// The hashes as a heap with the greatest first, once the limit is reached.
  private var heap = Buffer<UInt64>()

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
    guard count == limit else {
      hashes.append(hash)
      counts.append(0)
      firsts.append(.max)
      earliest.append(.max)
      latest.append(.min)
      isListed.append(false)
      if count == limit { buildHeap() }
      return (count - 1, 0)
    }
    guard hash < heap[0] else { return nil }
    let index = hashes.place(of: heap[0])
    let dropped = counts[index]
    hashes.replace(index, with: hash)
    reset(index)
    heap[0] = hash
    siftDown(0)
    return (index, dropped)
  }

  /// Counts an error.
  @inline(__always)
  mutating func add(_ ordinal: UInt64, _ time: Timestamp?, at index: Int) {
    list(index)
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
      list(index)
      counts[index] += other.counts[otherIndex]
      firsts[index] = min(firsts[index], records + other.firsts[otherIndex])
      earliest[index] = min(earliest[index], other.earliest[otherIndex])
      latest[index] = max(latest[index], other.latest[otherIndex])
    }
    other.reset(otherIndex)
    other.isListed[otherIndex] = false
  }

  /// After the counts at all ``counted`` indices were taken.
  mutating func removeCounted() { counted.removeAll() }

  @inline(__always)
  private mutating func list(_ index: Int) {
    guard !isListed[index] else { return }
    isListed[index] = true
    counted.append(Int32(index))
  }

  private mutating func reset(_ index: Int) {
    counts[index] = 0
    firsts[index] = .max
    earliest[index] = .max
    latest[index] = .min
  }

  private mutating func buildHeap() {
    for index in 0..<count { heap.append(hashes[index]) }
    for index in (0..<(count / 2)).reversed() { siftDown(index) }
  }

  private mutating func siftDown(_ start: Int) {
    var index = start
    while 2 * index + 1 < heap.count {
      let left = 2 * index + 1
      let child = left + 1 < heap.count && heap[left] < heap[left + 1] ? left + 1 : left
      guard heap[index] < heap[child] else { return }
      (heap[index], heap[child]) = (heap[child], heap[index])
      index = child
    }
  }
}
