internal import Records
package import Source

/// `fatal` and `cancelled`: true or false.
package struct BooleanMatcher: MatcherPlugin {
  let field: Field
  package let summary: String
  package let examples: [MatcherExample]

  package var key: String { field.name }

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    let subject = Subject.field(field)
    if value.members != nil { return Presence.condition(of: value, subject, in: context) }
    return context.any(of: value) { flag in
      guard case .bool = flag.content, let scalar = flag.scalar else {
        context.report(.wrongFlag(flag))
        return nil
      }
      return .compare(subject, .equal(scalar), context.source(flag))
    }
  }

  static let fatal = BooleanMatcher(
    field: .fatal,
    summary: "Whether the error is fatal; if not recorded, whether its severity is fatal.",
    examples: [
      MatcherExample(
        when: #"{"fatal": true}"#,
        matches: [#"{"type": "E", "fatal": true}"#, #"{"type": "E", "severity": "fatal"}"#],
        doesNotMatch: [#"{"type": "E"}"#, #"{"type": "E", "severity": "fatal", "fatal": false}"#])
    ]
  )

  static let cancelled = BooleanMatcher(
    field: .cancelled,
    summary: "Whether the error is a cancellation.",
    examples: [
      MatcherExample(
        when: #"{"cancelled": true}"#, matches: [#"{"type": "E", "cancelled": true}"#],
        doesNotMatch: [#"{"type": "E", "cancelled": false}"#, #"{"type": "E"}"#])
    ]
  )
}
