internal import Records
package import Source

/// `event`: the event's name, in event rules only.
package struct EventMatcher: MatcherPlugin {
  package let key = "event"
  package let summary = "The event's name; in event rules only."
  package let examples = [
    MatcherExample(
      when: #"{"event": "session.*"}"#, matches: [#"{"event": "session.expired"}"#],
      doesNotMatch: [#"{"event": "session"}"#])
  ]

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    let subject = Subject.field(.event)
    if value.members != nil {
      return Operators(subject: subject, kind: .text, context: context).condition(of: value)
    }
    return context.any(of: value) { Values(context).name($0, subject) }
  }
}

/// `with`: the event's values, by dotted name, in event rules only.
package struct WithMatcher: MatcherPlugin {
  package let key = "with"
  package let summary = "The event's values, by dotted name; in event rules only."
  package let examples = [
    MatcherExample(
      when: #"{"with": {"screen.name": "cart", "tries": {"atLeast": 2}}}"#,
      matches: [#"{"event": "opened", "with": {"screen": {"name": "cart"}, "tries": 2}}"#],
      doesNotMatch: [#"{"event": "opened", "with": {"screen": {"name": "cart"}}}"#, #"{"event": "opened"}"#])
  ]

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    guard let members = value.members else {
      context.report(.wrongType(value, expected: "a mapping of dotted names, such as { reason: expired }"))
      return nil
    }
    guard !members.isEmpty else {
      context.report(.wrongValue(value, "“with” is empty. Name a value, as in { reason: expired }."))
      return nil
    }
    if members.count == 1, members[0].key == "exists", case .bool = members[0].value.content {
      return Presence.condition(of: value, .field(.with), in: context)
    }
    return DottedMembers(prefix: "with", subject: { .with($0) }, context: context).condition(of: members)
  }
}
