internal import Records
package import Source

/// `payload`: the case's associated values by index; a mapping without operators matches a nested error.
package struct PayloadMatcher: MatcherPlugin {
  package let key = "payload"
  package let summary = "The case's associated values, by index; or matchers on errors nested there."
  package let examples = [
    MatcherExample(
      when: #"{"payload": {"0": "5xx"}}"#,
      matches: [#"{"type": "E", "payload": [503]}"#, #"{"type": "E", "payload": 503}"#],
      doesNotMatch: [#"{"type": "E", "payload": [404]}"#, #"{"type": "E"}"#]),
    MatcherExample(
      when: #"{"payload": {"0": {"type": "CommonError"}}}"#,
      matches: [#"{"type": "E", "payload": [{"type": "Shop.CommonError"}]}"#],
      doesNotMatch: [#"{"type": "E", "payload": ["CommonError"]}"#]),
  ]

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    guard let members = value.members, !members.isEmpty else {
      context.report(.wrongType(value, expected: "a mapping of indices, such as { 0: 5xx }"))
      return nil
    }
    if members.count == 1, members[0].key == "exists" {
      return Presence.condition(of: value, .field(.payload), in: context)
    }
    var conditions: [Condition] = []
    var complete = true
    for member in members {
      guard let index = Int(member.key), index >= 0, String(index) == member.key, index < 1_000 else {
        context.report(
          Diagnostic(
            "unknown-key", "“\(member.key)” is not an index of the payload. Write 0 for the first value.",
            at: member.keyRange))
        complete = false
        continue
      }
      if let condition = condition(member.value, at: index, in: context) {
        conditions.append(condition)
      } else {
        complete = false
      }
    }
    return complete ? (conditions.count == 1 ? conditions[0] : .all(conditions)) : nil
  }

  private func isOperator(_ key: String, in context: MatcherContext) -> Bool {
    if Operators.allKeys.contains(key) { return true }
    let matchers = context.vocabulary.registry.matchers.map { $0.key }
    guard !matchers.contains(key),
      let meant = Suggestion.closest(to: key, among: matchers + Operators.allKeys)
    else { return false }
    return Operators.allKeys.contains(meant)
  }

  private func condition(_ value: Node, at index: Int, in context: MatcherContext) -> Condition? {
    let subject = Subject.payload(index)
    guard let members = value.members else {
      return context.any(of: value) { Values(context).scalar($0, subject) }
    }
    // `exists` combines with either form.
    let others = members.filter { $0.key != "exists" }
    if others.isEmpty || others.contains(where: { isOperator($0.key, in: context) }) {
      return Operators(subject: subject, kind: .any, context: context).condition(of: value)
    }
    let matcher = Node(.mapping(others), style: value.style, range: value.range)
    let nested = context.condition(of: matcher, scope: .nested).map { Condition.payloadError(index, $0) }
    guard let exists = members.first(where: { $0.key == "exists" }) else { return nested }
    let presence = Presence.condition(
      of: Node(.mapping([exists]), style: .flow, range: exists.value.range), subject, in: context)
    guard let nested, let presence else { return nil }
    return .all([presence, nested])
  }
}
