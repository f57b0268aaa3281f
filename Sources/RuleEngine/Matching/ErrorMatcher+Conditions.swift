/// The truth value of a condition for an error that may be known in part.
enum Truth: BitwiseCopyable {
  case yes, no, maybe

  var inverted: Truth {
    switch self {
    case .yes: .no
    case .no: .yes
    case .maybe: .maybe
    }
  }

  init(_ holds: Bool) { self = holds ? .yes : .no }
}

protocol Knowledge {
  /// Whether the question at an instruction, with everything below it, has a known result.
  func answers(_ index: Index<Instruction>, _ step: Instruction) -> Bool
}

struct AllKnown: Knowledge {
  @inline(__always)
  func answers(_ index: Index<Instruction>, _ step: Instruction) -> Bool { true }
}

extension ErrorMatcher {
  /// Whether the condition at an instruction matches an error node.
  ///
  /// - Parameter category: the assigned category.
  @inline(__always)
  mutating func holds<Sink: StepSink & ~Copyable>(
    _ index: Index<Instruction>,
    _ frame: FrameIndex,
    category: CategoryIndex,
    _ sink: inout Sink
  ) -> Bool {
    truth(of: index, frame, category: category, AllKnown(), &sink) == .yes
  }

  mutating func truth<Known: Knowledge, Sink: StepSink & ~Copyable>(
    of index: Index<Instruction>,
    _ frame: FrameIndex,
    category: CategoryIndex,
    _ known: Known,
    _ sink: inout Sink
  ) -> Truth {
    let step = tables.instructions[index]
    switch step.operation {
    case .always:
      return .yes
    case .all, .any:
      let isAny = step.operation == .any
      let decisive = Truth(isAny)
      sink.opens(isAny ? .any : .all)
      var part = index + 1
      var truth = decisive.inverted
      while truth != decisive, part < step.end {
        let next = self.truth(of: part, frame, category: category, known, &sink)
        if next == decisive || next == .maybe { truth = next }
        part = tables.instructions[part].end
      }
      sink.closes(holds: truth == .yes)
      return truth
    case .not:
      sink.opens(.not)
      let truth = self.truth(of: index + 1, frame, category: category, known, &sink).inverted
      sink.closes(holds: truth == .yes)
      return truth
    default:
      guard known.answers(index, step) else { return .maybe }
      return Truth(answers(step, at: index, frame, category: category, &sink))
    }
  }

  /// The result of a question that is not a connective.
  @inline(__always)
  private mutating func answers<Sink: StepSink & ~Copyable>(
    _ step: Instruction,
    at index: Index<Instruction>,
    _ frame: FrameIndex,
    category: CategoryIndex,
    _ sink: inout Sink
  ) -> Bool {
    switch step.operation {
    case .anyCause:
      return holdsForOneCause(index, frame, category: category, &sink)
    case .rootCause:
      sink.opens(.rootCause)
      let root = record.causes(of: frame).last ?? frame
      let isMatch = holds(index + 1, root, category: category, &sink)
      sink.closes(holds: isMatch)
      return isMatch
    case .payloadError:
      sink.opens(.payload(Int(step.operand)))
      let payload = record.value(.payload, of: frame)
      let element = record.element(Int(step.operand), of: payload.index)
      let nested = element.flatMap { record.nestedFrame(at: $0) }
      let isMatch = nested.map { holds(index + 1, $0, category: category, &sink) } ?? false
      sink.closes(holds: isMatch)
      return isMatch
    case .oneElement:
      return holdsForOneElement(index, frame, category: category, &sink)
    case .category:
      let isMatch = !category.isNone && tables.categoryFlags[Int(step.operand) + Int(category)]
      sink.compares(step, with: resolvedCategory(of: frame) ?? .missing, holds: isMatch)
      return isMatch
    case .predicate:
      let resolved = resolvedCategory(of: frame)
      let isMatch = chain.holds(predicate: Int(step.operand), record, frame, category: resolved)
      sink.compares(step, with: .missing, holds: isMatch)
      return isMatch
    case .assumed:
      hasAssumed = true
      sink.compares(step, with: .missing, holds: step.operand == 1)
      return step.operand == 1
    default:
      if !Sink.listens, !step.atom.isNone, frame == error, let isMatch = holdsByClass(step) { return isMatch }
      let value =
        !boundElement.isNone ? record.tape.value(at: boundElement) : value(ofSubject: step.subject, frame)
      let isMatch = compare(step, value, frame)
      sink.compares(step, with: value, holds: isMatch)
      return isMatch
    }
  }

  private mutating func holdsForOneCause<Sink: StepSink & ~Copyable>(
    _ index: Index<Instruction>,
    _ frame: FrameIndex,
    category: CategoryIndex,
    _ sink: inout Sink
  ) -> Bool {
    sink.opens(.causes)
    let causes = record.causes(of: frame)
    var isMatch = false
    for cause in causes where !isMatch {
      sink.opens(.cause(cause - causes.startIndex + 1))
      isMatch = holds(index + 1, cause, category: category, &sink)
      sink.closes(holds: isMatch)
    }
    sink.closes(holds: isMatch)
    return isMatch
  }

  /// Whether all parts of a condition about one subject match the same element of its array.
  private mutating func holdsForOneElement<Sink: StepSink & ~Copyable>(
    _ index: Index<Instruction>,
    _ frame: FrameIndex,
    category: CategoryIndex,
    _ sink: inout Sink
  ) -> Bool {
    let array = value(ofSubject: tables.instructions[index].subject, frame)
    guard array.kind == .array else { return holds(index + 1, frame, category: category, &sink) }
    defer { boundElement = .nowhere }
    sink.opens(.elements)
    var position = 0
    var isMatch = false
    while !isMatch, let element = record.element(position, of: array.index) {
      boundElement = element
      position += 1
      sink.opens(.element(position))
      isMatch = holds(index + 1, frame, category: category, &sink)
      sink.closes(holds: isMatch)
    }
    sink.closes(holds: isMatch)
    return isMatch
  }
}
