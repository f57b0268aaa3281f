/// Finds the preferred match at a text's start and its groups, by an automaton that is worked out when a text first needs
/// it: a simulation of all ways side by side whose steps are remembered.
///
/// A state is the list of ways that are open, the preferred one first. A step from one on a byte says of each way of the
/// next state which way it goes on from, and which slots it passes (Laurikari, "NFAs with Tagged Transitions", 2000; lazily,
/// as in RE2). Runs of bytes that change nothing but where the last slots lie are passed over at once.
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
    /// Whether it changes nothing.
    var isIdle: Bool
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
  /// Rows of what slots hold; of each way which row is its own; rows that are nobody's.
  private var rows = Table<Int>()
  private var rowOf = Table<Int>()
  private var nextRowOf = Table<Int>()
  private var free = Table<Int>()
  private var best: Table<Int>

  /// Nil where a condition asks for more than where the text starts and ends.
  init?(_ program: Program) {
    for instruction in program.instructions where instruction.kind == .look {
      guard instruction.look == .startOfText || instruction.look == .endOfText else { return nil }
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

  /// Whether a match starts where the text does; nil where there would be too many states.
  mutating func run(_ text: ByteText) -> Bool? {
    var isFound = false
    var state = startSteps.target
    if rows.isEmpty { rows.append(repeating: -1, count: width) }
    for slot in 0..<width { rows[slot] = -1 }
    rows[0] = 0
    free.removeAll()
    for row in 1..<max(1, rows.count / width) { free.append(row) }
    rowOf.removeAll()
    rowOf.append(0)
    apply(startSteps, at: 0)
    var position = 0
    while position < text.count {
      let header = states[Int(state)]
      if header.match >= 0 {
        keep(row: Int(header.match), end: position)
        isFound = true
        if header.count == 1 { return true }
      }
      let base = Int(state) * stride
      var known = transitions[base + Int(classes[Int(text[position])])]
      if known == 0 {
        guard let move = work(state, text[position]) else { return nil }
        known = move
      }
      let move = moves[Int(known) - 1]
      position += 1
      if move.isStill {
        while position < text.count, transitions[base + Int(classes[Int(text[position])])] == known {
          position += 1
        }
      }
      if move.target == Self.dead { return isFound }
      if !move.isIdle { apply(move, at: position) }
      state = move.target
    }
    let end = endStep(of: state)
    guard end >= 0 else { return isFound }
    let step = steps[Int(end)]
    keep(row: Int(step.source), end: position)
    for index in 0..<Int(step.slotCount) { best[Int(slots[Int(step.firstSlot) + index])] = position }
    return true
  }

  private mutating func keep(row: Int, end: Int) {
    for slot in 0..<width { best[slot] = rows[rowOf[row] * width + slot] }
    best[1] = end
  }

  /// Gives the ways of the next state their rows: that of the way each goes on from, or a copy where several do.
  ///
  /// Ways stand in the order of those they go on from.
  private mutating func apply(_ move: Move, at position: Int) {
    nextRowOf.removeAll()
    var source = 0
    var row = 0
    for index in 0..<Int(move.stepCount) {
      let wanted = Int(steps[Int(move.firstStep) + index].source)
      while source < wanted {
        free.append(rowOf[source])
        source += 1
      }
      if source == wanted {
        row = rowOf[source]
        source += 1
        nextRowOf.append(row)
      } else {
        nextRowOf.append(copy(of: row))
      }
    }
    while source < rowOf.count {
      free.append(rowOf[source])
      source += 1
    }
    swap(&rowOf, &nextRowOf)
    for index in 0..<Int(move.stepCount) {
      let step = steps[Int(move.firstStep) + index]
      let row = rowOf[index] * width
      for slot in 0..<Int(step.slotCount) { rows[row + Int(slots[Int(step.firstSlot) + slot])] = position }
    }
  }

  private mutating func copy(of row: Int) -> Int {
    let fresh: Int
    if let known = free.popLast() {
      fresh = known
    } else {
      fresh = rows.count / width
      rows.append(repeating: -1, count: width)
    }
    for slot in 0..<width { rows[fresh * width + slot] = rows[row * width + slot] }
    return fresh
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
      move.isIdle = target == state && found.indices.allSatisfy { isUnchanged(UInt32($0)) }
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
