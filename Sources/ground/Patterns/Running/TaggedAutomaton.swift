/// Finds the preferred match at a text's start and its groups: a simulation of all paths with cached steps.
///
/// A state lists open threads, the preferred one first. A step on a byte gives each next thread its
/// predecessor and the slots it passes (Laurikari, "NFAs with Tagged Transitions", 2000; lazily, as in RE2).
/// Only the matching thread is traced back through the recorded steps. Frequently visited states take many
/// bytes in one step (``ByteRun``, ``ByteTrail``).
struct TaggedAutomaton: ~Copyable {
  struct State: BitwiseCopyable {
    /// The place of its threads in `ways`.
    var first: UInt32
    var count: UInt32
    /// The thread that has matched, the last one, or -1.
    var match: Int32
    /// The match at the end of the text here: a thread and its slots in `steps`, -1 for none, -2 if unknown.
    var end: Int32 = -2
    var shortcut: UInt32 = 0
    /// The number of visits before it gets a shortcut, at most 255.
    var visits: UInt8 = 0
    var trails: UInt8 = 0
  }

  /// Flags of a state; most states have none.
  enum Mark {
    static let matches: UInt8 = 1
    /// It matches, and no other thread is open.
    static let isOver: UInt8 = 2
    /// It may get a run or a trail.
    static let isNew: UInt8 = 4
    static let hasRun: UInt8 = 8
    static let hasTrace: UInt8 = 16
    /// Every byte leads back to it.
    static let isLast: UInt8 = 32
  }

  /// A thread of the next state: its predecessor, and the slots it passes.
  struct Step: BitwiseCopyable {
    var source: UInt32
    /// The place of its slots in `slots`, preceded by their number; 0 for none.
    var slots: UInt32
  }

  struct Move: BitwiseCopyable {
    /// The target state, or ``dead``.
    var target: UInt32
    var firstStep: UInt32
    var stepCount: UInt32
    /// Only the last time counts.
    var isStill: Bool
    /// Each thread continues in place and passes no slot, so it need not be recorded.
    var isIdle: Bool
  }

  /// A transition as read at each step: its number, whether it must be recorded, and its target.
  struct Transition: BitwiseCopyable, Equatable {
    let bits: UInt32

    static let unknown = Transition(bits: 0)
    static let dead = Transition(bits: 1)
    static let mostMoves = 1 << 19

    private init(bits: UInt32) { self.bits = bits }

    init(_ move: Move, number: Int) {
      bits = UInt32(number) << 13 | (move.isIdle ? 0 : 1 << 12) | move.target
    }

    @inline(__always) var isUnknownOrDead: Bool { bits <= 1 }
    @inline(__always) var target: Int { Int(bits & 0xFFF) }
    @inline(__always) var isNoted: Bool { bits & 1 << 12 != 0 }
    @inline(__always) var move: UInt32 { bits >> 13 }
  }

  /// A transition that was taken once, or several times in a row.
  struct Taken: BitwiseCopyable {
    var move: UInt32
    /// The place after the last byte it was taken on.
    var end: UInt32
  }

  /// Not private: without debug information, swiftc 6.3 fails on a private type in a field's ``Table``.
  struct Branch: BitwiseCopyable {
    let place: UInt32
    /// The length of the path to it.
    let length: Int
  }

  /// The steps of many bytes that frequently visited states have.
  struct Shortcuts: ~Copyable {
    var runs = Table<ByteRun>()
    var trails = Table<ByteTrail>()
    /// The transitions of all trails, ``ByteTrail/length`` of each.
    var lanes = Table<Transition>()
  }

  static let dead = UInt32.max
  private static let mostStates = 4_096

  private let code: Code
  private let width: Int
  /// A state's transitions begin at its number shifted by this.
  let shift: Int
  let classCount: Int
  var classes: Table<UInt8>
  var states = Table<State>()
  var marks = Table<UInt8>()
  private var ways = Table<UInt32>()
  var transitions = Table<Transition>()
  var moves = Table<Move>()
  private var steps = Table<Step>()
  private var slots = Table<UInt32>()
  var shortcuts = Shortcuts()
  private var numbers: [[UInt32]: UInt32] = [:]
  private var startSteps = Move(target: 0, firstStep: 0, stepCount: 0, isStill: false, isIdle: false)
  /// The recorded transitions on the current text, without those that change nothing.
  private var taken = Table<Taken>()
  private var best: Table<Int>
  /// The places that the present step has reached; of a thread, the branches to follow and the slots passed.
  private var seen: SparseSet
  private var branches = Table<Branch>()
  private var path = Table<UInt32>()

