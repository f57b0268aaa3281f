/// `message`, `reason`, `suggestion`, `id`, `time` and `platform`: a bare value is the whole text.
struct TextMatcher: MatcherPlugin {
  let field: Field
  let summary: String
  let examples: [MatcherExample]

  var key: String { field.name }

  func condition(for value: Node, in context: MatcherContext) -> Condition? {
    let subject = Subject.field(field)
    if value.members != nil {
      return Operators(subject: subject, kind: .text, context: context).condition(of: value)
    }
    return context.any(of: value) { Values(context).text($0, subject) }
  }

  static let message = TextMatcher(
    field: .message,
    summary: "The error's description for people.",
    examples: [
      MatcherExample(
        when: #"{"message": {"contains": "timed out", "ignoreCase": true}}"#,
        matches: [#"{"message": "The request Timed Out."}"#],
        doesNotMatch: [#"{"message": "It was refused."}"#, #"{"type": "E"}"#]
      )
    ]
  )

  static let reason = TextMatcher(
    field: .reason,
    summary: "LocalizedError's failure reason.",
    examples: [
      MatcherExample(
        when: #"{"reason": {"hasPrefix": "The card"}}"#,
        matches: [#"{"type": "E", "reason": "The card has expired."}"#],
        doesNotMatch: [#"{"type": "E", "reason": "Your card has expired."}"#]
      )
    ]
  )

  static let suggestion = TextMatcher(
    field: .suggestion,
    summary: "LocalizedError's recovery suggestion.",
    examples: [
      MatcherExample(
        when: #"{"suggestion": {"exists": true}}"#,
        matches: [#"{"type": "E", "suggestion": "Try another card."}"#],
        doesNotMatch: [#"{"type": "E"}"#]
      )
    ]
  )

  static let id = TextMatcher(
    field: .id,
    summary: "The record's own id.",
    examples: [
      MatcherExample(
        when: #"{"id": "a1"}"#,
        matches: [#"{"type": "E", "id": "a1"}"#],
        doesNotMatch: [#"{"type": "E"}"#]
      )
    ]
  )

  static let platform = TextMatcher(
    field: .platform,
    summary: "Whose errno numbers the record has: darwin or linux.",
    examples: [
      MatcherExample(
        when: #"{"platform": "linux"}"#,
        matches: [#"{"type": "E", "platform": "linux"}"#],
        doesNotMatch: [#"{"type": "E"}"#]
      )
    ]
  )
}
