/// How to find out whether a text holds a match, decided once when a pattern is compiled.
enum ProbePlan: Sendable {
  /// Every text matches.
  case always
  /// The text is, starts with, ends with or holds a literal; nothing else is asked.
  case literal(Literal, isAtStart: Bool, isAtEnd: Bool)
  /// The automaton decides; where there is a literal, only on texts that hold it, and only from the literal
  /// on if every match starts with it.
  case automaton(Literal, startsMatch: Bool)

  /// The literal that is looked for first, empty where there is none.
  var literal: Literal {
    switch self {
    case .always: Literal()
    case .literal(let literal, _, _), .automaton(let literal, _): literal
    }
  }

  /// The plan for `node`, which must be trimmed.
  init(_ node: SyntaxNode) {
    var parts: [SyntaxNode] = [node]
    if case .sequence(let nodes) = node { parts = nodes }
    let isAtStart = parts.first == .look(.startOfText)
    if isAtStart { parts.removeFirst() }
    let isAtEnd = parts.last == .look(.endOfText)
    if isAtEnd { parts.removeLast() }
    let inner = LiteralFacts(.sequence(parts))
    if let exact = inner.exact {
      self =
        exact.isEmpty && !(isAtStart && isAtEnd)
        ? .always : .literal(exact, isAtStart: isAtStart, isAtEnd: isAtEnd)
    } else if inner.longest.isEmpty {
      self = .automaton(Literal(), startsMatch: false)
    } else if inner.prefix.count > 1 || inner.prefix.count == inner.longest.count, !isAtStart {
      self = .automaton(inner.prefix, startsMatch: true)
    } else {
      self = .automaton(inner.longest.count > 1 ? inner.longest : Literal(), startsMatch: false)
    }
  }
}

/// Answers whether a text holds a match of one pattern.
struct Probe: ~Copyable {
  private let plan: ProbePlan
  private let literal: LiteralSearch
  private(set) var automaton: LazyAutomaton
  /// How many searches ran out of memory for states and went on without keeping them.
  private(set) var searchesWithoutStates = 0

  init(_ plan: ProbePlan, program: Program, memoryLimit: Int) {
    self.plan = plan
    literal = LiteralSearch(plan.literal)
    automaton = LazyAutomaton(program: program, stopsAtMatch: true, memoryLimit: memoryLimit)
  }

  mutating func matches(_ text: ByteText) -> Bool {
    switch plan {
    case .always: return true
    case .literal(_, let isAtStart, let isAtEnd):
      return matchesLiteral(text, isAtStart: isAtStart, isAtEnd: isAtEnd)
    case .automaton(_, let startsMatch):
      let place = literal.first(in: text, from: 0)
      return place >= 0 && runAutomaton(text, from: startsMatch ? place : 0)
    }
  }

  private func matchesLiteral(_ text: ByteText, isAtStart: Bool, isAtEnd: Bool) -> Bool {
    guard text.count >= literal.count else { return false }
    switch (isAtStart, isAtEnd) {
    case (true, true): return text.count == literal.count && literal.isLiteral(in: text, at: 0)
    case (true, false): return literal.isLiteral(in: text, at: 0)
    case (false, true): return literal.isLiteral(in: text, at: text.count - literal.count)
    case (false, false): return literal.first(in: text, from: 0) >= 0
    }
  }

  /// Whether a match starts at or after `from`.
  mutating func runAutomaton(_ text: ByteText, from: Int) -> Bool {
    var state = automaton.start(before: Surroundings(before: from, in: text))
    var position = from
    var economy = Economy(resets: automaton.resets, position: from)
    while Int32(bitPattern: state) >= 0 {
      guard
        let special = automaton.transitions.walk(
          text,
          classes: automaton.classes,
          state: &state,
          position: &position,
          end: text.count
        )
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

  /// Goes on from the set the automaton has just worked out, keeping nothing.
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

/// Decides when keeping states no longer pays: when memory runs out again and again, each time after few bytes.
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
