internal import Bytes

/// The shapes of a stream's documents: the places of keys, and the kinds of the searched values.
///
/// Shapes are compared exactly, never by a hash alone: key numbers are those of ``JSONEntry/keyNumber``, and a document
/// with an unnumbered key has no shape. The contents of unsearched objects and lists are only counted.
struct ShapeCache: ~Copyable {
  /// A member of a searched object.
  struct Step: BitwiseCopyable {
    let key: Int32
    let number: Int32
    let end: UInt32
    /// The allowed kinds of its value, one bit each.
    let kinds: UInt8
  }

  struct Shape: BitwiseCopyable {
    /// The number of entries on the tape, or -1 for no shape.
    var entries = -1
    var steps = 0
  }

  /// The number of cached shapes, two for each first impression.
  static let limit = 32
  private static let stepLimit = 48
  private var shapes = Buffer<Shape>(capacity: limit)
  private var steps = Buffer<Step>()
  private var age = 0
  /// The shape being learned, or -1, and its steps so far.
  private var learnt = -1
  private var stepCount = 0
  /// Which of two is replaced next.
  private var turn = 0

  init() { shapes.append(repeating: Shape(), count: Self.limit) }

  /// Clears the cache if key numbers or the searched paths changed.
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

  /// The first of the two slots for a document's shape, which has at least one key.
  @inline(__always)
  func likely(_ tape: borrowing JSONTape) -> Int {
    var mixed = tape.count &+ tape[1].keyNumber &* 5
    // The second key, or else nothing that depends on the document's values.
    if tape.count > 3, tape[3].kind == .string { mixed = mixed &+ tape[3].keyNumber &* 3 }
    return mixed &* 2 & (Self.limit - 1)
  }

  @inline(__always)
  func met(_ tape: borrowing JSONTape, _ likely: Int) -> Int? {
    if isIdentical(likely, tape) { return likely }
    return isIdentical(likely + 1, tape) ? likely + 1 : nil
  }

  /// If the keys so far are the same and all values ended in the same places, the next key is in the same place.
  @inline(__always)
  private func isIdentical(_ shape: Int, _ tape: borrowing JSONTape) -> Bool {
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

  mutating func learn(_ likely: Int) -> Int {
    turn ^= 1
    learnt = likely + turn
    shapes[learnt].entries = -1
    stepCount = 0
    return learnt
  }

  /// Learns a member of a document, parents before their contents.
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

  /// Keeps the learned shape; false if the document has none.
  mutating func keep(_ tape: borrowing JSONTape) -> Bool {
    guard learnt >= 0 else { return false }
    shapes[learnt] = Shape(entries: tape.count, steps: stepCount)
    learnt = -1
    return true
  }
}

extension JSONEntry.Kind {
  /// The kinds that are equivalent for searches, one bit each.
  fileprivate var alike: UInt8 {
    switch self {
    case .false, .true, .integer, .decimal:
      [JSONEntry.Kind.false, .true, .integer, .decimal].reduce(0) { $0 | 1 << $1.rawValue }
    case .null, .string, .array, .object: 1 << rawValue
    }
  }
}
