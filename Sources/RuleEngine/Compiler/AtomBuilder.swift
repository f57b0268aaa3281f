internal import Bytes
internal import Records
internal import RuleLanguage

/// Gives every comparison of the error's own values its atom, once all conditions are compiled.
struct AtomBuilder {
  private(set) var instructions: [Int32] = []
  private(set) var boundaries: [Int64] = []
  private(set) var subjects: [SubjectAtoms] = []

  init(_ builder: inout TableBuilder) {
    var atoms = Array(repeating: [Key: Int32](), count: builder.subjects.count)
    var representatives = Array(repeating: [Int32](), count: builder.subjects.count)
    for index in builder.instructions.indices where builder.instructions[index].isOwn {
      let step = builder.instructions[index]
      let subject = Int(step.subject)
      guard Self.hasClasses(builder.subjects[subject], step.operation) else { continue }
      let key = Key(step, ranges: builder.ranges)
      if let known = atoms[subject][key] {
        builder.instructions[index].atom = known
        continue
      }
      let atom = Int32(representatives[subject].count)
      atoms[subject][key] = atom
      representatives[subject].append(Int32(index))
      builder.instructions[index].atom = atom
    }
    for list in representatives {
      let first = Int32(instructions.count)
      instructions += list
      let bounds = Self.boundaries(list.map { builder.instructions[Int($0)] }, builder.ranges)
      let firstBoundary = Int32(boundaries.count)
      boundaries += bounds ?? []
      subjects.append(
        SubjectAtoms(
          instructions: first..<Int32(instructions.count),
          boundaries: firstBoundary..<Int32(boundaries.count),
          isNumeric: bounds != nil
        )
      )
    }
  }

  /// Whether a comparison's answer is worth remembering by value: not of texts that no two errors share, nor of the category,
  /// which is not the recorded value but what the error was given.
  private static func hasClasses(_ subject: SubjectReference, _ operation: Instruction.Operation) -> Bool {
    guard operation.isComparison, operation != .matches, operation != .strictProblem else { return false }
    switch subject.kind {
    case .field:
      switch Field(rawValue: subject.member) {
      case .message, .reason, .suggestion, .time, .id, .payload, .retryAfter, .problem, .underlying, .answers,
        .attributes, .with, .event, .options, .category, nil:
        return false
      case .origin, .type, .case, .is, .domain, .code, .status, .severity, .fatal, .cancelled,
        .operation, .attempt, .platform:
        return true
      }
    case .problem: return subject.member != Subject.ProblemMember.detail.rawValue
    case .attribute, .problemExtension: return true
    case .payload, .with, .outcome: return false
    }
  }

  /// Where the answers of comparisons may change as a whole number grows; nil where one asks for no number.
  private static func boundaries(_ steps: [Instruction], _ ranges: [CompiledRange]) -> [Int64]? {
    guard !steps.isEmpty else { return nil }
    var bounds: Set<Int64> = []
    for step in steps {
      switch step.operation {
      case .exists, .isMissing: continue
      case .number, .code, .equalNumber:
        for range in ranges[Int(step.operand)..<Int(step.operand + step.count)] {
          guard let own = range.wholeBounds else { return nil }
          bounds.formUnion(own)
        }
      default: return nil
      }
    }
    return bounds.sorted()
  }

  private struct Key: Hashable {
    let operation: Instruction.Operation
    let flags: [Bool]
    let text: [UInt32]
    let operand: UInt32
    let ranges: [CompiledRange]

    init(_ step: Instruction, ranges: [CompiledRange]) {
      operation = step.operation
      flags = [step.ignoresCase, step.exactly]
      text = [step.text.offset, step.text.length]
      switch step.operation {
      case .number, .code, .equalNumber, .duration:
        operand = 0
        self.ranges = Array(ranges[Int(step.operand)..<Int(step.operand + step.count)])
      default:
        operand = step.operand
        self.ranges = []
      }
    }
  }
}