  /// Nil unless conditions concern only the start of the text, or its end at the end of the pattern: states
  /// do not record how the end was reached.
  init?(_ program: Program, _ classes: ByteClasses) {
    for instruction in program.instructions where instruction.kind == .look {
      guard instruction.look == .startOfText || instruction.look == .endOfText else { return nil }
      guard instruction.look == .endOfText else { continue }
      var next = program.instructions[Int(instruction.next)]
      while next.kind == .slot || next.kind == .look { next = program.instructions[Int(next.next)] }
      guard next.kind == .match else { return nil }
    }
    code = Code(program)
    seen = SparseSet(limit: code.count)
    width = max(program.slotCount, 2)
    classCount = classes.count
    shift = classes.count == 1 ? 0 : Int.bitWidth - (classes.count - 1).leadingZeroBitCount
    self.classes = Table(capacity: 256)
    for byte in classes.classOf { self.classes.append(byte) }
    best = Table(repeating: -1, count: width)
    // Numbers of transitions and places of slots begin at 1.
    slots.append(0)
    moves.append(Move(target: Self.dead, firstStep: 0, stepCount: 0, isStill: false, isIdle: true))
    var reached = Reached()
    follow(code.start, from: 0, isStart: true, isEnd: false, &reached)
    startSteps.firstStep = UInt32(steps.count)
    startSteps.stepCount = UInt32(reached.steps.count)
    for step in reached.steps { steps.append(step) }
    startSteps.target = number(of: reached.ways) ?? 0
  }

  /// The place stored in slot `index` in the last match, or -1.
  func slot(_ index: Int) -> Int { index < width ? best[index] : -1 }

  /// Whether a match starts at the text's start; with its groups on request. Nil if there are too many
  /// states.
  mutating func run(_ text: ByteText, withGroups: Bool) -> Bool? {
    guard let count = UInt32(exactly: text.count), count < .max else { return nil }
    taken.removeAll()
    // A transition takes at least one byte, so that there are no more than bytes.
    taken.reserve(text.count)
    var found: Found?
    var tables = Tables(self)
    var state = Int(startSteps.target)
    var position = 0
    var isOver = false
    while position < text.count {
      let mark = tables.marks[state]
      if mark != 0 {
        if mark & Mark.hasRun != 0 {
          let run = tables.runs[Int(tables.states[state].shortcut)]
          let first = position
          position = end(of: run, at: state, tables, text, from: position)
          if position > first, run.transition.isNoted { note(run.transition.move, until: position) }
          if position == text.count { break }
        }
        if mark & Mark.matches != 0 {
          found = Found(way: Int(tables.states[state].match), taken: taken.count, end: position)
          if mark & Mark.isOver != 0 {
            isOver = true
            break
          }
        }
        if mark & Mark.hasTrace != 0, position &+ ByteTrail.length <= text.count {
          let number = Int(tables.states[state].shortcut)
          let trail = tables.trails[number]
          let length = trail.prefix(of: text, at: position)
          if length < ByteTrail.least || trail.credit < ByteTrail.mostCredit {
            judge(number, of: state, length)
          }
          if length > 0 {
            let first = number &* ByteTrail.length
            var noted = trail.noted & ((1 << UInt32(truncatingIfNeeded: length)) &- 1)
            while noted != 0 {
              let lane = noted.trailingZeroBitCount
              note(tables.lanes[first &+ lane].move, until: position &+ lane &+ 1)
              noted &= noted &- 1
            }
            state = tables.lanes[first &+ length &- 1].target
            position &+= length
            continue
          }
        } else if mark & Mark.isNew != 0 {
          addShortcut(state, text, at: position)
          tables = Tables(self)
        } else if mark & Mark.isLast != 0 {
          let run = tables.runs[Int(tables.states[state].shortcut)]
          position = text.count
          if run.transition.isNoted { note(run.transition.move, until: position) }
          break
        }
      }
      var next = tables.transitions[state &<< shift &+ Int(tables.classes[Int(text[position])])]
      if next.isUnknownOrDead {
        if next == .unknown {
          guard let made = work(state, text[position]) else { return nil }
          next = made
          tables = Tables(self)
        }
        if next == .dead {
          isOver = true
          break
        }
      }
      position &+= 1
      if next.isNoted { note(next.move, until: position) }
      state = next.target
    }
    return finish(found, at: isOver ? nil : state, position, withGroups)
  }

