/// Finds the preferred match at a text's start and its groups, by an automaton that is worked out when a text first needs
/// it: a simulation of all ways side by side whose steps are remembered.
///
/// A state is the list of ways that are open, the preferred one first. A step from one on a byte says of each way of the
/// next state which way it goes on from, and which slots it passes (Laurikari, "NFAs with Tagged Transitions", 2000; lazily,
/// as in RE2). The steps that were taken are noted, and the way that matched is followed back through them: no other way's
/// slots are ever looked at. Runs of bytes that change nothing but where the last slots lie are one step.
struct TaggedAutomaton: ~Copyable {
  struct State: BitwiseCopyable {
    /// Where its ways lie in `ways`.
    var first: UInt32
    var count: UInt32
    /// The way that has matched, the last one, or -1.
    var match: Int32
    /// What ends the text here: a way and its slots in `steps`, -1 for no match, -2 while it is not known.
    var end: Int32 = -2
  }

  /// A way of the next state: the way that it goes on from, and the slots that it passes.
  struct Step: BitwiseCopyable {
    var source: UInt32
    var firstSlot: UInt32
    var slotCount: UInt32
  }

  struct Move: BitwiseCopyable {
    /// The state it leads to, or ``dead``.
    var target: UInt32
    var firstStep: UInt32
    var stepCount: UInt32
    /// Whether taking it several times is the same as taking it the last time.
    var isStill: Bool
    /// Whether each way goes on from the one in its place and passes no slot, so that nothing has to be noted.
    var isIdle: Bool
  }

  /// A move that was taken, once or several times one after the other.
  struct Taken: BitwiseCopyable {
    var firstStep: UInt32
    /// The place behind the last byte that it was taken on.
    var end: UInt32
  }

  private static let dead = UInt32.max
  private static let mostStates = 4_096

  private let code: Code
  private let width: Int
  private let stride: Int
  private var classes: Table<UInt8>
  private var states = Table<State>()
  private var ways = Table<UInt32>()
  /// By state and class of bytes: a move plus one, or 0 where it is not known.
  private var transitions = Table<UInt32>()
  private var moves = Table<Move>()
  private var steps = Table<Step>()
  private var slots = Table<UInt32>()
  private var numbers: [[UInt32]: UInt32] = [:]
  private var startSteps = Move(target: 0, firstStep: 0, stepCount: 0, isStill: false, isIdle: false)
  /// What was taken on the text so far, but for what changes nothing.
  private var taken = Table<Taken>()
  private var best: Table<Int>

  /// Nil where a condition asks for more than where the text starts and ends, or for its end anywhere but at the end of the
  /// pattern: what is repeated behind it depends on how the end was come to, which states do not tell.
  init?(_ program: Program) {
    for instruction in program.instructions where instruction.kind == .look {
      guard instruction.look == .startOfText || instruction.look == .endOfText else { return nil }
      guard instruction.look == .endOfText else { continue }
      var next = program.instructions[Int(instruction.next)]
      while next.kind == .slot || next.kind == .look { next = program.instructions[Int(next.next)] }
      guard next.kind == .match else { return nil }
    }
    code = Code(program)
    width = max(program.slotCount, 2)
    let classes = ByteClasses(instructions: program.instructions, edges: program.edges)
    stride = classes.count
    self.classes = Table(capacity: 256)
    for byte in classes.classOf { self.classes.append(byte) }
    best = Table(repeating: -1, count: width)
    var path: [UInt32] = []
    var open: [UInt32] = []
    var found: [Step] = []
    var seen: Set<UInt32> = []
    follow(code.start, from: 0, isStart: true, isEnd: false, &path, &open, &found, &seen)
    startSteps.firstStep = UInt32(steps.count)
    startSteps.stepCount = UInt32(found.count)
    for step in found { steps.append(step) }
    startSteps.target = number(of: open) ?? 0
  }

  /// Where slot `index` was passed in the last match, or -1.
  func slot(_ index: Int) -> Int { index < width ? best[index] : -1 }

