internal import Bytes

/// Where the errors that were counted last stand among counts, by keys that are cheaper to make than the hashes of the
/// counts: a slot for each key, in which the last one stays.
struct RecentPlaces: ~Copyable {
  private struct Slot: BitwiseCopyable {
    var key: UInt64 = 0
    /// -1 if there was no room, which is so for ever: the greatest hash that is kept only falls.
    var place = Int32(empty)
    var generation: UInt32 = 0
  }

  private static let empty = -2
  /// None until the first key.
  private var slots = Buffer<Slot>()
  private let size: Int

  /// Four slots for each hash that is counted, since many keys may have the same hash.
  init(limit: Int) {
    var size = 4
    while size < limit * 4 { size *= 2 }
    self.size = size
  }

  /// Nil if the key is not known, or another hash has its place by now.
  @inline(__always)
  func place(of key: UInt64, in counts: borrowing BoundedCounts) -> Int? {
    if slots.isEmpty { return nil }
    let slot = slots[Int(truncatingIfNeeded: key) & (size - 1)]
    let place = Int(slot.place)
    guard slot.key == key, place != Self.empty else { return nil }
    return place < 0 || counts.generation(at: place) == slot.generation ? place : nil
  }

  mutating func note(_ key: UInt64, _ place: Int, in counts: borrowing BoundedCounts) {
    if slots.isEmpty { slots.append(repeating: Slot(), count: size) }
    slots[Int(truncatingIfNeeded: key) & (size - 1)] = Slot(
      key: key,
      place: Int32(place),
      generation: place < 0 ? 0 : counts.generation(at: place)
    )
  }
}
