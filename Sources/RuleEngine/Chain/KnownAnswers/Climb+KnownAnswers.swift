internal import Bytes
internal import Records
internal import Source

/// How the record that was read last was answered.
package enum Answering {
  /// As others of its kind.
  case known(KnownAnswer)
  /// By a climb of its own, whose outcome is at hand.
  case climbed
  /// Not yet: memory is needed that is not at hand.
  case needsMemory
}

/// One of the answers that came of errors before.
package struct KnownAnswer: BitwiseCopyable {
  package let number: Int32
  package let isHandled: Bool
}

extension Climb {
  /// Answers the record that was read last; where others of its kind were answered alike, without a climb.
  package mutating func answer(_ memory: inout ChainMemory) -> Answering {
    error = ErrorRecord.recorded
    beginClasses()
    identity = 0
    if foreseen.state == .unknown { foresee() }
    let state = foreseen.state
    foreseen.state = .unknown
    if state == .climbs { return climbAnew(&memory) ? .climbed : .needsMemory }
    graph.countError()
    guard var edge = state == .isKnown ? edgeByKey() : .unknown else {
      return climbAnew(&memory) ? .climbed : .needsMemory
    }
    if edge == .unknown { edge = findEdge(state) }
    // What is not known is learnt.
    while let node = edge.question {
      guard let next = self.edge(after: node, graph[node]) else {
        return climbAnew(&memory) ? .climbed : .needsMemory
      }
      edge = next
    }
    if let number = edge.answer {
      return .known(KnownAnswer(number: number, isHandled: answers.handles(number)))
    }
    if edge == .climb { return climbAnew(&memory) ? .climbed : .needsMemory }
    return learn(&memory) ? .climbed : .needsMemory
  }

  /// Where errors of a kind that was met lately get to by the first question; unknown for those of another, nil where
  /// everything had to be forgotten to find it.
  @inline(__always)
  private mutating func edgeByKey() -> QuestionGraph.Edge? {
    guard let place = graph.shortcuts.find(foreseen.key, foreseen.hash) else { return .unknown }
    identity = graph.shortcuts[place].identity
    let found = graph.shortcuts.placeOfFirst(
      ofKind: graph.shortcuts[place].number,
      foreseen.hash,
      start: foreseen.start,
      category: foreseen.category
    )
    guard let found else { return .unknown }
    let first = graph.shortcuts.first(found)
    guard let node = first.edge.question else { return first.edge }
    guard let next = edge(after: node, first.question) else { return nil }
    if next != .unknown { return next }
    // Learnt since, or to be learnt.
    graph.refresh(first: found)
    return first.edge
  }

  /// The edge of the recorded error's kind, found by the classes of its values, and remembered by its key.
  @inline(never)
  private mutating func findEdge(_ state: ForeseenKind.State) -> QuestionGraph.Edge {
    let edge = graph.edge(of: errorKind(foreseen.start, foreseen.category))
    if state == .isKnown, edge != .unknown {
      graph.shortcuts.remember(
        foreseen.key,
        foreseen.hash,
        start: foreseen.start,
        category: foreseen.category,
        edge,
        edge.question.map { graph[$0] },
        identity: isNamedByKey ? identityHash : 0
      )
    }
    return edge
  }

  /// Makes the outcome that of a known answer, whatever record was read last.
  package mutating func recall(_ number: Int32) {
    answers.restore(number, to: &outcome)
  }

  /// Gives a known answer to the record that was read last.
  package mutating func take(_ number: Int32) {
    recall(number)
    record.setCategory(outcome.resolution.category, of: ErrorRecord.recorded)
  }

  /// The resolution of a known answer.
  package func resolution(known number: Int32) -> Outcome.Resolution { answers.resolution(number) }

  /// Climbs with the record that was read last, whatever is known of its kind.
  private mutating func climbAnew(_ memory: inout ChainMemory) -> Bool {
    var sink = NoSteps()
    return climb(&memory, &sink)
  }

  /// The edge that the answer to the question at a place leads to; nil where everything had to be forgotten to find it.
  @inline(__always)
  mutating func edge(after place: Int, _ node: QuestionGraph.Node) -> QuestionGraph.Edge? {
    graph.fetch(node.yes)
    graph.fetch(node.no)
    if node.subject >= 0 {
      let generation = classes.generation
      let valueClass = valueClass(of: UInt32(node.subject))
      guard generation == classes.generation else { return nil }
      if valueClass >= 0 { return classes.holds(node.atom, of: valueClass) ? node.yes : node.no }
    }
    if node.subject == QuestionGraph.Node.choice { return edge(afterChoice: node.atom) }
    var sink = NoSteps()
    let instruction = Int(graph.instruction(of: place))
    return holds(instruction, ErrorRecord.recorded, &sink) ? node.yes : node.no
  }

