internal import Bytes

/// A tree of questions: edges are results, leaves are outcomes, shared by all errors that lead there.
///
/// Bounded: a full tree is cleared before the next error; one that does not pay off no longer grows.
struct DecisionTree: ~Copyable {
  struct Edge: BitwiseCopyable, Equatable {
    fileprivate let rawValue: Int32

    static let unknown = Edge(rawValue: -1)
    /// Not cacheable: the error must be evaluated.
    static let evaluation = Edge(rawValue: -2)
    fileprivate static func question(_ place: Int) -> Edge { Edge(rawValue: Int32(place)) }
    static func outcome(_ number: CachedOutcomeIndex) -> Edge { Edge(rawValue: -3 - number.raw) }

    @inline(__always)
    var place: Int? { rawValue >= 0 ? Int(rawValue) : nil }
    @inline(__always)
    var outcome: CachedOutcomeIndex? { rawValue <= -3 ? CachedOutcomeIndex(-3 - rawValue) : nil }
  }

  /// Not private: the debug compiler crashes on a private type here.
  struct Slot: BitwiseCopyable {
    var key = free
    var edge = Edge.unknown

    fileprivate static let free = UInt64.max
  }

  /// The node before the first question; its result is the first responder and the error's own category.
  static let root = -1
  private let limits: CacheLimits
  private var questions = Buffer<Question>()
  private var slots = Buffer<Slot>()
  private var used = 0
  var kinds = KindDecisions()
  private var kindGeneration = 0
  /// Since the tree was cleared: the errors looked up, and the evaluations needed to add their paths.
  private var lookups = 0
  private var stored = 0
  private(set) var isGivenUp = false
  private(set) var timesCleared = 0

  private static let firstSlots = 1 << 8

  init(_ limits: CacheLimits) {
    self.limits = limits
    slots.append(repeating: Slot(), count: Self.firstSlots)
  }

  /// Counts an error, and clears a full tree. `generation` counts reassignments of the indices of kinds.
  @inline(__always)
  mutating func countError(_ generation: Int) {
    lookups &+= 1
    if used > limits.decisions { clear() }
    if kindGeneration != generation {
      kindGeneration = generation
      kinds.clear()
    }
  }

  @inline(__always)
  subscript(place: Int) -> Question { questions[place] }

  @inline(__always)
  func edge(after place: Int, _ result: Int32) -> Edge {
    slots[slot(of: Self.key(place, result))].edge
  }

  mutating func store(start: Int32, _ trace: borrowing DecisionTrace, to end: Edge) {
    stored += 1
    var (place, result) = (Self.root, start)
    for index in 0..<trace.steps.count {
      let step = trace.steps[index]
      let slot = enter(Self.key(place, result))
      if slots[slot].edge == .unknown {
        slots[slot].edge = .question(questions.count)
        questions.append(step.question)
      }
      guard let next = slots[slot].edge.place, questions[next] == step.question else { return }
      (place, result) = (next, step.result)
    }
    let slot = enter(Self.key(place, result))
    if slots[slot].edge == .unknown { slots[slot].edge = end }
  }

  @inline(never)
  private mutating func clear() {
    timesCleared += 1
    isGivenUp = stored > 1_000 && lookups < 4 * stored
    questions.removeAll()
    kinds.clear()
    slots.removeAll()
    slots.append(repeating: Slot(), count: Self.firstSlots)
    (used, lookups, stored) = (0, 0, 0)
  }

  @inline(__always)
  private static func key(_ place: Int, _ result: Int32) -> UInt64 {
    UInt64(UInt32(truncatingIfNeeded: place &+ 1)) << 32 | UInt64(UInt32(bitPattern: result))
  }

  @inline(__always)
  private func slot(of key: UInt64) -> Int {
    let mixed = key &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: mixed >> 32) & (slots.count &- 1)
    let slots = slots.base
    while slots[slot].key != key, slots[slot].key != Slot.free {
      slot = (slot &+ 1) & (self.slots.count &- 1)
    }
    return slot
  }

  private mutating func enter(_ key: UInt64) -> Int {
    let slot = slot(of: key)
    if slots[slot].key == key { return slot }
    used += 1
    if used * 2 > slots.count { grow() }
    let place = self.slot(of: key)
    slots[place].key = key
    return place
  }

  private mutating func grow() {
    var old = Buffer<Slot>(capacity: slots.count)
    for index in 0..<slots.count where slots[index].key != Slot.free { old.append(slots[index]) }
    let size = slots.count * 2
    slots.removeAll()
    slots.append(repeating: Slot(), count: size)
    for index in 0..<old.count { slots[slot(of: old[index].key)] = old[index] }
  }
}
