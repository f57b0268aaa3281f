/// `retryAfter`: the other side's wish, compared as a length of time.
struct DurationMatcher: MatcherPlugin {
  let key = "retryAfter"
  let summary = "How long the other side asks to wait."
  let examples = [
    MatcherExample(
      when: #"{"retryAfter": {"greaterThan": "1m"}}"#,
      matches: [#"{"type": "E", "retryAfter": "61s"}"#],
      doesNotMatch: [#"{"type": "E", "retryAfter": "60s"}"#, #"{"type": "E"}"#]
    )
  ]

  func condition(for value: Node, in context: MatcherContext) -> Condition? {
    let subject = Subject.field(.retryAfter)
    if value.members != nil {
      return Operators(subject: subject, kind: .duration, context: context).condition(of: value)
    }
    return context.any(of: value) { Values(context).duration($0, subject) }
  }
}