  /// Whether a match starts where the text does; its groups too, if asked. Nil where there would be too many states.
  mutating func run(_ text: ByteText, withGroups: Bool) -> Bool? {
    guard text.count < Int(UInt32.max) else { return nil }
    taken.removeAll()
    // A move takes a byte or more, so that no more are taken than there are bytes.
    taken.reserve(text.count)
    var found: Found?
    var tables = Tables(self)
    var state = startSteps.target
    var position = 0
    while position < text.count {
      let header = tables.states[Int(state)]
      if header.match >= 0 {
        found = Found(way: Int(header.match), taken: taken.count, end: position)
        if header.count == 1 { break }
      }
      let base = Int(state) &* tables.stride
      var known = tables.transitions[base &+ Int(tables.classes[Int(text[position])])]
      if known == 0 {
        guard let move = work(state, text[position]) else { return nil }
        known = move
        tables = Tables(self)
      }
      let move = tables.moves[Int(known) &- 1]
      position &+= 1
      if move.isStill {
        while position < text.count,
          tables.transitions[base &+ Int(tables.classes[Int(text[position])])] == known
        {
          position &+= 1
        }
      }
      if move.target == Self.dead { break }
      if !move.isIdle {
        taken.appendReserved(Taken(firstStep: move.firstStep, end: UInt32(truncatingIfNeeded: position)))
      }
      state = move.target
      guard position == text.count, case let end = endStep(of: state), end >= 0 else { continue }
      let step = steps[Int(end)]
      trace(Found(way: Int(step.source), taken: taken.count, end: position), last: step, withGroups)
      return true
    }
    if text.count == 0, case let end = endStep(of: state), end >= 0 {
      let step = steps[Int(end)]
      trace(Found(way: Int(step.source), taken: 0, end: 0), last: step, withGroups)
      return true
    }
    guard let found else { return false }
    trace(found, last: nil, withGroups)
    return true
  }

  /// What is read at each step, until something new is worked out.
  private struct Tables {
    let states: TableView<State>
    let classes: TableView<UInt8>
    let transitions: TableView<UInt32>
    let moves: TableView<Move>
    let stride: Int

    init(_ automaton: borrowing TaggedAutomaton) {
      states = automaton.states.view
      classes = automaton.classes.view
      transitions = automaton.transitions.view
      moves = automaton.moves.view
      stride = automaton.stride
    }
  }

  /// Where the preferred match ends, as far as is known.
  private struct Found {
    let way: Int
    /// How much was taken before it.
    let taken: Int
    let end: Int
  }

  /// Follows the way of a match back to the text's start: of a slot that was passed more than once the last time counts.
  private mutating func trace(_ found: Found, last: Step?, _ withGroups: Bool) {
    for slot in 0..<width { best[slot] = -1 }
    best[0] = 0
    best[1] = found.end
    guard withGroups else { return }
    if let last { pass(last, at: found.end) }
    var way = found.way
    var index = found.taken
    while index > 0 {
      index -= 1
      let one = taken[index]
      let step = steps[Int(one.firstStep) + way]
      if step.slotCount > 0 { pass(step, at: Int(one.end)) }
      way = Int(step.source)
    }
    pass(steps[Int(startSteps.firstStep) + way], at: 0)
  }

  private mutating func pass(_ step: Step, at position: Int) {
    for index in 0..<Int(step.slotCount) {
      let slot = Int(slots[Int(step.firstSlot) + index])
      if best[slot] < 0 { best[slot] = position }
    }
  }

  /// Works out where a state goes on a byte: the move plus one, or nil where there are too many states.
  private mutating func work(_ state: UInt32, _ byte: UInt8) -> UInt32? {
    let header = states[Int(state)]
    var path: [UInt32] = []
    var open: [UInt32] = []
    var found: [Step] = []
    var seen: Set<UInt32> = []
    for way in 0..<header.count {
      let instruction = code[ways[Int(header.first + way)]]
      let target: UInt32?
      switch instruction.kind {
      case .byte: target = byte >= instruction.first && byte <= instruction.last ? instruction.next : nil
      case .edges: target = code.target(of: instruction, on: byte)
      case .split, .look, .slot, .match, .fail: target = nil
      }
      guard let target else { continue }
      let isMatched = follow(target, from: way, isStart: false, isEnd: false, &path, &open, &found, &seen)
      if isMatched { break }
    }
    var move = Move(target: Self.dead, firstStep: 0, stepCount: 0, isStill: false, isIdle: false)
    if !open.isEmpty {
      guard let target = number(of: open) else { return nil }
      move.target = target
      move.firstStep = UInt32(steps.count)
      move.stepCount = UInt32(found.count)
      // Each way goes on from one that stays as it is, so that only the last time counts.
      let isUnchanged = { (way: UInt32) in
        Int(way) < found.count && found[Int(way)].source == way && found[Int(way)].slotCount == 0
      }
      move.isStill = target == state && found.allSatisfy { isUnchanged($0.source) }
      move.isIdle = found.indices.allSatisfy { isUnchanged(UInt32($0)) }
    }
    let known = same(as: move, found, from: state)
    let number: UInt32
    if let known {
      number = known
    } else {
      for step in found { steps.append(step) }
      moves.append(move)
      number = UInt32(moves.count)
    }
    transitions[Int(state) * stride + Int(classes[Int(byte)])] = number
    return number
  }