  private mutating func edge(afterChoice number: Int32) -> QuestionGraph.Edge? {
    let choice = graph.choice(number)
    return switch nextOpen(choice.list, from: choice.from, category: choice.category) {
    case .rule(let rule): graph.edge(after: number, rule)
    case .none: choice.none
    case .forgotten: nil
    }
  }

  /// Climbs, and remembers what was asked and what came of it.
  @inline(never)
  private mutating func learn(_ memory: inout ChainMemory) -> Bool {
    guard let kind = recordedKind() else { return climbAnew(&memory) }
    let generation = classes.generation
    trace.begin()
    let isDone = climbAnew(&memory)
    let isKnown = isDone && !trace.isLeft
    trace.end()
    guard generation == classes.generation else { return isDone }
    let count = answers.count
    let number = isKnown ? answers.number(of: outcome) : nil
    if let number, answers.count > count { write(known: number) }
    graph.learn(kind, trace, tables, to: number.map { .answer($0) } ?? .climb)
    return isDone
  }

  /// The kind of the record that was read last, and where its questions begin; nil where it is not known.
  mutating func edgeOfRecord() -> QuestionGraph.Edge? {
    error = ErrorRecord.recorded
    beginClasses()
    return recordedKind().map { graph.edge(of: $0) }
  }

  /// The kind of the recorded error, or nil where it has a category of its own that is not listed.
  private mutating func recordedKind() -> ErrorKind? {
    guard let category = ownCategory() else { return nil }
    return errorKind(tables.origins.responder(for: record.value(.origin, of: ErrorRecord.recorded)), category)
  }

  private mutating func errorKind(_ start: Int32, _ category: Int32) -> ErrorKind {
    while true {
      let generation = classes.generation
      let kind = ErrorKind(
        start: start,
        category: category,
        domain: keyClass(shortlists.domain),
        type: keyClass(shortlists.type),
        case: keyClass(shortlists.case),
        code: keyClass(shortlists.code)
      )
      // Where there was no room for one more, the classes before it are forgotten too.
      if generation == classes.generation { return kind }
    }
  }

  /// Whether the error is named by what its kind's key is made of.
  private var isNamedByKey: Bool {
    record.slots[Int(Field.type.rawValue)] >= 0 || record.slots[Int(Field.domain.rawValue)] >= 0
  }

  /// The category that the error says it has, -1 for none; nil for one that is not listed.
  @inline(__always)
  mutating func ownCategory() -> Int32? {
    let place = record.slots[Int(Field.category.rawValue)]
    guard place >= 0, record.tape[Int(place)].kind == .string else { return -1 }
    let entry = record.tape[Int(place)]
    if let name = record.shortText(entry) { return categoryNames.find(name) }
    return categoryNames.find(record.tape.text(of: entry))
  }

  // MARK: - While a climb is written down

  /// Whether a rule's condition surely holds or surely doesn't, by what is asked of classes alone, which costs less than
  /// a look into a text; nil where that does not tell.
  mutating func holdsByClasses(_ condition: Int32) -> Bool? {
    switch askClasses(Int(condition)) {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  private mutating func askClasses(_ index: Int) -> TruthValues {
    let step = tables.instructions[index]
    switch step.operation {
    case .always:
      return .yes
    case .all, .any:
      let end: TruthValues = step.operation == .any ? .yes : .no
      var answers = end.inverted
      var part = index + 1
      while part < Int(step.end), answers != end {
        let answer = askClasses(part)
        answers = step.operation == .any ? answers.or(answer) : answers.and(answer)
        part = Int(tables.instructions[part].end)
      }
      return answers
    case .not:
      return askClasses(index + 1).inverted
    case .category:
      let category = Int(outcome.category)
      return category >= 0 && tables.categoryFlags[Int(step.operand) + category] ? .yes : .no
    case .assumed:
      return [.yes, .no, .marks]
    case .anyCause, .rootCause, .payloadError, .oneElement:
      return hasAssumed(index, step) ? [.yes, .no, .marks] : .both
    default:
      guard step.atom >= 0 else { return .both }
      var sink = NoSteps()
      return holds(index, error, &sink) ? .yes : .no
    }
  }

  private func hasAssumed(_ index: Int, _ step: Instruction) -> Bool {
    for part in index..<Int(step.end) where tables.instructions[part].operation == .assumed { return true }
    return false
  }

  /// Whether the answer to a question follows from the error's kind.
  mutating func isToldByKind(_ step: Instruction) -> Bool {
    step.atom >= 0 && shortlists.knows(step.subject) && valueClass(of: step.subject) >= 0
  }
}
