internal import Bytes
internal import Records
package import Source

/// `severity`: a level, a list of levels, or bounds; OpenTelemetry numbers are mapped to levels.
package struct SeverityMatcher: MatcherPlugin {
  package let key = "severity"
  package let summary = "The error's severity: trace, debug, info, notice, warning, error, critical or fatal."
  package let examples = [
    MatcherExample(
      when: #"{"severity": {"atLeast": "error"}}"#,
      matches: [#"{"type": "E", "severity": "critical"}"#, #"{"type": "E", "severity": 17}"#],
      doesNotMatch: [#"{"type": "E", "severity": "warning"}"#, #"{"type": "E"}"#])
  ]

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    guard let members = value.members else {
      return context.any(of: value) { node in
        level(node, in: context).map { .compare(.field(.severity), .severity([$0]), context.source(node)) }
      }
    }
    guard !members.isEmpty else { return Presence.condition(of: value, .field(.severity), in: context) }
    var conditions: [Condition] = []
    var complete = true
    for member in members {
      guard let condition = condition(member, in: context) else {
        complete = false
        continue
      }
      conditions.append(condition)
    }
    return complete ? (conditions.count == 1 ? conditions[0] : .all(conditions)) : nil
  }

  private func condition(_ member: Node.Member, in context: MatcherContext) -> Condition? {
    let fits: (Severity, Severity) -> Bool
    switch member.key {
    case "exists":
      let node = Node(.mapping([member]), style: .flow, range: member.value.range)
      return Presence.condition(of: node, .field(.severity), in: context)
    case "equals":
      return context.any(of: member.value) { node in
        level(node, in: context).map { .compare(.field(.severity), .severity([$0]), context.source(node)) }
      }
    case "atLeast": fits = { $0 >= $1 }
    case "atMost": fits = { $0 <= $1 }
    case "greaterThan": fits = { $0 > $1 }
    case "lessThan": fits = { $0 < $1 }
    default:
      let known = Operators.numberKeys + ["equals", "exists"]
      let question = Suggestion.question(for: member.key, among: known)
      context.report(
        Diagnostic(
          "unknown-operator",
          (Operators.allKeys.contains(member.key)
            ? "“\(member.key)” does not fit “severity”." : "“\(member.key)” is not an operator.")
            + (question.isEmpty ? " Write one of \(known.joined(separator: ", "))." : question),
          at: member.keyRange))
      return nil
    }
    guard let bound = level(member.value, in: context) else { return nil }
    let levels = Severity.allCases.filter { fits($0, bound) }
    return .compare(.field(.severity), .severity(Set(levels)), context.source(member.value))
  }

  private func level(_ node: Node, in context: MatcherContext) -> Severity? {
    switch node.content {
    case .string(let name):
      if let level = Severity(name: name) { return level }
      let known = Severity.allCases.map { $0.name }
      let question = Suggestion.question(for: name, among: known)
      context.report(
        .wrongValue(
          node,
          "“\(name)” is not a severity.\(question.isEmpty ? " Write one of \(known.joined(separator: ", "))." : question)"
        ))
    case .integer(let number):
      if let level = Severity(number: number) { return level }
      context.report(
        .wrongValue(
          node,
          "A severity's number is from 1 to 24 (OpenTelemetry). Write such a number, or a name such as error."
        ))
    case .null, .bool, .decimal, .sequence, .mapping:
      context.report(.wrongType(node, expected: "a severity such as error, or a number from 1 to 24"))
    }
    return nil
  }
}
