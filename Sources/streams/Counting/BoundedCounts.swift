internal import Bytes
internal import Records

/// Counts of errors by hash, with the first ordinal and the first and last time of each. Above the limit, the smallest
/// hashes are kept, so that the result does not depend on how the stream was divided.
struct BoundedCounts: ~Copyable {
  /// The number of errors, and the times of the first and the last.
  struct Errors: BitwiseCopyable {
    private(set) var count = 0
    /// The first time, in microseconds.
    private var earliest = Int64.max
    private var latest = Int64.min

    /// The times of the first and the last error, in microseconds; nil if none has a time.
    var span: (first: Int64, last: Int64)? { latest > .min ? (earliest, latest) : nil }

    @inline(__always)
    mutating func add(_ time: Timestamp?) {
      count += 1
      guard let time else { return }
      earliest = min(earliest, time.microseconds)
      latest = max(latest, time.microseconds)
    }

    mutating func code(with coder: inout ByteCoder) {
      coder.code(natural: &count)
      coder.code(moment: &earliest, or: .max)
      coder.code(moment: &latest, or: .min)
    }

    static func += (errors: inout Errors, others: Errors) {
      errors.count += others.count
      errors.earliest = min(errors.earliest, others.earliest)
      errors.latest = max(errors.latest, others.latest)
    }
  }

  /// An index, as long as its hash is not replaced by another one.
  struct Place: BitwiseCopyable {
    static let none = Place(index: -1, generation: 0)

    fileprivate let index: Int32
    fileprivate let generation: UInt32
  }

  /// The counts of a hash. (Not private: the compiler fails in modules that destroy the counts.)
  struct Row: BitwiseCopyable {
    var errors = Errors()
    var firstOrdinal = UInt64.max
    /// The number of times that the hash was replaced by another one.
    var generation: UInt32 = 0
    /// Whether its first error is of the current chunk.
    var isNew = true
  }

  private let limit: Int
  private var hashes: HashSlots
  private var rows = Buffer<Row>()
  /// The indices of the new rows.
  private var new = Buffer<Int32>()
  /// The hashes as a heap with the greatest first, once the limit is reached.
  private var heap = Buffer<UInt64>()

  init(limit: Int) {
    self.limit = limit
    hashes = HashSlots(limit: limit)
  }

  var count: Int { hashes.count }

  /// The errors at an index.
  subscript(index: Int) -> Errors { rows[index].errors }

  func hash(at index: Int) -> UInt64 { hashes[index] }

  func place(at index: Int) -> Place { Place(index: Int32(index), generation: rows[index].generation) }

  /// The ordinal of the first error.
  func first(at index: Int) -> UInt64 { rows[index].firstOrdinal }

  /// Nil if the hash has no errors yet.
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
      new.append(Int32(rows.count))
      rows.append(Row())
      if count == limit { buildHeap() }
      return (count - 1, 0)
    }
    guard hash < heap[0] else { return nil }
    let index = hashes.place(of: heap[0])
    let dropped = rows[index].errors.count
    hashes.replace(index, with: hash)
    if !rows[index].isNew { new.append(Int32(index)) }
    rows[index] = Row(generation: rows[index].generation &+ 1)
    heap[0] = hash
    siftDown(0)
    return (index, dropped)
  }

  /// False, and nothing is added, if another hash has the place by now.
  mutating func add(_ errors: Errors, at place: Place) -> Bool {
    let index = Int(place.index)
    guard index >= 0, rows[index].generation == place.generation else { return false }
    rows[index].errors += errors
    return true
  }

  mutating func add(_ errors: Errors, at index: Int) { rows[index].errors += errors }

  /// There is an error of the current chunk at an index.
  ///
  /// - Returns: whether it is the first one by now.
  @discardableResult
  mutating func note(_ ordinal: UInt64, at index: Int) -> Bool {
    guard rows[index].isNew, ordinal < rows[index].firstOrdinal else { return false }
    rows[index].firstOrdinal = ordinal
    return true
  }

  /// - Returns: the index if the error is the first one there by now.
  mutating func note(_ ordinal: UInt64, at place: Place) -> Int? {
    let index = Int(place.index)
    guard index >= 0, rows[index].generation == place.generation else { return nil }
    return note(ordinal, at: index) ? index : nil
  }

  /// Ordinals count from the beginning of a chunk until it ends.
  ///
  /// - Parameter records: the number of records before the chunk.
  mutating func endChunk(after records: UInt64) {
    for position in 0..<new.count {
      let index = Int(new[position])
      rows[index].firstOrdinal += records
      rows[index].isNew = false
    }
    new.removeAll()
  }

  /// The ordinals of errors of the current chunk that are the first of their hashes.
  var newFirsts: [UInt64] {
    (0..<new.count).map { rows[Int(new[$0])].firstOrdinal }
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
