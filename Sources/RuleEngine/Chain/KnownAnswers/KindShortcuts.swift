internal import CScan

/// What an error says of itself that decides its kind, as the bytes stand in its line: one look tells whether such an
/// error was met before, where the classes of its values take a look each.
struct KindKey: BitwiseCopyable {
  var domain = SIMD4<UInt64>.zero
  var type = SIMD4<UInt64>.zero
  var `case` = SIMD4<UInt64>.zero
  var code: Int64 = 0
  /// The lengths of the texts and whether there is a code, a byte each; ``ShortText/missing`` for what there is not.
  var lengths: UInt32 = 0
  var start: Int32 = -1
  var category: Int32 = -1

  /// A number that differs for most different kinds; a type's name mostly has its domain in it.
  @inline(__always)
  var hash: UInt64 {
    let low = (type[0] ^ type[2] ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(
      by: type[1] ^ type[3] ^ 0xE703_7ED1_A0B4_28DB
    )
    let places = UInt64(UInt32(bitPattern: start)) << 32 | UInt64(UInt32(bitPattern: category))
    let texts = domain[0] &+ domain[1] &+ `case`[0] &+ `case`[1] &+ `case`[2]
    let others = texts ^ (places &* 0x9E37_79B9_7F4A_7C15)
    let high = (UInt64(bitPattern: code) ^ low.low ^ 0x8EBC_6AF0_9C88_C6E3).multipliedFullWidth(
      by: others ^ low.high ^ UInt64(lengths) ^ 0x5899_65CC_7537_4CC3
    )
    return high.high ^ high.low
  }

  @inline(__always)
  static func == (left: borrowing KindKey, right: borrowing KindKey) -> Bool {
    let texts = (left.domain ^ right.domain) | (left.type ^ right.type) | (left.case ^ right.case)
    let places = UInt64(UInt32(bitPattern: (left.start ^ right.start) | (left.category ^ right.category)))
    let numbers = UInt64(bitPattern: left.code ^ right.code) | UInt64(left.lengths ^ right.lengths) | places
    return texts[0] | texts[1] | texts[2] | texts[3] | numbers == 0
  }
}

/// The kinds of errors met lately by their ``KindKey``, each with the first thing that is asked of it: a cache of
/// ``QuestionGraph`` in which two keys share a place, and the older of the two goes.
struct KindShortcuts: ~Copyable {
  struct Slot: BitwiseCopyable {
    var key = KindKey()
    var edge = QuestionGraph.Edge.unknown
    /// By what errors of the kind are counted that nobody handles; 0 where that is not told by the key.
    var identity: UInt64 = 0
  }

  /// How many slots there are at first, and at most: 512 KiB.
  private static let sizes = 1 << 7...1 << 12
  private var slots = Buffer<Slot>()
  /// How many kinds were remembered since there were so many slots.
  private var remembered = 0

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
    guard !slots.isEmpty else { return nil }
    let place = place(of: hash)
    let slots = slots.base
    if slots[place].key == key { return place }
    if slots[place ^ 1].key == key { return place ^ 1 }
    return nil
  }

  @inline(__always)
  subscript(place: Int) -> Slot { slots[place] }

  /// Remembers a kind, its edge known.
  mutating func remember(_ key: KindKey, _ edge: QuestionGraph.Edge, identity: UInt64) {
    if slots.isEmpty { slots.append(repeating: Slot(), count: Self.sizes.lowerBound) }
    remembered += 1
    if remembered * 4 > slots.count, slots.count < Self.sizes.upperBound { grow() }
    insert(Slot(key: key, edge: edge, identity: identity))
  }

  mutating func forget() {
    slots.removeAll()
    remembered = 0
  }

  @inline(__always)
  private func place(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash & UInt64(bitPattern: Int64(slots.count &- 1)))
  }

  private mutating func insert(_ slot: Slot) {
    let place = place(of: slot.key.hash)
    slots[place ^ 1] = slots[place]
    slots[place] = slot
  }

  private mutating func grow() {
    var old = Buffer<Slot>(capacity: slots.count)
    for index in 0..<slots.count where slots[index].edge != .unknown { old.append(slots[index]) }
    let size = slots.count * 2
    slots.removeAll()
    slots.append(repeating: Slot(), count: size)
    for index in 0..<old.count { insert(old[index]) }
  }
}