  /// Traces the match back, if there is one; at a state that is still open, the end of the text may match.
  private mutating func finish(_ found: Found?, at state: Int?, _ position: Int, _ withGroups: Bool) -> Bool {
    if let state, case let end = endStep(of: state), end >= 0 {
      let step = steps[Int(end)]
      trace(Found(way: Int(step.source), taken: taken.count, end: position), last: step, withGroups)
      return true
    }
    guard let found else { return false }
    trace(found, last: nil, withGroups)
    return true
  }

  /// Records a transition that was taken on the bytes before `position`.
  @inline(__always)
  private mutating func note(_ move: UInt32, until position: Int) {
    taken.appendReserved(Taken(move: move, end: UInt32(truncatingIfNeeded: position)))
  }

  @inline(__always)
  private func end(of run: ByteRun, at state: Int, _ tables: Tables, _ text: ByteText, from: Int) -> Int {
    var position = from
    if run.hasEnds {
      while position &+ 16 <= text.count {
        let length = run.prefix(of: text, at: position)
        position &+= length
        if length < 16 { return position }
      }
    }
    while position < text.count,
      tables.transitions[state &<< shift &+ Int(tables.classes[Int(text[position])])] == run.transition
    {
      position &+= 1
    }
    return position
  }

  private struct Tables {
    let marks: TableView<UInt8>
    let states: TableView<State>
    let classes: TableView<UInt8>
    let transitions: TableView<Transition>
    let runs: TableView<ByteRun>
    let trails: TableView<ByteTrail>
    let lanes: TableView<Transition>

    init(_ automaton: borrowing TaggedAutomaton) {
      marks = automaton.marks.view
      states = automaton.states.view
      classes = automaton.classes.view
      transitions = automaton.transitions.view
      runs = automaton.shortcuts.runs.view
      trails = automaton.shortcuts.trails.view
      lanes = automaton.shortcuts.lanes.view
    }
  }

  private struct Found {
    let way: Int
    let taken: Int
    let end: Int
  }

  /// Traces the matching thread back; for a slot that was passed more than once, the last time counts.
  private mutating func trace(_ found: Found, last: Step?, _ withGroups: Bool) {
    best.fill(with: -1)
    best[0] = 0
    best[1] = found.end
    guard withGroups else { return }
    let steps = steps.view
    let moves = moves.view
    let taken = taken.view
    if let last { pass(last, at: found.end) }
    var way = found.way
    var index = found.taken
    while index > 0 {
      index &-= 1
      let one = taken[index]
      let step = steps[Int(moves[Int(one.move)].firstStep) &+ way]
      if step.slots > 0 { pass(step, at: Int(one.end)) }
      way = Int(step.source)
    }
    pass(steps[Int(startSteps.firstStep) &+ way], at: 0)
  }

  private mutating func pass(_ step: Step, at position: Int) {
    let list = Int(step.slots)
    var count = Int(slots[list])
    while count > 0 {
      let slot = Int(slots[list &+ count])
      if best[slot] < 0 { best[slot] = position }
      count &-= 1
    }
  }

  /// Computes the transition of a state on a byte; nil if there are too many states.
  mutating func work(_ state: Int, _ byte: UInt8) -> Transition? {
    let place = state << shift + Int(classes[Int(byte)])
    let firstSlot = slots.count
    let reached = reach(from: state, byte)
    guard !reached.ways.isEmpty else {
      transitions[place] = .dead
      return .dead
    }
    guard moves.count < Transition.mostMoves, let target = number(of: reached.ways) else { return nil }
    for byteClass in 0..<classCount {
      let known = transitions[state << shift + byteClass]
      guard !known.isUnknownOrDead, isSame(known, reached) else { continue }
      slots.removeLast(slots.count - firstSlot)
      transitions[place] = known
      return known
    }
    // Each thread continues one that stays the same, so that only the last time counts.
    let found = reached.steps
    let isUnchanged = { (way: UInt32) in
      Int(way) < found.count && found[Int(way)].source == way && found[Int(way)].slots == 0
    }
    let move = Move(
      target: target, firstStep: UInt32(steps.count), stepCount: UInt32(found.count),
      isStill: Int(target) == state && found.allSatisfy { isUnchanged($0.source) },
      isIdle: found.indices.allSatisfy { isUnchanged(UInt32($0)) })
    for step in found { steps.append(step) }
    let made = Transition(move, number: moves.count)
    moves.append(move)
    transitions[place] = made
    return made
  }

