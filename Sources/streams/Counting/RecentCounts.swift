internal import Bytes
internal import Records

/// Recent counts, by keys that are cheaper to make than the hashes of the full counts: a slot for each key, in which
/// the last one stays. All that an error touches lies together in memory.
struct RecentCounts: ~Copyable {
  struct Slot: BitwiseCopyable {
    var key: UInt64 = 0
    var errors = BoundedCounts.Errors()
    /// None if the counts had no room. They never have any later: the greatest hash that is kept only falls.
    var place = BoundedCounts.Place.none
  }

  /// None until the first key.
  private var slots = Buffer<Slot>()
  private let capacity: Int

  /// Four slots for each hash that is counted, since many keys may have the same hash.
  init(limit: Int) {
    var capacity = 4
    while capacity < limit * 4 { capacity *= 2 }
    self.capacity = capacity
  }

  /// The number of slots.
  var size: Int { slots.count }

  /// False, and nothing is counted, if the key has no slot.
  @inline(__always)
  mutating func count(_ key: UInt64, _ time: Timestamp?) -> Bool {
    guard holds(key) else { return false }
    slots[slot(key)].errors.add(time)
    return true
  }

  func place(of key: UInt64) -> BoundedCounts.Place? { holds(key) ? slots[slot(key)].place : nil }

  @inline(__always)
  private func holds(_ key: UInt64) -> Bool {
    !slots.isEmpty && slots[slot(key)].key == key && slots[slot(key)].errors.count > 0
  }

  @inline(__always)
  private func slot(_ key: UInt64) -> Int { Int(truncatingIfNeeded: key) & (capacity - 1) }

  /// Gives a key its slot, with one error.
  ///
  /// - Returns: what the slot held.
  mutating func begin(_ key: UInt64, _ time: Timestamp?, at place: BoundedCounts.Place) -> Slot {
    if slots.isEmpty { slots.append(repeating: Slot(), count: capacity) }
    let last = slots[slot(key)]
    slots[slot(key)] = Slot(key: key, place: place)
    slots[slot(key)].errors.add(time)
    return last
  }

  /// Empties a slot.
  ///
  /// - Returns: what it held.
  mutating func end(_ index: Int) -> Slot {
    let last = slots[index]
    slots[index] = Slot()
    return last
  }
}
