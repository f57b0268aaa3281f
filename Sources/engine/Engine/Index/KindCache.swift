internal import Bytes
internal import CScan
internal import Records

/// A two-way cache of kinds by ``KindKey``. The slot follows from the record's bytes, so it can be
/// prefetched as soon as the record is read.
struct KindCache: ~Copyable {
  struct Slot: BitwiseCopyable {
    var key = KindKey()
    var kind = Index<ErrorKinds.Kind>.nowhere
    /// The hash of the parts of the kind that ``KindKey`` determines; 0 if it determines no name.
    var identity: UInt64 = 0
  }

  /// Number of slots at first and at most (2 MiB).
  private static let sizes = 1 << 7...1 << 14
  private var slots = Buffer<Slot>()
  /// Kinds added since the last growth.
  private var remembered = 0

  init() {
    slots.append(repeating: Slot(), count: Self.sizes.lowerBound)
  }

  /// Prefetches the slot of a hash: after a chunk of records it is no longer in the processor's cache.
  @inline(__always)
  func fetch(_ hash: UInt64) {
    let slot = UnsafeRawPointer(slots.base + place(of: hash))
    cscan_fetch(slot)
    cscan_fetch(slot + MemoryLayout<Slot>.stride / 2)
    cscan_fetch(slot + (MemoryLayout<Slot>.stride - 1))
  }

  @inline(__always)
  func find(_ key: borrowing KindKey, _ hash: UInt64) -> Int? {
    let (first, slots) = (place(of: hash), slots.base)
    var place = first
    repeat {
      if slots[place].key == key, !slots[place].kind.isNone { return place }
      place ^= 1
    } while place != first
    return nil
  }

  @inline(__always)
  subscript(place: Int) -> Slot { slots.base[place] }

  mutating func remember(_ key: KindKey, _ hash: UInt64, kind: Index<ErrorKinds.Kind>, identity: UInt64) {
    remembered += 1
    if remembered * 4 > slots.count, slots.count < Self.sizes.upperBound { grow() }
    insert(Slot(key: key, kind: kind, identity: identity), hash)
  }

  mutating func clear() {
    for index in 0..<slots.count { slots[index] = Slot() }
    remembered = 0
  }

  @inline(__always)
  private func place(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash & UInt64(bitPattern: Int64(slots.count &- 1)))
  }

  private mutating func insert(_ slot: Slot, _ hash: UInt64) {
    let place = place(of: hash)
    if !slots[place].kind.isNone { slots[place ^ 1] = slots[place] }
    slots[place] = slot
  }

  private mutating func grow() {
    var old = Buffer<Slot>(capacity: slots.count)
    for index in 0..<slots.count where !slots[index].kind.isNone { old.append(slots[index]) }
    let size = slots.count * 2
    slots.removeAll()
    slots.append(repeating: Slot(), count: size)
    for index in 0..<old.count { insert(old[index], old[index].key.hash) }
  }
}
