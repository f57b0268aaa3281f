/// Finds the patterns of a set that match a text, in one pass and in time linear in the text's length.
///
/// Caching, threads and allocation are as for a ``Searcher``.
public final class SetSearcher {
  // Unchecked, because the checks cost as much as a short search; `body` of `forEachMatch` must not search.
  @exclusivity(unchecked) private var automaton: LazyAutomaton
  @exclusivity(unchecked) private var found: MatchedPatterns

  init(_ set: PatternSet) {
    automaton = LazyAutomaton(program: set.program, stopsAtMatch: false, memoryLimit: set.limits.dfaMemory)
    found = MatchedPatterns(limit: set.patterns.count)
  }

  /// Searches `bytes`, which are not kept, with every pattern of the set; returns the number of matching
  /// patterns, which are available until the next search.
  @discardableResult
  public func search(_ bytes: UnsafeRawBufferPointer) -> Int {
    found.removeAll()
    run(ByteText(bytes))
    return found.count
  }

  /// Searches `text` with every pattern of the set; returns the number of matching patterns.
  @discardableResult
  public func search(_ text: String) -> Int {
    var text = text
    return text.withUTF8 { search(UnsafeRawBufferPointer($0)) }
  }

  /// The number of patterns that matched the last text.
  public var matchCount: Int { found.count }

  /// Whether the pattern with index `index` matched the last text.
  public func matched(_ index: Int) -> Bool { found.contains(index) }

  /// Calls `body` with the index of every pattern that matched the last text, in no particular order.
  public func forEachMatch(_ body: (Int) -> Void) {
    for place in 0..<found.count { body(found[place]) }
  }

  /// The memory in use for the automaton, in bytes.
  public var automatonByteCount: Int { automaton.byteCount }

  /// The number of times the automaton was reset because it reached ``PatternLimits/dfaMemory``.
  public var automatonResetCount: Int { automaton.resets }

  package var stepCount: Int { automaton.set.steps }

  private func run(_ text: ByteText) {
    var state = automaton.start(before: .edge)
    var position = 0
    var economy = Economy(resets: automaton.resets, position: 0)
    while state != LazyAutomaton.dead {
      if state & LazyAutomaton.matches == LazyAutomaton.matches {
        state &= LazyAutomaton.numberMask
        automaton.forEachMatched(state) { found.insert(Int($0)) }
        if found.isFull { return }
      }
      let special = automaton.transitions.walk(
        text, classes: automaton.classes, state: &state, position: &position, end: text.count)
      guard let special else {
        let last = automaton.next(state, nil)
        if last != LazyAutomaton.dead { automaton.forEachMatched(last) { found.insert(Int($0)) } }
        return
      }
      state = special == LazyAutomaton.unknown ? automaton.next(state, text[position]) : special
      position += 1
      if economy.isExhausted(automaton.resets, position: position, states: automaton.stateCountAtReset) {
        runWithoutStates(text, from: position)
        return
      }
    }
  }

  private func runWithoutStates(_ text: ByteText, from: Int) {
    var position = from
    while !automaton.set.isDead {
      for index in 0..<automaton.set.matched.count { found.insert(Int(automaton.set.matched[index])) }
      guard position <= text.count else { return }
      automaton.step(position < text.count ? text[position] : nil)
      position += 1
    }
  }
}

private struct MatchedPatterns: ~Copyable {
  private var members: SparseSet
  private let limit: Int

  init(limit: Int) {
    members = SparseSet(limit: limit)
    self.limit = limit
  }

  var count: Int { members.count }
  var isFull: Bool { members.count == limit }
  subscript(place: Int) -> Int { Int(members[place]) }

  func contains(_ index: Int) -> Bool { index >= 0 && index < limit && members.contains(UInt32(index)) }
  mutating func insert(_ index: Int) { _ = members.insert(UInt32(index)) }
  mutating func removeAll() { members.removeAll() }
}
