/// Maps hashes to places in insertion order, in a table of a fixed size that is at most a quarter full.
@usableFromInline package struct HashSlots: ~Copyable {
  /// The place of each hash plus one, probed from its low bits on; 0 for an empty slot. Most tables stay
  /// empty, so nothing is allocated before the first hash.
  private var slots = Buffer<Int32>()
  @usableFromInline var hashes = Buffer<UInt64>()
  private let size: Int

  package init(limit: Int) {
    var size = 4
    while size < limit * 4 { size *= 2 }
    self.size = size
  }

  package var count: Int { hashes.count }

  @inlinable package subscript(place: Int) -> UInt64 { hashes[place] }

  package func place(of hash: UInt64) -> Int {
    if slots.isEmpty { return -1 }
    var index = Int(truncatingIfNeeded: hash) & (size - 1)
    while slots[index] > 0 {
      let place = Int(slots[index]) - 1
      if hashes[place] == hash { return place }
      index = (index + 1) & (size - 1)
    }
    return -1
  }

  package mutating func append(_ hash: UInt64) {
    precondition(hashes.count * 2 < size)
    if slots.isEmpty { slots.append(repeating: 0, count: size) }
    hashes.append(hash)
    enter(hashes.count - 1)
  }

  package mutating func replace(_ place: Int, with hash: UInt64) {
    leave(place)
    hashes[place] = hash
    enter(place)
  }

  /// Frees a slot and moves up the entries behind it that could no longer be found (Knuth, The Art of
  /// Computer Programming, volume 3, 6.4, algorithm R).
  private mutating func leave(_ place: Int) {
    var free = Int(truncatingIfNeeded: hashes[place]) & (size - 1)
    while Int(slots[free]) != place + 1 { free = (free + 1) & (size - 1) }
    var index = (free + 1) & (size - 1)
    while slots[index] > 0 {
      let home = Int(truncatingIfNeeded: hashes[Int(slots[index]) - 1]) & (size - 1)
      if (index - home) & (size - 1) >= (index - free) & (size - 1) {
        slots[free] = slots[index]
        free = index
      }
      index = (index + 1) & (size - 1)
    }
    slots[free] = 0
  }

  private mutating func enter(_ place: Int) {
    var index = Int(truncatingIfNeeded: hashes[place]) & (size - 1)
    while slots[index] > 0 { index = (index + 1) & (size - 1) }
    slots[index] = Int32(place) + 1
  }
}
