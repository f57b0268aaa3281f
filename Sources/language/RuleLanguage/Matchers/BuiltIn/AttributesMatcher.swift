internal import Records
package import Source

/// `attributes`: other members of a record, by dotted name.
package struct AttributesMatcher: MatcherPlugin {
  package let key = "attributes"
  package let summary = "Other members of the record, by dotted name."
  package let examples = [
    MatcherExample(
      when: #"{"attributes": {"http.route": "/pay", "retries": {"atLeast": 3}}}"#,
      matches: [
        #"{"type": "E", "attributes": {"http": {"route": "/pay"}, "retries": 3}}"#,
        #"{"type": "E", "http.route": "/pay", "retries": 4}"#,
      ],
      doesNotMatch: [#"{"type": "E", "attributes": {"http.route": "/pay"}}"#]
    )
  ]

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    guard let members = value.members else {
      context.report(.wrongType(value, expected: "a mapping of dotted names, such as { http.route: /pay }"))
      return nil
    }
    guard !members.isEmpty else {
      context.report(
        .wrongValue(value, "“attributes” is empty. Name an attribute, as in { http.route: /pay }."))
      return nil
    }
    if members.count == 1, members[0].key == "exists", case .bool = members[0].value.content {
      return Presence.condition(of: value, .field(.attributes), in: context)
    }
    return DottedMembers(prefix: "attributes", subject: { .attribute($0) }, context: context)
      .condition(of: members)
  }
}

/// Dotted names: attributes, and a problem's extension members.
struct DottedMembers {
  let prefix: String
  let subject: (String) -> Subject
  let context: MatcherContext

  /// All must hold; nil if a fault was reported.
  func condition(of members: [Node.Member]) -> Condition? {
    var conditions: [Condition] = []
    var complete = true
    for member in members {
      if let condition = condition(member) { conditions.append(condition) } else { complete = false }
    }
    return complete ? (conditions.count == 1 ? conditions[0] : .all(conditions)) : nil
  }

  private func condition(_ member: Node.Member) -> Condition? {
    let subject = subject(member.key)
    guard let operators = member.value.members else {
      return context.any(of: member.value) { Values(context).scalar($0, subject) }
    }
    if !operators.isEmpty, !operators.contains(where: { Operators.allKeys.contains($0.key) }) {
      let path = "\(member.key).\(operators[0].key)"
      let question = Suggestion.question(for: operators[0].key, among: Operators.allKeys)
      let advice = question.isEmpty ? " Write the dotted name \(path)." : question
      context.report(
        Diagnostic(
          "unknown-operator",
          "“\(operators[0].key)” is not an operator for \(prefix).\(member.key).\(advice)",
          at: operators[0].keyRange))
      return nil
    }
    return Operators(subject: subject, kind: .any, context: context).condition(of: member.value)
  }
}
