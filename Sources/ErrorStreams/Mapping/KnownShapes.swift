internal import Bytes

/// The shapes of a stream's documents: which keys stand where, and of what kind are the values that are looked for.
///
/// A shape is told by comparing all of that, never by a hash alone: numbers of keys are those of ``JSONEntry/keyNumber``, and
/// a document with a key that has none is of no shape. What stands in objects and lists that nobody looks into is only
/// counted.
struct KnownShapes: ~Copyable {
  /// A member of an object that is looked through.
  struct Step: BitwiseCopyable {
    /// Where its key stands on the tape.
    let key: Int32
    let number: Int32
    /// Just behind its value.
    let end: UInt32
    /// The kinds that its value may have, a bit each.
    let kinds: UInt8
  }

  struct Shape: BitwiseCopyable {
    /// How many entries the tape has, or -1 where no shape is kept.
    var entries = -1
    /// How many steps there are.
    var steps = 0
  }

  /// How many are kept: two of those that look alike at first sight.
  static let limit = 32
  private static let stepLimit = 48
  private var shapes = Buffer<Shape>(capacity: limit)
  private var steps = Buffer<Step>()
  private var age = 0
  /// The shape that is being learnt, or -1, and its steps so far.
  private var learnt = -1
  private var stepCount = 0
  /// Which of two takes the next one's place.
  private var turn = 0

  init() { shapes.append(repeating: Shape(), count: Self.limit) }

  /// Forgets all where numbers of keys, or what is looked for, changed since.
  @inline(__always)
  mutating func begin(_ age: Int) {
    if age != self.age { start(age) }
  }

  mutating func forget() {
    for shape in 0..<Self.limit { shapes[shape].entries = -1 }
  }

  private mutating func start(_ age: Int) {
    self.age = age
    forget()
    if steps.isEmpty {
      let none = Step(key: 0, number: 0, end: 0, kinds: 0)
      steps.append(repeating: none, count: Self.limit * Self.stepLimit)
    }
  }

  /// The first of the two places where a document's shape is kept, which has a key at least.
  @inline(__always)
  func likely(_ tape: borrowing JSONTape) -> Int {
    var mixed = tape.count &+ tape[1].keyNumber &* 5
    // The second key, or at least nothing that changes with the document's values.
    if tape.count > 3, tape[3].kind == .string { mixed = mixed &+ tape[3].keyNumber &* 3 }
    return mixed &* 2 & (Self.limit - 1)
  }

  /// The shape of a document that was met before, or nil.
  @inline(__always)
  func met(_ tape: borrowing JSONTape, _ likely: Int) -> Int? {
    if isLike(likely, tape) { return likely }
    return isLike(likely + 1, tape) ? likely + 1 : nil
  }

  /// Where the keys so far are the same and all values ended where they ended, the next key stands where it stood.
  @inline(__always)
  private func isLike(_ shape: Int, _ tape: borrowing JSONTape) -> Bool {
    let known = shapes[shape]
    guard known.entries == tape.count else { return false }
    var place = shape * Self.stepLimit
    let end = place + known.steps
    while place < end {
      let step = steps[place]
      let key = Int(step.key)
      guard tape[key].keyNumber == Int(step.number), tape[key + 1].end == step.end,
        step.kinds &>> tape[key + 1].kind.rawValue & 1 != 0
      else { return false }
      place += 1
    }
    return true
  }

  /// Begins to learn a shape; returns where it will be kept.
  mutating func learn(_ likely: Int) -> Int {
    turn ^= 1
    learnt = likely + turn
    shapes[learnt].entries = -1
    stepCount = 0
    return learnt
  }

  /// Learns a member of a document, parents before what is in them.
  @inline(__always)
  mutating func note(_ key: Int, _ branch: Int32, _ tape: borrowing JSONTape) {
    if learnt >= 0 { noteStep(key, branch, tape) }
  }

  private mutating func noteStep(_ key: Int, _ branch: Int32, _ tape: borrowing JSONTape) {
    let number = tape[key].keyNumber
    guard number > 0, stepCount < Self.stepLimit else {
      learnt = -1
      return
    }
    steps[learnt * Self.stepLimit + stepCount] = Step(
      key: Int32(truncatingIfNeeded: key),
      number: Int32(truncatingIfNeeded: number),
      end: tape[key + 1].end,
      kinds: branch < 0 ? 0xFF : tape[key + 1].kind.alike
    )
    stepCount += 1
  }

  /// Keeps what was learnt; false where the document is of no shape.
  mutating func keep(_ tape: borrowing JSONTape) -> Bool {
    guard learnt >= 0 else { return false }
    shapes[learnt] = Shape(entries: tape.count, steps: stepCount)
    learnt = -1
    return true
  }
}

extension JSONEntry.Kind {
  /// The kinds that mean the same to whoever looks for values, a bit each.
  fileprivate var alike: UInt8 {
    switch self {
    case .false, .true, .integer, .decimal:
      [JSONEntry.Kind.false, .true, .integer, .decimal].reduce(0) { $0 | 1 << $1.rawValue }
    case .null, .string, .array, .object: 1 << rawValue
    }
  }
}
