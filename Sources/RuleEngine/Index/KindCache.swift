internal import Bytes
internal import CScan
internal import Records

/// The kinds of errors met lately by their ``KindKey``: a cache of ``ErrorKinds`` in which two share a place, and the older of
/// the two goes. Where either lies follows from the bytes of the record, so that it is fetched as soon as that is read.
struct KindCache: ~Copyable {
  struct Slot: BitwiseCopyable {
    var key = KindKey()
    /// None where the slot is free.
    var kind = Index<ErrorKinds.Kind>.nowhere
    /// By what errors of the kind are counted that nobody handles; 0 where that is not told by the key.
    var identity: UInt64 = 0
  }

  /// How many slots there are at first, and at most: 2 MiB.
  private static let sizes = 1 << 7...1 << 14
  private var slots = Buffer<Slot>()
  /// How many kinds were remembered since there were so many slots.
  private var remembered = 0

  init() {
    slots.append(repeating: Slot(), count: Self.sizes.lowerBound)
  }

  /// Asks for the memory where a key of this hash is looked for: a chunk of records later it is far away.
  @inline(__always)
  func fetch(_ hash: UInt64) {
    let slot = UnsafeRawPointer(slots.base + place(of: hash))
    cscan_fetch(slot)
    cscan_fetch(slot + MemoryLayout<Slot>.stride / 2)
    cscan_fetch(slot + (MemoryLayout<Slot>.stride - 1))
  }

  /// The place of a key, whose hash is `hash`, where it is known, else nil.
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

  /// Remembers the kind of a key that is not known.
  mutating func remember(_ key: KindKey, _ hash: UInt64, kind: Index<ErrorKinds.Kind>, identity: UInt64) {
    remembered += 1
    if remembered * 4 > slots.count, slots.count < Self.sizes.upperBound { grow() }
    insert(Slot(key: key, kind: kind, identity: identity), hash)
  }

  mutating func forget() {
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
