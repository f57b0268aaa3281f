internal import Records
internal import Bytes

/// The truth value of a condition for an error that may be known in part.
enum Truth: BitwiseCopyable {
  case `true`, `false`, unknown

  var inverted: Truth {
    switch self {
    case .true: .false
    case .false: .true
    case .unknown: .unknown
    }
  }

  init(_ holds: Bool) { self = holds ? .true : .false }
}

protocol Knowledge {
  /// Whether the evaluation goes in the order of the file, so that nothing is asked behind a condition that may decide.
  static var isInOrder: Bool { get }
  /// Whether the question at an instruction, with everything below it, has a known result.
  func knows(_ index: Index<ConditionInstruction>, _ step: ConditionInstruction) -> Bool
}

struct AllKnown: Knowledge {
  static var isInOrder: Bool { true }

  @inline(__always)
  func knows(_ index: Index<ConditionInstruction>, _ step: ConditionInstruction) -> Bool { true }
}

/// Everything but the breakers, whether or not they are read.
struct AllButBreakers: Knowledge {
  static var isInOrder: Bool { true }

  func knows(_ index: Index<ConditionInstruction>, _ step: ConditionInstruction) -> Bool {
    step.operation != .open
  }
}

extension ErrorMatcher {
  @inline(__always)
  mutating func holds<Sink: StepSink & ~Copyable>(
    _ index: Index<ConditionInstruction>, _ errorNode: ErrorNodeIndex, category: CategoryIndex,
    _ sink: inout Sink
  ) -> Bool {
    truth(of: index, errorNode, category: category, AllKnown(), &sink) == .true
  }

  mutating func truth<Known: Knowledge, Sink: StepSink & ~Copyable>(
    of index: Index<ConditionInstruction>, _ errorNode: ErrorNodeIndex, category: CategoryIndex,
    _ known: Known, _ sink: inout Sink
  ) -> Truth {
    let step = tables.conditions.instructions[index]
    switch step.operation {
    case .always:
      return .true
    case .all, .any:
      let isAny = step.operation == .any
      let decisive = Truth(isAny)
      sink.opens(isAny ? .any : .all)
      var part = index + 1
      var truth = decisive.inverted
      while truth != decisive, part < step.end {
        // The open question may decide, and then the question behind it is not asked.
        if Known.isInOrder, truth == .unknown, assumes(part..<step.end) { break }
        let next = self.truth(of: part, errorNode, category: category, known, &sink)
        if next == decisive || next == .unknown { truth = next }
        part = tables.conditions.instructions[part].end
      }
      sink.closes(holds: truth == .true)
      return truth
    case .not:
      sink.opens(.not)
      let truth = self.truth(of: index + 1, errorNode, category: category, known, &sink).inverted
      sink.closes(holds: truth == .true)
      return truth
    case .open:
      guard known.knows(index, step) else { return .unknown }
      return isOpen(step, &sink)
    default:
      guard known.knows(index, step) else { return .unknown }
      return Truth(result(of: step, at: index, errorNode, category: category, &sink))
    }
  }

  private func assumes(_ range: IndexRange<ConditionInstruction>) -> Bool {
    for index in range where tables.conditions.instructions[index].operation == .assumed { return true }
    return false
  }

  @inline(__always)
  private mutating func result<Sink: StepSink & ~Copyable>(
    of step: ConditionInstruction, at index: Index<ConditionInstruction>, _ errorNode: ErrorNodeIndex,
    category: CategoryIndex, _ sink: inout Sink
  ) -> Bool {
    switch step.operation {
    case .anyCause:
      return holdsForOneCause(index, errorNode, category: category, &sink)
    case .rootCause:
      sink.opens(.rootCause)
      let root = record.causes(of: errorNode).last ?? errorNode
      let isMatch = holds(index + 1, root, category: category, &sink)
      sink.closes(holds: isMatch)
      return isMatch
    case .payloadError:
      sink.opens(.payload(Int(step.operand)))
      let payload = record.value(.payload, of: errorNode)
      let element = record.element(Int(step.operand), of: payload.index)
      let nested = element.flatMap { record.nestedErrorNode(at: $0) }
      let isMatch = nested.map { holds(index + 1, $0, category: category, &sink) } ?? false
      sink.closes(holds: isMatch)
      return isMatch
    case .anyInside:
      return holdsInside(index, errorNode, category: category, &sink)
    case .oneElement:
      return holdsForOneElement(index, errorNode, category: category, &sink)
    case .category:
      let isMatch = !category.isNone && tables.categoryFlags[Int(step.operand) + Int(category)]
      sink.compares(step, with: resolvedCategory(of: errorNode) ?? .missing, holds: isMatch)
      return isMatch
    case .predicate:
      let resolved = resolvedCategory(of: errorNode)
      let isMatch = chain.holds(predicate: Int(step.operand), record, errorNode, category: resolved)
      sink.compares(step, with: .missing, holds: isMatch)
      return isMatch
    case .assumed:
      hasAssumed = true
      sink.compares(step, with: .missing, holds: step.operand == 1)
      return step.operand == 1
    default:
      if !Sink.isRecording, !step.fieldPredicate.isNone, errorNode == error, let isMatch = holdsByClass(step)
      {
        return isMatch
      }
      if !Sink.isRecording, step.operation.comparesText, boundElement.isNone,
        let text = record.ownText(tables.conditions.subjects[step.subject], of: errorNode)
      {
        return compareText(step, text)
      }
      let value =
        !boundElement.isNone ? record.tape.value(at: boundElement) : value(ofSubject: step.subject, errorNode)
      let isMatch = compare(step, value, errorNode)
      sink.compares(step, with: value, holds: isMatch)
      return isMatch
    }
  }

