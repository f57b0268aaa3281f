internal import CScan

/// What an error says of itself that decides its kind, beside where its climb begins and its own category, as the bytes
/// stand in its line: one look tells whether such an error was met before, where the classes of its values take a look each.
struct KindKey: BitwiseCopyable {
  var domain = SIMD4<UInt64>.zero
  var type = SIMD4<UInt64>.zero
  var `case` = SIMD4<UInt64>.zero
  /// The code; and the lengths of the texts and whether there is a code, a byte each, ``ShortText/missing`` for what there is
  /// not.
  var numbers = SIMD2<UInt64>.zero

  /// A number that differs for most different kinds; a type's name mostly has its domain in it.
  @inline(__always)
  var hash: UInt64 {
    let low = (type[0] ^ type[2] ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(
      by: type[1] ^ type[3] ^ 0xE703_7ED1_A0B4_28DB
    )
    let texts = domain[0] &+ domain[1] &+ `case`[0] &+ `case`[1] &+ `case`[2]
    let high = (numbers[0] ^ low.low ^ 0x8EBC_6AF0_9C88_C6E3).multipliedFullWidth(
      by: texts ^ low.high ^ numbers[1] ^ 0x5899_65CC_7537_4CC3
    )
    return high.high ^ high.low
  }

  @inline(__always)
  static func == (left: borrowing KindKey, right: borrowing KindKey) -> Bool {
    let texts = (left.domain ^ right.domain) | (left.type ^ right.type) | (left.case ^ right.case)
    let all = texts.lowHalf | texts.highHalf | (left.numbers ^ right.numbers)
    return all[0] | all[1] == 0
  }
}

/// The kinds of errors met lately by their ``KindKey``: a cache of ``ErrorKinds`` in which two share a place, and the older of
/// the two goes. Where either lies follows from the bytes of the record, so that it is fetched as soon as that is read.
struct KindCache: ~Copyable {
  struct Slot: BitwiseCopyable {
    var key = KindKey()
    /// The kind's number, or -1 where the slot is free.
    var kind: Int32 = -1
    /// By what errors of the kind are counted that nobody handles; 0 where that is not told by the key.
    var identity: UInt64 = 0
  }

  /// How many slots there are at first, and at most: 512 KiB.
  private static let sizes = 1 << 7...1 << 12
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
    let place = place(of: hash)
    let slots = slots.base
    if slots[place].key == key, slots[place].kind >= 0 { return place }
    if slots[place ^ 1].key == key, slots[place ^ 1].kind >= 0 { return place ^ 1 }
    return nil
  }

  @inline(__always)
  subscript(place: Int) -> Slot { slots.base[place] }

  /// Remembers the kind of a key that is not known.
  mutating func remember(_ key: KindKey, _ hash: UInt64, kind: Int32, identity: UInt64) {
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
    if slots[place].kind >= 0 { slots[place ^ 1] = slots[place] }
    slots[place] = slot
  }

  private mutating func grow() {
    var old = Buffer<Slot>(capacity: slots.count)
    for index in 0..<slots.count where slots[index].kind >= 0 { old.append(slots[index]) }
    let size = slots.count * 2
    slots.removeAll()
    slots.append(repeating: Slot(), count: size)
    for index in 0..<old.count { insert(old[index], old[index].key.hash) }
  }
}
