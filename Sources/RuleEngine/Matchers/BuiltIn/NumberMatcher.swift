/// `status` and `attempt`: a number, a range, a class, a list of them, or bounds.
struct NumberMatcher: MatcherPlugin {
  let field: Field
  let summary: String
  let examples: [MatcherExample]

  var key: String { field.name }

  func condition(for value: Node, in context: MatcherContext) -> Condition? {
    let subject = Subject.field(field)
    if value.members != nil {
      return Operators(subject: subject, kind: .number, context: context).condition(of: value)
    }
    return context.any(of: value) { Values(context).number($0, subject) }
  }

  static let status = NumberMatcher(
    field: .status,
    summary: "The HTTP status; absent, the problem's, else attributes.http.response.status_code.",
    examples: [
      MatcherExample(
        when: #"{"status": ["5xx", 429]}"#,
        matches: [#"{"status": 503}"#, #"{"status": 429}"#, #"{"problem": {"status": 500}}"#],
        doesNotMatch: [#"{"status": 404}"#, #"{"message": "no status"}"#]
      ),
      MatcherExample(
        when: #"{"status": "400..<500"}"#,
        matches: [#"{"status": 499}"#],
        doesNotMatch: [#"{"status": 500}"#]
      ),
    ]
  )

  static let attempt = NumberMatcher(
    field: .attempt,
    summary: "Which try of the operation this was; 1 is the first.",
    examples: [
      MatcherExample(
        when: #"{"attempt": {"atLeast": 3}}"#,
        matches: [#"{"type": "E", "attempt": 3}"#],
        doesNotMatch: [#"{"type": "E", "attempt": 2}"#, #"{"type": "E"}"#]
      )
    ]
  )
}
