import RuleEngine

extension RuleProgram {
  /// The elements of a payload that a condition on any of them considers, and whether they are as many as the conditions
  /// can tell apart: those that they name, and one for each condition on any.
  var payloadElements: (considered: Int, isEnough: Bool) {
    let conditions = categories.compactMap { $0.condition } + clauses.map { $0.condition }
    let asked = conditions.reduce(into: (named: 0, any: 0)) { asked, condition in
      asked = condition.reduce(into: asked) { asked, part in
        switch part {
        case .payloadError(let index, _), .compare(.payload(let index), _, _):
          asked.named = max(asked.named, index + 1)
        case .anyPayload: asked.any += 1
        default: break
        }
      }
    }
    let considered = max(4, asked.named + 1)
    return (considered, asked.named + asked.any <= considered)
  }
}
