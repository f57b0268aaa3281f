internal import Bytes
internal import Records

extension Evaluator {
  /// The name of the last record's error, such as `SKErrorDomain 2`, if it says that the work was given up; nil for any other.
  package func cancellation() -> String? { cancellation(ErrorRecord.recorded) }

  /// The same of an inner error, whose own enums count, too, if a case is called cancelled.
  package func cancellation(_ inner: InnerError) -> String? {
    cancellation(inner.errorNode) ?? cancelledCase(inner.errorNode)
  }

  private func cancellation(_ errorNode: ErrorNodeIndex) -> String? {
    let (type, domain) = (text(.type, errorNode), text(.domain, errorNode))
    let code = inputs.matcher.record.value(.code, of: errorNode)
    if case .integer(let number) = code.number {
      let platform = inputs.matcher.record.platform(of: errorNode)
      if KnownCancellation.contains(domain: domain, code: number, on: platform) {
        return "\(domain) \(number)"
      }
    } else if code.kind == .string {
      let symbol = String(code.text)
      if KnownCancellation.contains(symbol: symbol, domain: domain) {
        return domain.isEmpty ? symbol : "\(domain) \(symbol)"
      }
    }
    if KnownCancellation.contains(type: type) { return type }
    let name = text(.case, errorNode)
    if !name.isEmpty, KnownCancellation.contains(type: type, case: name) { return "\(type).\(name)" }
    guard inputs.matcher.record.value(.cancelled, of: errorNode).bool == true else { return nil }
    return type.isEmpty ? "cancelled" : type
  }

  private func cancelledCase(_ errorNode: ErrorNodeIndex) -> String? {
    let name = text(.case, errorNode)
    let isCancelled = name == "cancelled" || name == "canceled" || name == "explicitlyCancelled"
    return isCancelled ? "\(text(.type, errorNode)).\(name)" : nil
  }

  private func text(_ field: Field, _ errorNode: ErrorNodeIndex) -> String {
    let value = inputs.matcher.record.value(field, of: errorNode)
    return value.kind == .string ? String(value.text) : ""
  }

  /// The clause that showed a person an alert about the last record's error; none if no one did.
  package var clauseThatShowed: ClauseIndex {
    for index in 0..<outcome.actions.count {
      let ran = outcome.actions[index]
      guard ran.resolution.isNone, !ran.isThrottled, !tables.responses.actions[ran.action].alert.isNone else {
        continue
      }
      return ran.clause
    }
    return .nowhere
  }
}
