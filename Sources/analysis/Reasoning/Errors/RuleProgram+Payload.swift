internal import Records
internal import RuleLanguage
internal import Engine

extension RuleProgram {
  /// The elements of a payload that a condition on any of them considers, and whether they are as many as the conditions
  /// can tell apart: those that they name, and one for each condition on any.
  var payloadElements: (considered: Int, isEnough: Bool) {
    let conditions =
      categories.compactMap { $0.condition } + breakers.map { $0.condition } + clauses.map { $0.condition }
    let used = conditions.reduce(into: (named: 0, any: 0)) { used, condition in
      used = condition.reduce(into: used) { used, part in
        switch part {
        case .payloadError(let index, _), .compare(.payload(let index), _, _):
          used.named = max(used.named, index + 1)
        case .anyPayload: used.any += 1
        default: break
        }
      }
    }
    let considered = max(4, used.named + 1)
    return (considered, used.named + used.any <= considered)
  }
}