  private mutating func holdsForOneCause<Sink: StepSink & ~Copyable>(
    _ index: Index<ConditionInstruction>, _ errorNode: ErrorNodeIndex, category: CategoryIndex,
    _ sink: inout Sink
  ) -> Bool {
    sink.opens(.causes)
    let causes = record.causes(of: errorNode)
    var isMatch = false
    for cause in causes where !isMatch {
      sink.opens(.cause(cause - causes.startIndex + 1))
      isMatch = holds(index + 1, cause, category: category, &sink)
      sink.closes(holds: isMatch)
    }
    sink.closes(holds: isMatch)
    return isMatch
  }

  /// Whether the condition holds for an error in the payload of this one, for a cause, or for an error inside one of those.
  private mutating func holdsInside<Sink: StepSink & ~Copyable>(
    _ index: Index<ConditionInstruction>, _ errorNode: ErrorNodeIndex, category: CategoryIndex,
    _ sink: inout Sink
  ) -> Bool {
    if holdsInPayload(index, errorNode, category: category, &sink) { return true }
    sink.opens(.causes)
    let causes = record.causes(of: errorNode)
    var isMatch = false
    for cause in causes where !isMatch {
      sink.opens(.cause(cause - causes.startIndex + 1))
      // The causes of a cause are in this list.
      isMatch = holds(index + 1, orInside: cause, withCauses: false, category: category, &sink)
      sink.closes(holds: isMatch)
    }
    sink.closes(holds: isMatch)
    return isMatch
  }

  private mutating func holdsInPayload<Sink: StepSink & ~Copyable>(
    _ index: Index<ConditionInstruction>, _ errorNode: ErrorNodeIndex, category: CategoryIndex,
    _ sink: inout Sink
  ) -> Bool {
    sink.opens(.payloads)
    let payload = record.value(.payload, of: errorNode)
    var isMatch = false
    var position = 0
    while !isMatch, let element = record.element(position, of: payload.index) {
      if let nested = record.nestedErrorNode(at: element) {
        sink.opens(.payload(position))
        isMatch = holds(index + 1, orInside: nested, withCauses: true, category: category, &sink)
        sink.closes(holds: isMatch)
      }
      position += 1
    }
    sink.closes(holds: isMatch)
    return isMatch
  }

  private mutating func holds<Sink: StepSink & ~Copyable>(
    _ part: Index<ConditionInstruction>, orInside errorNode: ErrorNodeIndex, withCauses: Bool,
    category: CategoryIndex, _ sink: inout Sink
  ) -> Bool {
    let hasCauses = withCauses && !record.causes(of: errorNode).isEmpty
    guard hasCauses || hasErrorInPayload(errorNode) else {
      return holds(part, errorNode, category: category, &sink)
    }
    sink.opens(.any)
    var isMatch = holds(part, errorNode, category: category, &sink)
    if !isMatch {
      let inside = part + -1
      isMatch =
        hasCauses
        ? holdsInside(inside, errorNode, category: category, &sink)
        : holdsInPayload(inside, errorNode, category: category, &sink)
    }
    sink.closes(holds: isMatch)
    return isMatch
  }

  private func hasErrorInPayload(_ errorNode: ErrorNodeIndex) -> Bool {
    let payload = record.value(.payload, of: errorNode)
    guard payload.kind == .array else { return payload.kind == .object }
    var position = 0
    while let element = record.element(position, of: payload.index) {
      if record.tape[element].kind == .object { return true }
      position += 1
    }
    return false
  }

  private mutating func holdsForOneElement<Sink: StepSink & ~Copyable>(
    _ index: Index<ConditionInstruction>, _ errorNode: ErrorNodeIndex, category: CategoryIndex,
    _ sink: inout Sink
  ) -> Bool {
    let array = value(ofSubject: tables.conditions.instructions[index].subject, errorNode)
    guard array.kind == .array else { return holds(index + 1, errorNode, category: category, &sink) }
    defer { boundElement = .nowhere }
    sink.opens(.elements)
    var position = 0
    var isMatch = false
    while !isMatch, let element = record.element(position, of: array.index) {
      boundElement = element
      position += 1
      sink.opens(.element(position))
      isMatch = holds(index + 1, errorNode, category: category, &sink)
      sink.closes(holds: isMatch)
    }
    sink.closes(holds: isMatch)
    return isMatch
  }
}
