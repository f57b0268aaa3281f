internal import Bytes
internal import CScan
internal import Source

/// For each kind of error that was met: what is asked of it, one question after the other, and what comes of it in the
/// end. Grown from the climbs themselves, a path at a time.
///
/// Bounded: past its room everything is forgotten and learnt anew.
struct QuestionGraph: ~Copyable {
  /// Where an answer leads.
  struct Edge: BitwiseCopyable, Equatable {
    let rawValue: Int32

    /// Nobody went there yet.
    static let unknown = Edge(rawValue: -1)
    /// More than questions decide: the error has to climb.
    static let climb = Edge(rawValue: -2)

    static func question(_ node: Int) -> Edge { Edge(rawValue: Int32(node)) }
    static func answer(_ number: Int32) -> Edge { Edge(rawValue: -3 - number) }

    @inline(__always)
    var question: Int? { rawValue >= 0 ? Int(rawValue) : nil }
    /// The number of a known answer, or nil.
    @inline(__always)
    var answer: Int32? { rawValue <= -3 ? -3 - rawValue : nil }
  }

  /// A question, in 16 bytes: of a chain with many rules those that a stream asks fill the processor's caches.
  struct Node: BitwiseCopyable {
    /// Which subject answers it by its class, -1 where none does, ``choice`` where a rule is chosen.
    let subject: Int32
    /// Which of the subject's atoms is asked, or which choice it is.
    let atom: Int32
    var yes = Edge.unknown
    var no = Edge.unknown

    static let choice: Int32 = -2
  }

  struct Slot: BitwiseCopyable {
    var kind: ErrorKind
    var edge = Edge.unknown
    /// The kind's number, or -1 where the slot is free.
    var number: Int32 = -1
  }

  /// An edge by where it leaves: the slot of a kind, or a question with one of its answers.
  private enum Origin {
    case kind(Int)
    case node(Int, Bool)
    /// A choice, and the rule or -1.
    case choice(Int32, Int32)
  }

  private let limits: LearningLimits
  private var slots = Buffer<Slot>()
  private var used = 0
  private var nodes = Buffer<Node>()
  /// By node: what is asked, or -1 where a rule is chosen.
  private var instructions = Buffer<Int32>()
  private var choices = RuleChoices()
  private var junctions = Junctions()
  /// The kinds met lately.
  var shortcuts = KindShortcuts()
  /// Errors answered, and climbs it took to learn how, since everything was forgotten last.
  private var answered = 0
  private var learnt = 0
  /// Whether learning costs more than it saves.
  private(set) var isGivenUp = false
  /// How often there was no room to learn more.
  private(set) var timesForgotten = 0

  init(_ limits: LearningLimits) {
    self.limits = limits
    slots.append(repeating: Slot(kind: .none), count: 1 << 8)
  }

  @inline(__always)
  subscript(index: Int) -> Node { nodes[index] }

  /// What a question asks, or -1 where a rule is chosen.
  func instruction(of node: Int) -> Int32 { instructions[node] }

  /// Asks for the memory of the question that an edge leads to, if it leads to one: it is mostly not at hand when the way
  /// gets there.
  @inline(__always)
  func fetch(_ edge: Edge) { cscan_fetch(nodes.base + Int(edge.rawValue)) }

  /// A choice by its number.
  @inline(__always)
  func choice(_ number: Int32) -> RuleChoice { choices[number] }

  /// Where it leads that a rule was chosen, or none (-1).
  @inline(__always)
  func edge(after choice: Int32, _ rule: Int32) -> Edge { choices[choice, rule] }

  /// Counts an error that is answered.
  @inline(__always)
  mutating func countError() { answered &+= 1 }

  /// The first edge of a kind of error.
  @inline(__always)
  func edge(of kind: ErrorKind) -> Edge {
    var index = kind.hash & (slots.count - 1)
    while slots[index].number >= 0 {
      if slots[index].kind == kind { return slots[index].edge }
      index = (index + 1) & (slots.count - 1)
    }
    return .unknown
  }

  /// Looks again at what is asked first of a kind that was met lately.
  mutating func refresh(first place: Int) {
    if let node = shortcuts.first(place).edge.question { shortcuts.refresh(first: place, nodes[node]) }
  }

