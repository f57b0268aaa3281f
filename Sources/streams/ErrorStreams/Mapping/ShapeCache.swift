internal import Bytes

/// Places of keys, and kinds of the searched values.
///
/// Compared exactly, never by a hash alone: key numbers are those of ``JSONEntry/keyNumber``, and a document
/// with an unnumbered key has no shape. The contents of unsearched objects and lists are only counted.
struct ShapeCache: ~Copyable {
  struct Step: BitwiseCopyable {
    let key: Int32
    let number: Int32
    let end: UInt32
    /// Allowed kinds of the value, one bit each.
    let kinds: UInt8
  }

  struct Shape: BitwiseCopyable {
    /// The number of entries on the tape; -1 for no shape.
    var entries = -1
    var steps = 0
  }

  /// Two for each first impression.
  static let limit = 32
  private static let stepLimit = 48
  private var shapes = Buffer<Shape>(capacity: limit)
  private var steps = Buffer<Step>()
  private var age = 0
  /// The shape that is being added, or -1, and its steps.
  private var unfinished = -1
  private var stepCount = 0
  /// The one of the two that is replaced next.
  private var turn = 0

  init() { shapes.append(repeating: Shape(), count: Self.limit) }

  @inline(__always)
  mutating func begin(_ age: Int) {
    if age != self.age { start(age) }
  }

  mutating func clear() {
    for shape in 0..<Self.limit { shapes[shape].entries = -1 }
  }

  private mutating func start(_ age: Int) {
    self.age = age
    clear()
    if steps.isEmpty {
      let none = Step(key: 0, number: 0, end: 0, kinds: 0)
      steps.append(repeating: none, count: Self.limit * Self.stepLimit)
    }
  }

  /// The first of two slots; a shape has at least one key.
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

  mutating func beginShape(_ likely: Int) -> Int {
    turn ^= 1
    unfinished = likely + turn
    shapes[unfinished].entries = -1
    stepCount = 0
    return unfinished
  }

  /// Parents before their contents.
  @inline(__always)
  mutating func note(_ key: Int, _ branch: Int32, _ tape: borrowing JSONTape) {
    if unfinished >= 0 { noteStep(key, branch, tape) }
  }

  private mutating func noteStep(_ key: Int, _ branch: Int32, _ tape: borrowing JSONTape) {
    let number = tape[key].keyNumber
    guard number > 0, stepCount < Self.stepLimit else {
      unfinished = -1
      return
    }
    steps[unfinished * Self.stepLimit + stepCount] = Step(
      key: Int32(truncatingIfNeeded: key), number: Int32(truncatingIfNeeded: number), end: tape[key + 1].end,
      kinds: branch < 0 ? 0xFF : tape[key + 1].kind.alike)
    stepCount += 1
  }

  /// False if the document has no shape.
  mutating func keep(_ tape: borrowing JSONTape) -> Bool {
    guard unfinished >= 0 else { return false }
    shapes[unfinished] = Shape(entries: tape.count, steps: stepCount)
    unfinished = -1
    return true
  }
}

extension JSONEntry.Kind {
  /// Kinds that are equivalent for searches, one bit each.
  fileprivate var alike: UInt8 {
    switch self {
    case .false, .true, .integer, .decimal:
      [JSONEntry.Kind.false, .true, .integer, .decimal].reduce(0) { $0 | 1 << $1.rawValue }
    case .null, .string, .array, .object: 1 << rawValue
    }
  }
}
