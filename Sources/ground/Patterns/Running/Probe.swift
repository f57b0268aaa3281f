struct ProbePlan: Sendable {
  enum Course: BitwiseCopyable, Sendable {
    case always
    case isLiteral
    case startsWithLiteral
    case endsWithLiteral
    case containsLiteral
    /// The automaton, on texts that start with the literal.
    case automatonIfStart
    /// The automaton from the first literal on, because every match starts with one.
    case automatonFromLiteral
    /// The automaton, on texts that contain the literal, which may be empty.
    case automatonIfContained
  }

  let course: Course
  let literal: Literal

  /// The plan for `node`, which must be trimmed.
  init(_ node: SyntaxNode) {
    var parts: [SyntaxNode] = [node]
    if case .sequence(let nodes) = node { parts = nodes }
    let isAtStart = parts.first == .look(.startOfText)
    if isAtStart { parts.removeFirst() }
    let isAtEnd = parts.last == .look(.endOfText)
    if isAtEnd { parts.removeLast() }
    let facts = LiteralFacts(.sequence(parts))
    if let exact = facts.exact {
      literal = exact
      course =
        switch (isAtStart, isAtEnd) {
        case (true, true): .isLiteral
        case (true, false): .startsWithLiteral
        case (false, true): .endsWithLiteral
        case (false, false): exact.isEmpty ? .always : .containsLiteral
        }
    } else if isAtStart, !facts.prefix.isEmpty {
      (course, literal) = (.automatonIfStart, facts.prefix)
    } else if !isAtStart, facts.prefix.count > 1 || !facts.prefix.isEmpty && facts.longest.count == 1 {
      (course, literal) = (.automatonFromLiteral, facts.prefix)
    } else {
      (course, literal) = (.automatonIfContained, facts.longest.count > 1 ? facts.longest : Literal())
    }
  }
}

struct Probe: ~Copyable {
  private let course: ProbePlan.Course
  private let literal: LiteralSearch
  private(set) var automaton: LazyAutomaton
  /// The number of searches that continued without caching states, because memory was exhausted.
  private(set) var searchesWithoutStates = 0

  init(_ plan: ProbePlan, program: Program, memoryLimit: Int) {
    course = plan.course
    literal = LiteralSearch(plan.literal)
    automaton = LazyAutomaton(program: program, stopsAtMatch: true, memoryLimit: memoryLimit)
  }

  mutating func matches(_ text: ByteText) -> Bool {
    let last = text.count - literal.count
    switch course {
    case .always: return true
    case .isLiteral: return last == 0 && literal.isLiteral(in: text, at: 0)
    case .startsWithLiteral: return last >= 0 && literal.isLiteral(in: text, at: 0)
    case .endsWithLiteral: return last >= 0 && literal.isLiteral(in: text, at: last)
    case .containsLiteral: return literal.first(in: text, from: 0) >= 0
    case .automatonIfStart:
      return last >= 0 && literal.isLiteral(in: text, at: 0) && runAutomaton(text, from: 0)
    case .automatonIfContained: return literal.first(in: text, from: 0) >= 0 && runAutomaton(text, from: 0)
    case .automatonFromLiteral:
      let place = literal.first(in: text, from: 0)
      return place >= 0 && runAutomaton(text, from: place)
    }
  }

  mutating func runAutomaton(_ text: ByteText, from: Int) -> Bool {
    var state = automaton.start(before: Surroundings(before: from, in: text))
    var position = from
    var economy = Economy(resets: automaton.resets, position: from)
    while Int32(bitPattern: state) >= 0 {
      guard
        let special = automaton.transitions.walk(
          text, classes: automaton.classes, state: &state, position: &position, end: text.count)
      else { return automaton.next(state, nil) == LazyAutomaton.accepted }
      guard special == LazyAutomaton.unknown else { return special == LazyAutomaton.accepted }
      state = automaton.next(state, text[position])
      position += 1
      if economy.isExhausted(automaton.resets, position: position, states: automaton.stateCountAtReset) {
        searchesWithoutStates += 1
        return runWithoutStates(text, from: position)
      }
    }
    return state == LazyAutomaton.accepted
  }

  /// Continues from the automaton's current set without caching.
  private mutating func runWithoutStates(_ text: ByteText, from: Int) -> Bool {
    var position = from
    while position < text.count, !automaton.set.isMatch, !automaton.set.isDead {
      automaton.step(text[position])
      position += 1
    }
    if position == text.count, !automaton.set.isMatch { automaton.step(nil) }
    return automaton.set.isMatch
  }
}

/// Decides when caching states no longer pays: when memory is exhausted repeatedly after few bytes.
struct Economy {
  private var resets: Int
  private var position: Int
  private var timesThisSearch = 0

  init(resets: Int, position: Int) {
    self.resets = resets
    self.position = position
  }

  @inline(__always)
  mutating func isExhausted(_ resetsNow: Int, position: Int, states: Int) -> Bool {
    if resetsNow == resets { return false }
    return isExhaustedAfterReset(resetsNow, position: position, states: states)
  }

  private mutating func isExhaustedAfterReset(_ resetsNow: Int, position: Int, states: Int) -> Bool {
    let isWasteful = position - self.position < 10 * states
    timesThisSearch += 1
    resets = resetsNow
    self.position = position
    return isWasteful && timesThisSearch > 2
  }
}
