internal import Bytes
internal import Engine

struct Move: Hashable, BitwiseCopyable {
  var old: ClauseIndex
  var new: ClauseIndex
  var oldEnding: UInt8
  var newEnding: UInt8
  var oldEvaluation: UInt8
  var newEvaluation: UInt8
  var changes: UInt8

  /// A total order, so that the moves kept under a limit do not depend on the order of records.
  static func < (left: Move, right: Move) -> Bool { left.order < right.order }

  private var order: (UInt64, UInt64) {
    let clauses = UInt64(UInt32(bitPattern: old.raw)) << 32 | UInt64(UInt32(bitPattern: new.raw))
    let endings = UInt64(oldEnding) << 24 | UInt64(newEnding) << 16
    return (
      clauses, endings << 16 | UInt64(oldEvaluation) << 16 | UInt64(newEvaluation) << 8 | UInt64(changes)
    )
  }

  var isIn: MovedGroup.Changes { MovedGroup.Changes(rawValue: changes) }
}

extension ClauseIndex {
  static var ignored: ClauseIndex { ClauseIndex(-2) }
}

package struct MoveTable: ~Copyable {
  struct Place: BitwiseCopyable {
    let cell: Int32
    let group: Index<Move>
    let changes: UInt8
    let isRecategorised: Bool
  }

  struct Sample: BitwiseCopyable {
    let group: Index<Move>
    let ordinal: UInt64
    let lineStart: Int
    let lineCount: Int
  }

  private(set) var matrix = Counters(count: OutcomeMatrix.size)
  private(set) var totals = Totals()
  private(set) var moves: [Move] = []
  private(set) var counts = Counters()
  private(set) var samples = Buffer<Sample>()
  private var groups: [Move: Index<Move>] = [:]
  private var sampled = Counters()
  var pairs = PairCache()
  private static let mostGroups = 4 * MovedGroup.kept

  /// Numbers of records.
  package struct Totals: Sendable, BitwiseCopyable {
    /// Different in outcome, actions, events, tries or delays.
    package fileprivate(set) var changed = 0
    /// The moved records by kind of change; one may count more than once.
    package fileprivate(set) var outcome = 0
    package fileprivate(set) var effects = 0
    package fileprivate(set) var retries = 0
    /// A different rule (or one of a different name) decides, with the same behavior.
    package fileprivate(set) var reassigned = 0
    package fileprivate(set) var recategorised = 0

    mutating func count(_ changes: MovedGroup.Changes) {
      if changes.contains(.outcome) { outcome += 1 }
      if changes.contains(.effects) { effects += 1 }
      if changes.contains(.retry) { retries += 1 }
      if changes.matter {
        changed += 1
      } else if changes.contains(.decider) {
        reassigned += 1
      }
    }

    static func += (left: inout Totals, right: Totals) {
      left.changed += right.changed
      left.outcome += right.outcome
      left.effects += right.effects
      left.retries += right.retries
      left.reassigned += right.reassigned
      left.recategorised += right.recategorised
    }
  }

  mutating func place(of move: Move, cell: Int, isRecategorised: Bool) -> Place {
    var group = Index<Move>.nowhere
    if move.changes != 0 {
      if let known = groups[move] {
        group = known
      } else {
        group = Index(moves.count)
        groups[move] = group
        moves.append(move)
        counts.append(0)
        sampled.append(0)
      }
    }
    return Place(cell: Int32(cell), group: group, changes: move.changes, isRecategorised: isRecategorised)
  }

  @inline(__always)
  mutating func count(_ place: Place, _ ordinal: UInt64, at start: Int, _ length: Int) {
    matrix[Int(place.cell)] += 1
    if place.isRecategorised { totals.recategorised += 1 }
    guard !place.group.isNone else { return }
    totals.count(MovedGroup.Changes(rawValue: place.changes))
    counts[Int(place.group)] += 1
    guard sampled[Int(place.group)] < MovedGroup.samples else { return }
    sampled[Int(place.group)] += 1
    samples.append(Sample(group: place.group, ordinal: ordinal, lineStart: start, lineCount: length))
  }

  /// Deferred records may precede the samples of a group.
  mutating func beginSampling() {
    for index in 0..<sampled.count { sampled[index] = 0 }
  }

  mutating func empty() {
    for place in 0..<matrix.count { matrix[place] = 0 }
    for place in 0..<counts.count { counts[place] = 0 }
    totals = Totals()
    samples.removeAll()
    beginSampling()
    guard moves.count > Self.mostGroups else { return }
    moves = []
    groups = [:]
    counts = Counters()
    sampled = Counters()
    pairs = PairCache()
  }
}

struct PairCache: ~Copyable {
  struct Slot: BitwiseCopyable {
    var key: UInt64
    var place: MoveTable.Place
  }

  private static let free = UInt64.max
  private var slots = Buffer<Slot>()
  private var used = 0

  init() { makeSlots(64) }

  subscript(old: CachedOutcomeIndex, new: CachedOutcomeIndex) -> MoveTable.Place? {
    let slot = slots[slot(of: Self.key(old, new))]
    return slot.key == Self.free ? nil : slot.place
  }

  mutating func remember(_ old: CachedOutcomeIndex, _ new: CachedOutcomeIndex, _ place: MoveTable.Place) {
    let key = Self.key(old, new)
    let index = slot(of: key)
    guard slots[index].key == Self.free else { return }
    slots[index] = Slot(key: key, place: place)
    used += 1
    if used * 2 > slots.count { grow() }
  }

  private static func key(_ old: CachedOutcomeIndex, _ new: CachedOutcomeIndex) -> UInt64 {
    UInt64(UInt32(bitPattern: old.raw)) << 32 | UInt64(UInt32(bitPattern: new.raw))
  }

  private func slot(of key: UInt64) -> Int {
    let mixed = (key &* 0x9E37_79B9_7F4A_7C15) ^ (key >> 29)
    var index = Int(truncatingIfNeeded: mixed >> 17) & (slots.count - 1)
    while slots[index].key != Self.free, slots[index].key != key { index = (index + 1) & (slots.count - 1) }
    return index
  }

  private mutating func makeSlots(_ count: Int) {
    slots.removeAll()
    let none = MoveTable.Place(cell: 0, group: .nowhere, changes: 0, isRecategorised: false)
    slots.append(repeating: Slot(key: Self.free, place: none), count: count)
  }

  private mutating func grow() {
    var old: [Slot] = []
    for index in 0..<slots.count where slots[index].key != Self.free { old.append(slots[index]) }
    makeSlots(slots.count * 2)
    for entry in old { slots[slot(of: entry.key)] = entry }
  }
}