  mutating func goes(_ transition: Transition, from state: Int, on byte: UInt8) -> Bool {
    let place = state << shift + Int(classes[Int(byte)])
    if transitions[place] != .unknown { return transitions[place] == transition }
    let firstSlot = slots.count
    let isSame = isSame(transition, reach(from: state, byte))
    slots.removeLast(slots.count - firstSlot)
    if isSame { transitions[place] = transition }
    return isSame
  }

  /// The threads that are open after a step, with their predecessors.
  private struct Reached {
    var ways: [UInt32] = []
    var steps: [Step] = []
  }

  private mutating func reach(from state: Int, _ byte: UInt8) -> Reached {
    let header = states[state]
    var reached = Reached()
    seen.removeAll()
    for way in 0..<header.count {
      let instruction = code[ways[Int(header.first + way)]]
      let target: UInt32?
      switch instruction.kind {
      case .byte: target = byte >= instruction.first && byte <= instruction.last ? instruction.next : nil
      case .edges: target = code.target(of: instruction, on: byte)
      case .split, .look, .slot, .match, .fail: target = nil
      }
      guard let target else { continue }
      if follow(target, from: way, isStart: false, isEnd: false, &reached) { break }
    }
    return reached
  }

  private func isSame(_ transition: Transition, _ reached: Reached) -> Bool {
    let move = moves[Int(transition.move)]
    let target = states[transition.target]
    guard Int(target.count) == reached.ways.count, Int(move.stepCount) == reached.steps.count else {
      return false
    }
    return reached.ways.indices.allSatisfy { index in
      let step = steps[Int(move.firstStep) + index]
      let other = reached.steps[index]
      guard ways[Int(target.first) + index] == reached.ways[index], step.source == other.source else {
        return false
      }
      return (0...slots[Int(step.slots)]).allSatisfy {
        slots[Int(step.slots + $0)] == slots[Int(other.slots + $0)]
      }
    }
  }

  /// Adds the threads reachable from `place` without a byte, the preferred one first; true if one matched, so
  /// that no other is examined.
  @discardableResult
  private mutating func follow(
    _ place: UInt32, from source: UInt32, isStart: Bool, isEnd: Bool, _ reached: inout Reached
  ) -> Bool {
    branches.removeAll()
    path.removeAll()
    branches.append(Branch(place: place, length: 0))
    while let branch = branches.popLast() {
      path.removeLast(path.count - branch.length)
      var place = branch.place
      following: while seen.insert(place) {
        let instruction = code[place]
        switch instruction.kind {
        case .fail: break following
        case .split:
          branches.append(Branch(place: instruction.other, length: path.count))
          place = instruction.next
        case .slot:
          path.append(instruction.other)
          place = instruction.next
        case .look where instruction.look == .startOfText:
          guard isStart else { break following }
          place = instruction.next
        case .look where isEnd: place = instruction.next
        case .byte, .edges, .match, .look:
          reached.ways.append(place)
          reached.steps.append(Step(source: source, slots: path.isEmpty ? 0 : UInt32(slots.count)))
          if !path.isEmpty { slots.append(UInt32(path.count)) }
          for index in 0..<path.count { slots.append(path[index]) }
          if instruction.kind == .match { return true }
          break following
        }
      }
    }
    return false
  }

  /// The state of some threads, created if necessary; nil if there are too many.
  private mutating func number(of open: [UInt32]) -> UInt32? {
    if let known = numbers[open] { return known }
    guard states.count < Self.mostStates else { return nil }
    let number = UInt32(states.count)
    let isMatched = open.last.map { code[$0].kind == .match } ?? false
    states.append(
      State(
        first: UInt32(ways.count), count: UInt32(open.count), match: isMatched ? Int32(open.count - 1) : -1))
    marks.append(Mark.isNew | (isMatched ? Mark.matches | (open.count == 1 ? Mark.isOver : 0) : 0))
    for way in open { ways.append(way) }
    transitions.append(repeating: .unknown, count: 1 << shift)
    numbers[open] = number
    return number
  }

  private mutating func endStep(of state: Int) -> Int32 {
    let header = states[state]
    if header.end != -2 { return header.end }
    var end: Int32 = -1
    for way in 0..<header.count where end < 0 {
      let place = ways[Int(header.first + way)]
      let kind = code[place].kind
      guard kind == .match || kind == .look else { continue }
      var reached = Reached()
      seen.removeAll()
      guard follow(place, from: way, isStart: false, isEnd: true, &reached), let step = reached.steps.last
      else { continue }
      end = Int32(steps.count)
      steps.append(step)
    }
    states[state].end = end
    return end
  }
}
