/// What errors were decided by: at each place a question, behind each of its answers the next place, and at the ends the
/// outcomes that all errors share which get there.
///
/// Bounded: where there is no room for more, everything is forgotten before the next error; where learning saves nothing, no
/// more is learnt.
struct DecisionTree: ~Copyable {
  /// Where an answer leads.
  struct Edge: BitwiseCopyable, Equatable {
    fileprivate let rawValue: Int32

    /// Nobody got there yet.
    static let unknown = Edge(rawValue: -1)
    /// What follows depends on more than questions: the error is evaluated.
    static let evaluation = Edge(rawValue: -2)
    fileprivate static func question(_ place: Int) -> Edge { Edge(rawValue: Int32(place)) }
    static func outcome(_ number: AnswerIndex) -> Edge { Edge(rawValue: -3 - number.raw) }

    /// The place of the question that is asked next, or nil.
    @inline(__always)
    var place: Int? { rawValue >= 0 ? Int(rawValue) : nil }
    /// The number of the outcome, or nil.
    @inline(__always)
    var outcome: AnswerIndex? { rawValue <= -3 ? AnswerIndex(-3 - rawValue) : nil }
  }

  /// Not private: the debug compiler crashes on a private one here.
  struct Slot: BitwiseCopyable {
    /// A place and an answer, or ``free``.
    var key = free
    var edge = Edge.unknown

    fileprivate static let free = UInt64.max
  }

  /// The place before the first question, at which an error's first responder and own category are the answer.
  static let root = -1
  private let limits: LearningLimits
  private var questions = Buffer<Question>()
  private var slots = Buffer<Slot>()
  private var used = 0
  /// What the kinds of errors decide by themselves.
  var kinds = KindDecisions()
  private var kindGeneration = 0
  /// Errors answered, and evaluations it took to learn how, since everything was forgotten last.
  private var answered = 0
  private var learnt = 0
  /// Whether learning costs more than it saves.
  private(set) var isGivenUp = false
  /// How often everything was forgotten.
  private(set) var timesForgotten = 0

  private static let firstSlots = 1 << 8

  init(_ limits: LearningLimits) {
    self.limits = limits
    slots.append(repeating: Slot(), count: Self.firstSlots)
  }

  /// Counts an error that is answered, and makes room for what is learnt of it.
  ///
  /// - Parameter generation: how often the numbers of kinds have changed their meaning.
  @inline(__always)
  mutating func countError(_ generation: Int) {
    answered &+= 1
    if used > limits.decisions { forget() }
    if kindGeneration != generation {
      kindGeneration = generation
      kinds.forget()
    }
  }

  /// The question that is asked at a place.
  @inline(__always)
  subscript(place: Int) -> Question { questions[place] }

  /// Where an answer at a place leads.
  @inline(__always)
  func edge(after place: Int, _ answer: Int32) -> Edge {
    slots[slot(of: Self.key(place, answer))].edge
  }

  /// Remembers the answers of an evaluation, and what they led to.
  mutating func learn(start: Int32, _ trail: borrowing DecisionTrail, to end: Edge) {
    learnt += 1
    var (place, answer) = (Self.root, start)
    for index in 0..<trail.steps.count {
      let step = trail.steps[index]
      let slot = enter(Self.key(place, answer))
      if slots[slot].edge == .unknown {
        slots[slot].edge = .question(questions.count)
        questions.append(step.question)
      }
      guard let next = slots[slot].edge.place, questions[next] == step.question else { return }
      (place, answer) = (next, step.answer)
    }
    let slot = enter(Self.key(place, answer))
    if slots[slot].edge == .unknown { slots[slot].edge = end }
  }

  @inline(never)
  private mutating func forget() {
    timesForgotten += 1
    isGivenUp = learnt > 1_000 && answered < 4 * learnt
    questions.removeAll()
    kinds.forget()
    slots.removeAll()
    slots.append(repeating: Slot(), count: Self.firstSlots)
    (used, answered, learnt) = (0, 0, 0)
  }

  @inline(__always)
  private static func key(_ place: Int, _ answer: Int32) -> UInt64 {
    UInt64(UInt32(truncatingIfNeeded: place &+ 1)) << 32 | UInt64(UInt32(bitPattern: answer))
  }

  /// The slot of a key, or the free one where it belongs.
  @inline(__always)
  private func slot(of key: UInt64) -> Int {
    let mixed = key &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: mixed >> 32) & (slots.count &- 1)
    let slots = slots.base
    while slots[slot].key != key, slots[slot].key != Slot.free {
      slot = (slot &+ 1) & (self.slots.count &- 1)
    }
    return slot
  }

  private mutating func enter(_ key: UInt64) -> Int {
    let slot = slot(of: key)
    if slots[slot].key == key { return slot }
    used += 1
    if used * 2 > slots.count { grow() }
    let place = self.slot(of: key)
    slots[place].key = key
    return place
  }

  private mutating func grow() {
    var old = Buffer<Slot>(capacity: slots.count)
    for index in 0..<slots.count where slots[index].key != Slot.free { old.append(slots[index]) }
    let size = slots.count * 2
    slots.removeAll()
    slots.append(repeating: Slot(), count: size)
    for index in 0..<old.count { slots[slot(of: old[index].key)] = old[index] }
  }
}
