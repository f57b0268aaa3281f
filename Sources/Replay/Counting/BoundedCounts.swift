internal import Bytes
internal import RuleEngine

/// Counts of errors by hash, with the first ordinal and the first and last time of each. Above the limit, the smallest
/// hashes are kept, so that the result does not depend on how the stream was divided.
struct BoundedCounts: ~Copyable {
  /// What is counted of one hash: together in memory, since an error touches all of it.
  private struct Row: BitwiseCopyable {
    var count = 0
    var firstOrdinal = UInt64.max
    /// In microseconds.
    var earliest = Int.max
    var latest = Int.min
    /// Whether its index is among the counted ones.
    var isListed = false
    var generation: UInt32 = 0
    /// The index to which its counts were moved last.
    var target: Int32 = 0
  }

  private let limit: Int
  private var hashes: HashSlots
  private var rows = Buffer<Row>()
  /// The indices that were counted since the counts were taken.
  private(set) var counted = Buffer<Int32>()
  /// The hashes as a heap with the greatest first, once the limit is reached.
  private var heap = Buffer<UInt64>()

  init(limit: Int) {
    self.limit = limit
    hashes = HashSlots(limit: limit)
  }

  var count: Int { hashes.count }

  /// The number of errors at an index.
  subscript(index: Int) -> Int { rows[index].count }

  func hash(at index: Int) -> UInt64 { hashes[index] }

  /// How often the hash at an index was replaced by another one.
  @inline(__always)
  func generation(at index: Int) -> UInt32 { rows[index].generation }

  /// The ordinal of the first error.
  func first(at index: Int) -> UInt64 { rows[index].firstOrdinal }

  /// The times of the first and the last error, in microseconds; nil if none has a time.
  func span(at index: Int) -> (first: Int, last: Int)? {
    rows[index].latest > .min ? (rows[index].earliest, rows[index].latest) : nil
  }

  /// Nil if the hash has no errors yet.
  @inline(__always)
  func index(of hash: UInt64) -> Int? {
    if count == limit, hash > heap[0] { return nil }
    let index = hashes.place(of: hash)
    return index < 0 ? nil : index
  }

  /// An index for a new hash, without errors yet: the next one, or that of the greatest hash, whose count is `dropped`. Nil
  /// if the new hash is the greatest.
  mutating func insert(_ hash: UInt64) -> (index: Int, dropped: Int)? {
    guard count == limit else {
      hashes.append(hash)
      rows.append(Row())
      if count == limit { buildHeap() }
      return (count - 1, 0)
    }
    guard hash < heap[0] else { return nil }
    let index = hashes.place(of: heap[0])
    let dropped = rows[index].count
    hashes.replace(index, with: hash)
    rows[index] = Row(isListed: rows[index].isListed, generation: rows[index].generation &+ 1)
    heap[0] = hash
    siftDown(0)
    return (index, dropped)
  }

  /// Counts an error.
  @inline(__always)
  mutating func add(_ ordinal: UInt64, _ time: Timestamp?, at index: Int) {
    list(index)
    rows[index].count += 1
    rows[index].firstOrdinal = min(rows[index].firstOrdinal, ordinal)
    guard let time else { return }
    rows[index].earliest = min(rows[index].earliest, Int(time.microseconds))
    rows[index].latest = max(rows[index].latest, Int(time.microseconds))
  }

  /// The index here of the hash at an index of another one; nil if it has no errors here yet.
  func index(of other: borrowing BoundedCounts, _ otherIndex: Int) -> Int? {
    let hash = other.hash(at: otherIndex)
    let target = Int(other.rows[otherIndex].target)
    return target < count && hashes[target] == hash ? target : index(of: hash)
  }

  /// Moves the counts at an index of another one to `index`, or drops them.
  ///
  /// - Parameter records: the records before those of the other one.
  mutating func take(_ other: inout BoundedCounts, _ otherIndex: Int, to index: Int?, after records: UInt64) {
    let row = other.rows[otherIndex]
    if let index {
      list(index)
      rows[index].count += row.count
      rows[index].firstOrdinal = min(rows[index].firstOrdinal, records + row.firstOrdinal)
      rows[index].earliest = min(rows[index].earliest, row.earliest)
      rows[index].latest = max(rows[index].latest, row.latest)
    }
    other.rows[otherIndex] = Row(generation: row.generation, target: Int32(index ?? 0))
  }

  /// After the counts at all ``counted`` indices were taken.
  mutating func removeCounted() { counted.removeAll() }

  @inline(__always)
  private mutating func list(_ index: Int) {
    guard !rows[index].isListed else { return }
    rows[index].isListed = true
    counted.append(Int32(index))
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
