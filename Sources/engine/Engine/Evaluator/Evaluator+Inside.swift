internal import Bytes
package import Records

/// An error inside the one of a record, at any depth: in a payload, or a cause.
package struct InnerError {
  enum Place: BitwiseCopyable {
    /// The index in the payload, from 0.
    case payload(Int)
    /// The position among the causes, from 1.
    case cause(Int)
  }

  /// The places of the errors around it, from the outside.
  let outer: [Place]
  let place: Place
  let errorNode: ErrorNodeIndex

  /// The path as a rule file writes it: `payload.0`, `underlying.payload.0`; further causes by number.
  package var path: String {
    (outer + [place]).map { place in
      switch place {
      case .payload(let index): "payload.\(index)"
      case .cause(1): "underlying"
      case .cause(let position): "cause \(position)"
      }
    }.joined(separator: ".")
  }
}

extension Evaluator {
  /// The errors of the last record at which `inside` looks, but for the error itself.
  package mutating func innerErrors() -> [InnerError] {
    var inner: [InnerError] = []
    addErrors(inside: ErrorRecord.recorded, at: [], to: &inner)
    return inner
  }

  private mutating func addErrors(
    inside errorNode: ErrorNodeIndex, at outer: [InnerError.Place], to inner: inout [InnerError]
  ) {
    addPayload(of: errorNode, at: outer, to: &inner)
    for (index, cause) in inputs.matcher.record.causes(of: errorNode).enumerated() {
      let error = InnerError(outer: outer, place: .cause(index + 1), errorNode: cause)
      inner.append(error)
      // The causes of a cause are in this list.
      if hasPayload(cause) { addPayload(of: cause, at: outer + [error.place], to: &inner) }
    }
  }

  private mutating func addPayload(
    of errorNode: ErrorNodeIndex, at outer: [InnerError.Place], to inner: inout [InnerError]
  ) {
    let payload = inputs.matcher.record.value(.payload, of: errorNode)
    var index = 0
    while let element = inputs.matcher.record.element(index, of: payload.index) {
      if let nested = inputs.matcher.record.nestedErrorNode(at: element) {
        let error = InnerError(outer: outer, place: .payload(index), errorNode: nested)
        inner.append(error)
        addErrors(inside: nested, at: outer + [error.place], to: &inner)
      }
      index += 1
    }
  }

  private func hasPayload(_ errorNode: ErrorNodeIndex) -> Bool {
    !inputs.matcher.record.value(.payload, of: errorNode).isMissing
  }

  /// The first inner error that a clause's matcher fits; nil also where the matcher does not say which errors it is for.
  package mutating func firstFit(ofClause clause: Int, among inner: [InnerError]) -> InnerError? {
    firstFit(of: tables.clauses[ClauseIndex(clause)].condition, among: inner)
  }

  mutating func firstFit(of condition: Index<ConditionInstruction>, among inner: [InnerError]) -> InnerError?
  {
    guard !inner.isEmpty, !condition.isNone, namesErrors(condition) else { return nil }
    var sink = NoSteps()
    defer { _ = inputs.takeAssumption() }
    return inner.first { error in
      let category = category(of: error.errorNode, &sink)
      return inputs.matcher.holds(condition, error.errorNode, category: category, &sink)
    }
  }

  /// Whether an inner error has a value for a subject.
  package func has(_ subject: Subject, inside error: InnerError) -> Bool {
    var path = subject.path
    return path.withUTF8 { path in
      let path = ByteSlice(UnsafeRawBufferPointer(path))
      return !inputs.matcher.record.value(
        SubjectReference(subject, pathAt: 0), path: path, of: error.errorNode
      )
      .isMissing
    }
  }

  private mutating func category(of errorNode: ErrorNodeIndex, _ sink: inout NoSteps) -> CategoryIndex {
    for index in tables.categories.indices {
      let condition = tables.categories[index].condition
      guard !condition.isNone else { continue }
      if inputs.matcher.holds(condition, errorNode, category: .nowhere, &sink) { return index }
    }
    return .nowhere
  }

  /// Whether a condition asks, outside “not”, for what tells errors apart: an inner error that fits another one fits by chance.
  private func namesErrors(_ condition: Index<ConditionInstruction>) -> Bool {
    var index = condition
    while index < tables.conditions.instructions[condition].end {
      let step = tables.conditions.instructions[index]
      switch step.operation {
      case .not:
        index = step.end
        continue
      case .category: return true
      default:
        if !step.subject.isNone, isIdentity(tables.conditions.subjects[Int(step.subject)]) { return true }
      }
      index += 1
    }
    return false
  }

  private func isIdentity(_ subject: SubjectReference) -> Bool {
    let fields: [Field] = [.type, .case, .domain, .code, .status, .problem, .message, .is]
    return subject.kind != .field || Field(rawValue: subject.member).map { fields.contains($0) } ?? false
  }
}
