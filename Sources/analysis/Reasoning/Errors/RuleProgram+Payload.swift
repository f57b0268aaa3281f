internal import Records
internal import RuleLanguage
internal import Engine

extension RuleProgram {
  /// The elements of a payload that a condition on any of them considers, and whether they are as many as the conditions
  /// can tell apart: those that they name, and one for each condition on any.
  var payloadElements: (considered: Int, isEnough: Bool) {
    let used = conditions.reduce(into: (named: 0, any: 0)) { used, condition in
      used = condition.reduce(into: used) { used, part in
        switch part {
        case .payloadError(let index, _), .compare(.payload(let index), _, _):
          used.named = max(used.named, index + 1)
        case .anyInside: used.any += 1
        default: break
        }
      }
    }
    let considered = max(4, used.named + 1)
    return (considered, used.named + used.any <= considered)
  }

  /// The depth to which conditions look into errors; an unwrapped error lay one deeper.
  var insideLevels: Int {
    let unwraps = !unwraps.isEmpty || clauses.contains { $0.verdict?.unwraps == true }
    return max(1, conditions.map { $0.nesting }.max() ?? 0) + (unwraps ? 1 : 0)
  }

  private var conditions: [Condition] {
    categories.compactMap { $0.condition } + breakers.map { $0.condition } + clauses.map { $0.condition }
  }
}

extension Condition {
  fileprivate var nesting: Int { (isNested ? 1 : 0) + (parts.map { $0.nesting }.max() ?? 0) }
}

extension Verdict {
  fileprivate var unwraps: Bool {
    switch self {
    case .unwrapPayload, .unwrapCause: true
    case .evaluation, .retry, .retryByPerson, .continue, .escalate, .transform, .emit, .handled, .raise: false
    }
  }
}
