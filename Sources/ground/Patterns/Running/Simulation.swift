/// Finds the preferred match and its groups by running all paths through a program in parallel.
///
/// As in RE2 and Perl, the match is the leftmost, and of those the first that a backtracking engine would
/// find. Time is at most the text's length times the program's.
struct Simulation: ~Copyable {
  private let program: Program
  private let slotCount: Int
  private let startsOnce: Bool
  /// The code made for the first run: where steps are cached, there is none.
  private var code = Code(Program())
  private var firstBytes = FirstBytes()
  private var now = SparseSet(limit: 0)
  private var then = SparseSet(limit: 0)
  /// The slots of each thread, one row per member of the set; -1 for none.
  private var nowSlots = Table<Int>()
  private var thenSlots = Table<Int>()
  private var slots: Table<Int>
  private var best: Table<Int>
  private var stack = Table<Task>()
  /// All slots, or only those of the whole match.
  private var width = 0
  private(set) var steps = 0

  struct Task: BitwiseCopyable {
    /// The instruction to continue at or, with `isSlot`, the slot to reset to `value`.
    var place: UInt32
    var isSlot = false
    var value = 0
  }

  init(program: Program, startsOnce: Bool) {
    self.program = program
    slotCount = max(program.slotCount, 2)
    self.startsOnce = startsOnce
    slots = Table(repeating: -1, count: slotCount)
    best = Table(repeating: -1, count: slotCount)
  }

  private mutating func prepare() {
    code = Code(program)
    firstBytes = FirstBytes(code)
    now = SparseSet(limit: program.instructions.count)
    then = SparseSet(limit: program.instructions.count)
  }

  func slot(_ index: Int) -> Int { index < width ? best[index] : -1 }

  mutating func run(_ text: ByteText, from: Int, withGroups: Bool) -> Bool {
    if code.count == 0 { prepare() }
    width = withGroups ? slotCount : 2
    for index in 0..<width { best[index] = -1 }
    now.removeAll()
    var isFound = false
    var position = from
    while true {
      if now.count == 0, !isFound, !startsOnce {
        while position < text.count, !firstBytes.mayStart(in: text, at: position) { position += 1 }
      }
      if !isFound, !startsOnce || position == from, firstBytes.mayStart(in: text, at: position) {
        for index in 0..<width { slots[index] = -1 }
        slots[0] = position
        follow(code.start, text, position, into: .now)
      }
      if now.count == 0, isFound || startsOnce { break }
      then.removeAll()
      isFound = step(text, position) || isFound
      if position == text.count { break }
      position += 1
      swap(&now, &then)
      swap(&nowSlots, &thenSlots)
    }
    return isFound
  }

  private enum Side {
    case now
    case then
  }

  /// Moves all threads over the byte at `position`; returns whether one of them matched before it.
  private mutating func step(_ text: ByteText, _ position: Int) -> Bool {
    let byte = position < text.count ? text[position] : nil
    for index in 0..<now.count {
      let instruction = code[now[index]]
      switch instruction.kind {
      case .byte:
        guard let byte, byte >= instruction.first, byte <= instruction.last else { continue }
        resume(index)
        follow(instruction.next, text, position + 1, into: .then)
      case .edges:
        guard let byte, let next = code.target(of: instruction, on: byte) else { continue }
        resume(index)
        follow(next, text, position + 1, into: .then)
      case .match:
        for slot in 0..<width { best[slot] = nowSlots[index * width + slot] }
        best[1] = position
        return true
      case .split, .look, .slot, .fail: break
      }
    }
    return false
  }

  private mutating func resume(_ index: Int) {
    for slot in 0..<width { slots[slot] = nowSlots[index * width + slot] }
  }

  /// Adds everything reachable from `place` without a byte, in order of preference.
  private mutating func follow(_ place: UInt32, _ text: ByteText, _ position: Int, into side: Side) {
    stack.append(Task(place: place))
    while let task = stack.popLast() {
      if task.isSlot { slots[Int(task.place)] = task.value } else { follow(task.place, text, position, side) }
    }
  }

  private mutating func follow(_ first: UInt32, _ text: ByteText, _ position: Int, _ side: Side) {
    var place = first
    while true {
      steps += 1
      guard side == .now ? now.insert(place) : then.insert(place) else { return }
      let instruction = code[place]
      switch instruction.kind {
      case .fail: return
      case .byte, .edges, .match:
        save(side)
        return
      case .split:
        stack.append(Task(place: instruction.other))
        place = instruction.next
      case .look:
        let before = Surroundings(before: position, in: text)
        guard instruction.look.holds(before: before, after: Surroundings(after: position, in: text)) == true
        else { return }
        place = instruction.next
      case .slot:
        let slot = Int(instruction.other)
        if slot < width {
          stack.append(Task(place: instruction.other, isSlot: true, value: slots[slot]))
          slots[slot] = position
        }
        place = instruction.next
      }
    }
  }

  private mutating func save(_ side: Side) {
    switch side {
    case .now: Self.write(slots, width, to: &nowSlots, row: now.count - 1)
    case .then: Self.write(slots, width, to: &thenSlots, row: then.count - 1)
    }
  }

  private static func write(_ slots: borrowing Table<Int>, _ width: Int, to rows: inout Table<Int>, row: Int)
  {
    let end = (row + 1) * width
    if rows.count < end { rows.append(repeating: -1, count: end - rows.count) }
    for slot in 0..<width { rows[row * width + slot] = slots[slot] }
  }
}
