/// A deterministic automaton whose states are computed on demand, and cached.
///
/// A transition is a state's number times ``stride``; adding a byte's class gives the place of the next one.
/// With the highest bit set it is special: not computed yet, dead, matched, or a state entered by a match of
/// some pattern of a set.
struct LazyAutomaton: ~Copyable {
  static let unknown: UInt32 = 0x8000_0000
  static let dead: UInt32 = 0x8000_0001
  static let accepted: UInt32 = 0x8000_0002
  /// The mark of a state with matched patterns, with the highest bit.
  static let matches: UInt32 = 0xC000_0000
  static let numberMask: UInt32 = 0x3FFF_FFFF

  struct State: BitwiseCopyable {
    /// The place of its members in `pool`, followed by the matched patterns.
    var place: UInt32
    var memberCount: UInt32
    var matchedCount: UInt32
    var before: Surroundings
    var hasWaiting: Bool
    /// The previous state with the same hash, plus one.
    var hash: UInt32
  }

  /// Plus one for the end of the text.
  let stride: Int
  private(set) var classes: Table<UInt8>
  private(set) var transitions = Table<UInt32>()
  private(set) var set: StateSet
  private(set) var resets = 0
  private(set) var stateCountAtReset = 0

  private let memoryLimit: Int
  private var states = Table<State>()
  private var pool = Table<UInt32>()
  /// Open addressing over the states by hash: a state plus one, or 0.
  private var slots = Table<UInt32>(repeating: 0, count: 64)
  /// The start states, by the context before them; `unknown` until needed.
  private var starts = Table<UInt32>(repeating: LazyAutomaton.unknown, count: Surroundings.allCases.count)

  init(program: Program, stopsAtMatch: Bool, memoryLimit: Int) {
    stride = program.classes.count + 1
    classes = Table(capacity: 256)
    for byte in program.classes.classOf { classes.append(byte) }
    set = StateSet(program: program, stopsAtMatch: stopsAtMatch)
    self.memoryLimit = memoryLimit
  }

  var byteCount: Int {
    transitions.byteCount + states.byteCount + pool.byteCount + slots.byteCount + set.byteCount
  }

  /// Whether a new state might exceed the memory limit. The set is not counted, so that a large program still
  /// gets some states.
  private var isFull: Bool {
    guard states.count >= 4 else { return false }
    let members = set.members.count + set.matched.count
    let wanted =
      transitions.byteCount(adding: stride) + pool.byteCount(adding: members) + states.byteCount(adding: 1)
      + (states.count * 2 >= slots.count ? 2 : 1) * slots.byteCount
    return wanted > memoryLimit || (states.count + 2) * stride > Int(Self.numberMask)
  }

  mutating func start(before: Surroundings) -> UInt32 {
    let known = starts[Int(before.rawValue)]
    if known != Self.unknown { return known }
    set.start(at: set.code.searchStart, before: before)
    let (state, isReset) = intern()
    _ = isReset
    starts[Int(before.rawValue)] = state
    return state
  }

  /// Computes and caches the transition of `state` on a byte, or at the end of the text for nil.
  mutating func next(_ state: UInt32, _ byte: UInt8?) -> UInt32 {
    let place = Int(state) + (byte.map { Int(classes[Int($0)]) } ?? stride - 1)
    let known = transitions[place]
    if known != Self.unknown { return known }
    load(state)
    set.step(byte)
    let (next, isReset) = intern()
    if !isReset { transitions[place] = next }
    return next
  }

  mutating func step(_ byte: UInt8?) {
    set.step(byte)
  }

  mutating func load(_ state: UInt32) {
    let header = states[Int(state) / stride]
    set.members.removeAll()
    for index in 0..<Int(header.memberCount) { set.members.append(pool[Int(header.place) + index]) }
    set.before = header.before
    set.hasWaiting = header.hasWaiting
  }

  func forEachMatched(_ state: UInt32, _ body: (UInt32) -> Void) {
    let header = states[Int(state & Self.numberMask) / stride]
    let first = Int(header.place + header.memberCount)
    for index in 0..<Int(header.matchedCount) { body(pool[first + index]) }
  }

  /// The state of the current set, created if necessary, and whether that reset the cache.
  private mutating func intern() -> (state: UInt32, isReset: Bool) {
    if set.isMatch { return (Self.accepted, false) }
    if set.isDead { return (Self.dead, false) }
    set.members.sort()
    set.matched.sort()
    let hash = hashOfSet()
    if let known = find(hash) { return (known, false) }
    let isReset = isFull
    if isReset { reset() }
    return (add(hash), isReset)
  }

  private func find(_ hash: UInt32) -> UInt32? {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let state = Int(slots[slot] - 1)
      if states[state].hash == hash, isSet(states[state]) { return number(of: state) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func number(of state: Int) -> UInt32 {
    UInt32(state * stride) | (states[state].matchedCount > 0 ? Self.matches : 0)
  }

  private mutating func add(_ hash: UInt32) -> UInt32 {
    states.append(
      State(
        place: UInt32(pool.count), memberCount: UInt32(set.members.count),
        matchedCount: UInt32(set.matched.count), before: set.before, hasWaiting: set.hasWaiting, hash: hash))
    for index in 0..<set.members.count { pool.append(set.members[index]) }
    for index in 0..<set.matched.count { pool.append(set.matched[index]) }
    transitions.append(repeating: Self.unknown, count: stride)
    if states.count * 2 > slots.count { rehash(slots.count * 2) } else { insert(states.count - 1) }
    return number(of: states.count - 1)
  }

  private mutating func insert(_ state: Int) {
    var slot = Int(truncatingIfNeeded: states[state].hash) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(state + 1)
  }

  private mutating func rehash(_ count: Int) {
    slots.removeAll()
    slots.append(repeating: 0, count: count)
    for state in 0..<states.count { insert(state) }
  }

  private mutating func reset() {
    resets += 1
    stateCountAtReset = states.count
    states.removeAll()
    pool.removeAll()
    transitions.removeAll()
    rehash(slots.count)
    for index in 0..<starts.count { starts[index] = Self.unknown }
  }

  private func isSet(_ state: State) -> Bool {
    guard Int(state.memberCount) == set.members.count, Int(state.matchedCount) == set.matched.count,
      state.before == set.before, state.hasWaiting == set.hasWaiting
    else { return false }
    let place = Int(state.place)
    for index in 0..<set.members.count where pool[place + index] != set.members[index] { return false }
    let matched = place + set.members.count
    for index in 0..<set.matched.count where pool[matched + index] != set.matched[index] { return false }
    return true
  }

  private func hashOfSet() -> UInt32 {
    var hash = UInt64(set.before.rawValue) &+ 0x9E37_79B9_7F4A_7C15
    for index in 0..<set.members.count {
      hash = (hash ^ UInt64(set.members[index])) &* 0xBF58_476D_1CE4_E5B9
      hash ^= hash >> 29
    }
    for index in 0..<set.matched.count {
      hash = (hash ^ UInt64(set.matched[index]) &+ 0x1_0000_0000) &* 0x94D0_49BB_1331_11EB
      hash ^= hash >> 31
    }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
