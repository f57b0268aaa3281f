internal import Bytes
internal import Patterns
internal import Records
internal import RuleLanguage

extension ChainTables.ConditionTables {
  /// Assigns a shared predicate to every comparison of the error's own values. Requires all conditions.
  mutating func addFieldPredicates(_ patterns: [Pattern]) {
    let beginnings = beginnings(patterns)
    var fieldPredicates = Array(repeating: [PredicateKey: Index<FieldPredicate>](), count: subjects.count)
    var representatives = Array(repeating: [Index<ConditionInstruction>](), count: subjects.count)
    for index in instructions.indices where instructions[index].isOwn {
      let step = instructions[index]
      let subject = Int(step.subject)
      guard step.operation.isComparison, step.operation != .strictProblem,
        step.operation != .matches
          || beginnings[subject] > SubjectPredicates.many && hasBeginning(step, patterns),
        Self.hasClasses(subjects[step.subject])
      else { continue }
      let key = PredicateKey(step, ranges(of: step))
      if let known = fieldPredicates[subject][key] {
        instructions[index].fieldPredicate = known
        continue
      }
      let fieldPredicate = Index<FieldPredicate>(representatives[subject].count)
      fieldPredicates[subject][key] = fieldPredicate
      representatives[subject].append(index)
      instructions[index].fieldPredicate = fieldPredicate
    }
    for list in representatives {
      let bounds = wholeBounds(of: list.map { instructions[$0] })
      subjectPredicates.append(
        SubjectPredicates(
          instructions: self.fieldPredicates.append(contentsOf: list),
          boundaries: boundaries.append(contentsOf: bounds ?? []), isNumeric: bounds != nil))
    }
  }

  /// The number of patterns of each subject that need a beginning. If there are many, a new value is tested with few of
  /// them, so that a class pays off.
  private func beginnings(_ patterns: [Pattern]) -> [Int] {
    var counts = Array(repeating: 0, count: subjects.count)
    for index in instructions.indices
    where instructions[index].isOwn && instructions[index].operation == .matches {
      if hasBeginning(instructions[index], patterns) { counts[Int(instructions[index].subject)] += 1 }
    }
    return counts
  }

  private func hasBeginning(_ step: ConditionInstruction, _ patterns: [Pattern]) -> Bool {
    !patterns[Int(step.operand)].beginning.isEmpty
  }

  /// Whether caching a comparison by value pays off: not for texts that are unique to an error, nor for the
  /// category, which is assigned.
  private static func hasClasses(_ subject: SubjectReference) -> Bool {
    switch subject.kind {
    case .field:
      switch Field(rawValue: subject.member) {
      case .message, .reason, .suggestion, .time, .id, .payload, .retryAfter, .problem, .underlying, .answers,
        .performed, .attributes, .with, .event, .options, .category, nil:
        return false
      case .origin, .type, .case, .is, .domain, .code, .status, .severity, .fatal, .cancelled,
        .operation, .attempt, .platform:
        return true
      }
    case .problem: return subject.member != Subject.ProblemMember.detail.rawValue
    case .attribute, .problemExtension: return true
    case .payload, .with, .outcome, .elapsed: return false
    }
  }

  /// The whole numbers at which a result may change; nil if a comparison is not numeric or a bound not whole.
  private func wholeBounds(of steps: [ConditionInstruction]) -> [Int64]? {
    guard !steps.isEmpty else { return nil }
    var bounds: Set<Int64> = []
    for step in steps {
      switch step.operation {
      case .exists, .isMissing: continue
      case .number, .code, .equalNumber:
        for range in ranges(of: step) {
          guard let own = range.wholeBounds else { return nil }
          bounds.formUnion(own)
        }
      default: return nil
      }
    }
    return bounds.sorted()
  }

  private func ranges(of step: ConditionInstruction) -> [CompiledRange] {
    guard step.operation.hasRanges else { return [] }
    return (Int(step.operand)..<Int(step.operand + step.count)).map { ranges[$0] }
  }
}

private struct PredicateKey: Hashable {
  let operation: ConditionInstruction.Operation
  let flags: [Bool]
  let text: [UInt32]
  let operand: UInt32
  let ranges: [CompiledRange]

  init(_ step: ConditionInstruction, _ ranges: [CompiledRange]) {
    operation = step.operation
    flags = [step.ignoresCase, step.exactly]
    text = [step.text.offset, step.text.length]
    operand = step.operation.hasRanges ? 0 : step.operand
    self.ranges = ranges
  }
}

extension ConditionInstruction.Operation {
  fileprivate var hasRanges: Bool {
    switch self {
    case .number, .code, .equalNumber, .duration: true
    default: false
    }
  }
}