  /// Writes down what a climb of an error asked, and where that led.
  mutating func learn(
    _ kind: ErrorKind,
    _ trace: borrowing QuestionTrace,
    _ tables: TablesReference,
    to end: Edge
  ) {
    learnt += 1
    if nodes.count + choices.count + trace.steps.count > limits.questions || used >= limits.lists {
      makeRoom()
    }
    if used * 2 >= slots.count { grow() }
    let place = place(of: kind)
    let number = slots[place].number
    var from = Origin.kind(place)
    var past = past(of: from)
    var pending: Junction?
    for index in 0..<trace.steps.count {
      let step = trace.steps[index]
      switch step.kind {
      case .mark:
        past = self.past(of: from)
      case .place:
        let junction = Junction(kind: number, past: past, place: step.index, category: step.category)
        if self[from] == .unknown { self[from] = junctions[junction] }
        if let pending { junctions[pending] = self[from] }
        junctions[junction] = self[from]
        pending = junction
      case .choice:
        if self[from] == .unknown {
          self[from] = .question(nodes.count)
          let choice = choices.append(RuleChoice(list: step.list, from: step.from, category: step.category))
          nodes.append(Node(subject: Node.choice, atom: choice))
          instructions.append(-1)
        }
        if let pending { junctions[pending] = self[from] }
        pending = nil
        guard let node = self[from].question, nodes[node].subject == Node.choice else { return }
        from = .choice(nodes[node].atom, step.index)
      case .question:
        if self[from] == .unknown {
          let instruction = tables.instructions[Int(step.index)]
          self[from] = .question(nodes.count)
          nodes.append(
            Node(
              subject: instruction.atom < 0 ? -1 : Int32(bitPattern: instruction.subject),
              atom: instruction.atom
            )
          )
          instructions.append(step.index)
        }
        if let pending { junctions[pending] = self[from] }
        pending = nil
        guard let node = self[from].question, instructions[node] == step.index else { return }
        from = .node(node, step.answer)
      }
    }
    if self[from] == .unknown { self[from] = end }
    if let pending { junctions[pending] = self[from] }
  }

  /// Forgets everything.
  mutating func forget() {
    for index in 0..<slots.count { slots[index] = Slot(kind: .none) }
    used = 0
    nodes.removeAll()
    instructions.removeAll()
    choices.forget()
    junctions.forget()
    shortcuts.forget()
    answered = 0
    learnt = 0
  }

  /// Forgets everything for want of room; where it was hardly used, for good.
  private mutating func makeRoom() {
    timesForgotten += 1
    isGivenUp = learnt > 1_000 && answered < 4 * learnt
    forget()
  }

  private subscript(origin: Origin) -> Edge {
    get {
      switch origin {
      case .kind(let place): slots[place].edge
      case .node(let node, let answer): answer ? nodes[node].yes : nodes[node].no
      case .choice(let choice, let rule): choices[choice, rule]
      }
    }
    set {
      switch origin {
      case .kind(let place): slots[place].edge = newValue
      case .node(let node, true): nodes[node].yes = newValue
      case .node(let node, false): nodes[node].no = newValue
      case .choice(let choice, let rule): choices[choice, rule] = newValue
      }
    }
  }

  /// A number for an edge among those of one kind.
  private mutating func past(of origin: Origin) -> Int32 {
    switch origin {
    case .kind: -1
    case .node(let node, let answer): Int32(node) << 1 | (answer ? 1 : 0)
    case .choice(let choice, let rule): -2 - choices.number(choice, rule)
    }
  }

  /// The slot of a kind, which is a new one if nobody asked for it before.
  private mutating func place(of kind: ErrorKind) -> Int {
    var index = kind.hash & (slots.count - 1)
    while slots[index].number >= 0 {
      if slots[index].kind == kind { return index }
      index = (index + 1) & (slots.count - 1)
    }
    slots[index] = Slot(kind: kind, number: Int32(used))
    used += 1
    return index
  }

  private mutating func grow() {
    var old = Buffer<Slot>(capacity: slots.count)
    for index in 0..<slots.count where slots[index].number >= 0 { old.append(slots[index]) }
    let size = slots.count * 2
    slots.removeAll()
    slots.append(repeating: Slot(kind: .none), count: size)
    for place in 0..<old.count {
      var index = old[place].kind.hash & (slots.count - 1)
      while slots[index].number >= 0 { index = (index + 1) & (slots.count - 1) }
      slots[index] = old[place]
    }
  }
}
