/// A subset construction: the instructions at which a program may be, and the effect of a byte on them.
///
/// The one meaning of a program for automata. ``LazyAutomaton`` caches its results; a search that gave up
/// caching uses it alone.
struct StateSet: ~Copyable {
  let code: Code
  /// A set with a match is final: only the first match matters.
  let stopsAtMatch: Bool

  /// The instructions that take a byte, wait for the next one, or match. Ascending once sorted.
  var members = Table<UInt32>()
  /// The context before this place; `other` if no member needs it.
  var before = Surroundings.other
  var hasWaiting = false
  var matched = Table<UInt32>()
  var isMatch = false
  private(set) var steps = 0

  private var now: SparseSet
  private var then: SparseSet
  private var stack = Table<UInt32>()

  init(program: Program, stopsAtMatch: Bool) {
    code = Code(program)
    self.stopsAtMatch = stopsAtMatch
    now = SparseSet(limit: program.instructions.count)
    then = SparseSet(limit: program.instructions.count)
  }

  var byteCount: Int {
    now.byteCount + then.byteCount + members.byteCount + matched.byteCount + stack.byteCount
  }

  var isDead: Bool { members.isEmpty && matched.isEmpty && !isMatch }

  mutating func start(at instruction: UInt32, before: Surroundings) {
    matched.removeAll()
    isMatch = false
    then.removeAll()
    close(instruction, before: before)
    collect(before: before)
  }

  /// Makes this the set after `byte`, or after the end of the text for nil.
  mutating func step(_ byte: UInt8?) {
    matched.removeAll()
    isMatch = false
    then.removeAll()
    if hasWaiting { resolve(after: byte.map { Surroundings($0) } ?? .edge) }
    let following = byte.map { Surroundings($0) } ?? .edge
    let count = hasWaiting ? now.count : members.count
    steps += count
    for index in 0..<count {
      let place = hasWaiting ? now[index] : members[index]
      let instruction = code[place]
      switch instruction.kind {
      case .byte:
        if let byte, byte >= instruction.first, byte <= instruction.last {
          close(instruction.next, before: following)
        }
      case .edges:
        if let byte, let next = code.target(of: instruction, on: byte) { close(next, before: following) }
      case .match:
        matched.append(instruction.other)
        isMatch = stopsAtMatch
      case .look, .split, .slot, .fail: break
      }
    }
    collect(before: following)
  }

  /// Fills `now` with the members once the next byte is known.
  private mutating func resolve(after: Surroundings) {
    now.removeAll()
    for index in 0..<members.count {
      stack.append(members[index])
      while let place = stack.popLast() {
        steps += 1
        guard now.insert(place) else { continue }
        let instruction = code[place]
        switch instruction.kind {
        case .byte, .edges, .match, .fail: break
        case .split:
          stack.append(instruction.other)
          stack.append(instruction.next)
        case .slot: stack.append(instruction.next)
        case .look:
          if instruction.look.holds(before: before, after: after) == true { stack.append(instruction.next) }
        }
      }
    }
  }

  /// Adds everything reachable from `place` without a byte to `then`; conditions on the next byte wait.
  private mutating func close(_ place: UInt32, before: Surroundings) {
    stack.append(place)
    while let place = stack.popLast() {
      steps += 1
      guard then.insert(place) else { continue }
      let instruction = code[place]
      switch instruction.kind {
      case .byte, .edges, .fail: break
      case .match: if stopsAtMatch { isMatch = true }
      case .split:
        stack.append(instruction.other)
        stack.append(instruction.next)
      case .slot: stack.append(instruction.next)
      case .look:
        if instruction.look.holds(before: before, after: nil) == true { stack.append(instruction.next) }
      }
    }
  }

  private mutating func collect(before: Surroundings) {
    members.removeAll()
    hasWaiting = false
    for index in 0..<then.count {
      let place = then[index]
      let instruction = code[place]
      switch instruction.kind {
      case .byte, .edges, .match: members.append(place)
      case .look where instruction.look.needsNext:
        members.append(place)
        hasWaiting = true
      case .look, .split, .slot, .fail: break
      }
    }
    self.before = hasWaiting ? before : .other
  }
}
