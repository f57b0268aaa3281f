/// Finds where the preferred match lies, and its groups, by running all ways through a program side by side.
///
/// The match is the leftmost one, and of those the one a backtracking engine would find first, as in RE2 and
/// Perl. Time is at most the text's length times the program's.
struct Simulation: ~Copyable {
  private let code: Code
  private let firstBytes: FirstBytes
  private let slotCount: Int
  /// Whether a match can start only where the text starts.
  private let startsOnce: Bool
  private var now: SparseSet
  private var then: SparseSet
  /// What each thread's slots hold, a row for each member of the set; -1 for nothing.
  private var nowSlots = Table<Int>()
  private var thenSlots = Table<Int>()
  /// The slots of the thread that is being followed.
  private var slots: Table<Int>
  private var best: Table<Int>
  private var stack = Table<Task>()
  /// How many slots are kept: all, or only those of the whole match.
  private var width = 0
  /// How many instructions were looked at since the simulation was made.
  private(set) var steps = 0

  /// Something left to do while a thread is followed.
  struct Task: BitwiseCopyable {
    /// The instruction to go on at, or, with `isSlot`, the slot to put `value` back into.
    var place: UInt32
    var isSlot = false
    var value = 0
  }

  init(program: Program, startsOnce: Bool) {
    code = Code(program)
    firstBytes = FirstBytes(code)
    slotCount = max(program.slotCount, 2)
    self.startsOnce = startsOnce
    now = SparseSet(limit: program.instructions.count)
    then = SparseSet(limit: program.instructions.count)
    slots = Table(repeating: -1, count: slotCount)
    best = Table(repeating: -1, count: slotCount)
  }

  /// Whether a match can start with such a byte.
  func mayBegin(with byte: UInt8) -> Bool { firstBytes.mayStart(with: byte) }

  /// Where slot `index` was passed in the last match, or -1.
  func slot(_ index: Int) -> Int { index < width ? best[index] : -1 }

  /// Looks for the first match that starts at or after `from`; its groups too, if asked.
  mutating func run(_ text: ByteText, from: Int, withGroups: Bool) -> Bool {
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

  /// Moves all threads over the byte at `position`; true if one of them has matched before it.
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

  /// Adds all that is reached from `place` without a byte, in the order of preference.
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

  /// Writes the slots to the row of the member added last.
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