  /// A move of the state that does the same, so that runs of bytes of several classes are one.
  private func same(as move: Move, _ found: [Step], from state: UInt32) -> UInt32? {
    for byteClass in 0..<stride {
      let number = transitions[Int(state) * stride + byteClass]
      guard number > 0 else { continue }
      let other = moves[Int(number) - 1]
      guard other.target == move.target, other.stepCount == move.stepCount else { continue }
      let isSame = found.indices.allSatisfy { index in
        let step = steps[Int(other.firstStep) + index]
        guard step.source == found[index].source, step.slotCount == found[index].slotCount else {
          return false
        }
        return (0..<step.slotCount).allSatisfy {
          slots[Int(step.firstSlot + $0)] == slots[Int(found[index].firstSlot + $0)]
        }
      }
      if isSame { return number }
    }
    return nil
  }

  /// Adds the ways that are reached from `place` without a byte, the preferred one first; true where one has matched, so
  /// that no other is looked at.
  @discardableResult
  private mutating func follow(
    _ place: UInt32,
    from source: UInt32,
    isStart: Bool,
    isEnd: Bool,
    _ path: inout [UInt32],
    _ open: inout [UInt32],
    _ found: inout [Step],
    _ seen: inout Set<UInt32>
  ) -> Bool {
    var stack: [(place: UInt32, length: Int)] = [(place, 0)]
    path.removeAll()
    while let (next, length) = stack.popLast() {
      path.removeLast(path.count - length)
      var place = next
      following: while seen.insert(place).inserted {
        let instruction = code[place]
        switch instruction.kind {
        case .fail: break following
        case .split:
          stack.append((instruction.other, path.count))
          place = instruction.next
        case .slot:
          path.append(instruction.other)
          place = instruction.next
        case .look where instruction.look == .startOfText:
          guard isStart else { break following }
          place = instruction.next
        case .look where isEnd: place = instruction.next
        case .byte, .edges, .match, .look:
          open.append(place)
          found.append(Step(source: source, firstSlot: UInt32(slots.count), slotCount: UInt32(path.count)))
          for slot in path { slots.append(slot) }
          if instruction.kind == .match { return true }
          break following
        }
      }
    }
    return false
  }

  /// The state of some ways, made if need be; nil where there are too many.
  private mutating func number(of open: [UInt32]) -> UInt32? {
    if let known = numbers[open] { return known }
    guard states.count < Self.mostStates else { return nil }
    let number = UInt32(states.count)
    let isMatched = open.last.map { code[$0].kind == .match } ?? false
    states.append(
      State(
        first: UInt32(ways.count),
        count: UInt32(open.count),
        match: isMatched ? Int32(open.count - 1) : -1
      )
    )
    for way in open { ways.append(way) }
    transitions.append(repeating: 0, count: stride)
    numbers[open] = number
    return number
  }

  /// What a text that ends in a state comes to.
  private mutating func endStep(of state: UInt32) -> Int32 {
    let header = states[Int(state)]
    if header.end != -2 { return header.end }
    var end: Int32 = -1
    for way in 0..<header.count where end < 0 {
      let place = ways[Int(header.first + way)]
      let kind = code[place].kind
      guard kind == .match || kind == .look else { continue }
      var path: [UInt32] = []
      var open: [UInt32] = []
      var found: [Step] = []
      var seen: Set<UInt32> = []
      guard follow(place, from: way, isStart: false, isEnd: true, &path, &open, &found, &seen),
        let step = found.last
      else { continue }
      end = Int32(steps.count)
      steps.append(step)
    }
    states[Int(state)].end = end
    return end
  }
}
