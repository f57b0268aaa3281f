internal import Records

/// `message`, `reason`, `suggestion`, `id`, `time` and `platform`: a bare value is the whole text.
extension FieldMatcher {
  static let message = FieldMatcher(
    field: .message,
    form: .text,
    summary: "The error's localized description.",
    examples: [
      MatcherExample(
        when: #"{"message": {"contains": "timed out", "ignoreCase": true}}"#,
        matches: [#"{"message": "The request Timed Out."}"#],
        doesNotMatch: [#"{"message": "It was refused."}"#, #"{"type": "E"}"#])
    ]
  )

  static let reason = FieldMatcher(
    field: .reason,
    form: .text,
    summary: "The error's localized failure reason.",
    examples: [
      MatcherExample(
        when: #"{"reason": {"hasPrefix": "The card"}}"#,
        matches: [#"{"type": "E", "reason": "The card has expired."}"#],
        doesNotMatch: [#"{"type": "E", "reason": "Your card has expired."}"#])
    ]
  )

  static let suggestion = FieldMatcher(
    field: .suggestion,
    form: .text,
    summary: "The error's localized recovery suggestion.",
    examples: [
      MatcherExample(
        when: #"{"suggestion": {"exists": true}}"#,
        matches: [#"{"type": "E", "suggestion": "Try another card."}"#], doesNotMatch: [#"{"type": "E"}"#])
    ]
  )

  static let time = FieldMatcher(
    field: .time,
    form: .text,
    summary: "The time of the error, as recorded, compared as text.",
    examples: [
      MatcherExample(
        when: #"{"time": {"hasPrefix": "2026-11-20T08"}}"#,
        matches: [#"{"type": "E", "time": "2026-11-20T08:15:02Z"}"#],
        doesNotMatch: [#"{"type": "E", "time": "2026-11-20T09:15:02Z"}"#, #"{"type": "E"}"#])
    ]
  )

  static let id = FieldMatcher(
    field: .id,
    form: .text,
    summary: "The record's own id.",
    examples: [
      MatcherExample(
        when: #"{"id": "a1"}"#, matches: [#"{"type": "E", "id": "a1"}"#], doesNotMatch: [#"{"type": "E"}"#])
    ]
  )

  static let platform = FieldMatcher(
    field: .platform,
    form: .text,
    summary: "The platform of the record's errno numbers: darwin or linux.",
    examples: [
      MatcherExample(
        when: #"{"platform": "linux"}"#, matches: [#"{"type": "E", "platform": "linux"}"#],
        doesNotMatch: [#"{"type": "E"}"#])
    ]
  )
}
