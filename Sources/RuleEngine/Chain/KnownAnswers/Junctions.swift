internal import Bytes

/// A place that climbs of one kind of error reach in different ways.
struct Junction: BitwiseCopyable, Equatable {
  /// The kind by number, and the edge after which something was noted last.
  let kind: Int32
  let past: Int32
  let place: Int32
  let category: Int32

  fileprivate var hash: Int {
    func pair(_ left: Int32, _ right: Int32) -> UInt64 {
      UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
    }
    var value = pair(kind, past) &* 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 29) ^ pair(place, category)) &* 0xBF58_476D_1CE4_E5B9
    return Int(truncatingIfNeeded: value ^ (value >> 31))
  }
}

/// What follows at each junction: a hash table that doubles.
struct Junctions: ~Copyable {
  struct Slot: BitwiseCopyable {
    var junction = Junction(kind: 0, past: 0, place: 0, category: 0)
    var edge = QuestionGraph.Edge.unknown
  }

  private var slots = Buffer<Slot>()
  private var used = 0

  init() {
    slots.append(repeating: Slot(), count: 1 << 8)
  }

  /// What follows, or ``QuestionGraph/Edge/unknown``. What is known never changes.
  subscript(junction: Junction) -> QuestionGraph.Edge {
    get { slots[place(of: junction)].edge }
    set {
      let place = place(of: junction)
      guard newValue != .unknown, slots[place].edge == .unknown else { return }
      slots[place] = Slot(junction: junction, edge: newValue)
      used += 1
      if used * 2 > slots.count { grow() }
    }
  }

  mutating func forget() {
    for index in 0..<slots.count { slots[index] = Slot() }
    used = 0
  }

  private func place(of junction: Junction) -> Int {
    var index = junction.hash & (slots.count - 1)
    while slots[index].edge != .unknown, slots[index].junction != junction {
      index = (index + 1) & (slots.count - 1)
    }
    return index
  }

  private mutating func grow() {
    var old = Buffer<Slot>(capacity: slots.count)
    for index in 0..<slots.count where slots[index].edge != .unknown { old.append(slots[index]) }
    let size = slots.count * 2
    slots.removeAll()
    slots.append(repeating: Slot(), count: size)
    for index in 0..<old.count { slots[place(of: old[index].junction)] = old[index] }
  }
}
