/// Walks the automata of several patterns in parallel, over valid UTF-8, in order of the text's length.
///
/// Automata are deterministic, so a complement negates the answer, and a combination's answer follows from
/// its patterns'. States without an accepted continuation are skipped.
struct ProductWalk {
  /// Patterns are replaced by the indices of their automata.
  private indirect enum Condition {
    case all
    case component(Int)
    case not(Condition)
    case both(Condition, Condition)

    /// Nil if open answers decide.
    func holds(_ answers: (Int) -> Bool?) -> Bool? {
      switch self {
      case .all: return true
      case .component(let place): return answers(place)
      case .not(let inner): return inner.holds(answers).map { !$0 }
      case .both(let left, let right):
        let first = left.holds(answers)
        if first == false { return false }
        let second = right.holds(answers)
        return second == false ? false : first == nil ? nil : second
      }
    }
  }

  /// The cheapest first path to a state.
  private struct Arrival {
    var cost: UInt64
    var from: Int
    var jointClass: Int
    var isDone = false
  }

  /// The cost of a scalar; the costs of readability are below it, so that length comes first.
  private static let scalarCost: UInt64 = 1 << 32

  private let budget: ReasoningBudget
  private var components: [Component] = []
  private var condition = Condition.all
  private let classes: JointClasses
  private var places: [[UInt32]: Int] = [:]
  private var states: [[UInt32]] = []
  private var arrivals: [Arrival] = []
  private var queue = CostQueue()
  private var steps = 0

  init(_ expression: Language.Expression, budget: ReasoningBudget) {
    self.budget = budget
    var patterns: [ComponentSource] = []
    condition = Self.condition(expression, &patterns)
    let memoryLimit = budget.memory / max(patterns.count, 1)
    let components = patterns.map {
      Component($0.pattern, before: $0.before, after: $0.after, memoryLimit: memoryLimit)
    }
    self.components = components
    classes = JointClasses(components)
  }

  private struct ComponentSource {
    let pattern: CompiledPattern
    var before = ""
    var after = ""

    func isSame(_ other: ComponentSource) -> Bool {
      (pattern === other.pattern || pattern.trimmed == other.pattern.trimmed)
        && before.utf8.elementsEqual(other.before.utf8) && after.utf8.elementsEqual(other.after.utf8)
    }
  }

  private static func condition(_ expression: Language.Expression, _ patterns: inout [ComponentSource])
    -> Condition
  {
    func component(_ source: ComponentSource) -> Condition {
      if let index = patterns.firstIndex(where: { $0.isSame(source) }) { return .component(index) }
      patterns.append(source)
      return .component(patterns.count - 1)
    }
    switch expression {
    case .all: return .all
    case .not(let inner): return .not(condition(inner, &patterns))
    case .both(let left, let right): return .both(condition(left, &patterns), condition(right, &patterns))
    case .pattern(let pattern): return component(ComponentSource(pattern: pattern))
    case .inside(let pattern, let before, let after):
      return component(ComponentSource(pattern: pattern, before: before, after: after))
    }
  }

  private var start: [UInt32] { [UTF8Validity.betweenScalars.rawValue] + components.map { $0.start } }

  private func accepts(_ state: [UInt32]) -> Bool {
    state[0] == UTF8Validity.betweenScalars.rawValue
      && condition.holds { components[$0].accepts(state[$0 + 1]) } == true
  }

  private func isHopeless(_ state: [UInt32]) -> Bool {
    condition.holds { index in
      Component.isFinal(state[index + 1]) ? state[index + 1] == LazyAutomaton.accepted : nil
    } == false
  }

  private func next(_ state: [UInt32], _ byte: UInt8) -> [UInt32]? {
    guard let validity = UTF8Validity(rawValue: state[0])?.next(byte) else { return nil }
    var next = state
    next[0] = validity.rawValue
    for index in components.indices { next[index + 1] = components[index].next(state[index + 1], byte) }
    return next
  }

  func contains(_ text: String) -> Bool {
    var state = start
    for byte in text.utf8 { state = next(state, byte) ?? state }
    return accepts(state)
  }

  mutating func shortestExample() -> Example {
    arrive(at: start, Arrival(cost: 0, from: -1, jointClass: 0))
    while let place = queue.popFirst() {
      if arrivals[place].isDone { continue }
      arrivals[place].isDone = true
      if accepts(states[place]) { return isOverBudget ? .notDecided : .text(text(to: place)) }
      for jointClass in classes.members.indices {
        follow(jointClass, from: place)
        if isOverBudget { return .notDecided }
      }
    }
    return .none
  }

  var stepsTaken: Int { steps + components.reduce(0) { $0 + $1.steps } }

  private var isOverBudget: Bool {
    states.count > budget.states || stepsTaken > budget.steps
      || components.contains { $0.isExhausted }
  }

  private mutating func follow(_ jointClass: Int, from place: Int) {
    steps += components.count + 1
    let state = states[place]
    guard let next = next(state, classes.representatives[jointClass]), !isHopeless(next) else { return }
    let startsScalar = state[0] == UTF8Validity.betweenScalars.rawValue
    let added = (startsScalar ? Self.scalarCost : 0) + classes.costs[jointClass]
    arrive(at: next, Arrival(cost: arrivals[place].cost + added, from: place, jointClass: jointClass))
  }

  private mutating func arrive(at state: [UInt32], _ arrival: Arrival) {
    if let place = places[state] {
      guard arrival.cost < arrivals[place].cost else { return }
      arrivals[place] = arrival
      queue.insert(place, cost: arrival.cost)
    } else {
      places[state] = states.count
      queue.insert(states.count, cost: arrival.cost)
      states.append(state)
      arrivals.append(arrival)
    }
  }

  /// Any bytes between two states are equivalent; familiar characters are chosen.
  private func text(to place: Int) -> String {
    var path = [place]
    while let place = path.last, arrivals[place].from >= 0 { path.append(arrivals[place].from) }
    path.reverse()
    var text = ""
    var scalarStart = 0
    for index in path.indices.dropFirst() where isBetweenScalars(path[index]) {
      let (from, to) = (states[path[scalarStart]], states[path[index]])
      let classes = path[(scalarStart + 1)...index].map { self.classes.members[arrivals[$0].jointClass] }
      text.unicodeScalars.append(ExampleText.scalar(classes) { leads($0, from: from, to: to) })
      scalarStart = index
    }
    return text
  }

  private func isBetweenScalars(_ place: Int) -> Bool {
    states[place][0] == UTF8Validity.betweenScalars.rawValue
  }

  private func leads(_ scalar: Unicode.Scalar, from: [UInt32], to: [UInt32]) -> Bool {
    var state = from
    for byte in String(scalar).utf8 {
      // After a reset of an automaton, its state numbers are invalid.
      guard !components.contains(where: { $0.isExhausted }), let next = next(state, byte) else {
        return false
      }
      state = next
    }
    return state == to
  }
}
