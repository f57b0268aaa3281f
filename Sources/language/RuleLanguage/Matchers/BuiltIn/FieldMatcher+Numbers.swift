internal import Records

/// `status` and `attempt`: a number, a range, a class, a list of them, or bounds; `retryAfter` and `elapsed`: a duration.
extension FieldMatcher {
  static let status = FieldMatcher(
    field: .status,
    form: .number,
    summary:
      "The HTTP status; if missing, the problem document's, or else attributes.http.response.status_code.",
    examples: [
      MatcherExample(
        when: #"{"status": ["5xx", 429]}"#,
        matches: [#"{"status": 503}"#, #"{"status": 429}"#, #"{"problem": {"status": 500}}"#],
        doesNotMatch: [#"{"status": 404}"#, #"{"message": "no status"}"#]),
      MatcherExample(
        when: #"{"status": "400..<500"}"#, matches: [#"{"status": 499}"#], doesNotMatch: [#"{"status": 500}"#]
      ),
    ]
  )

  static let attempt = FieldMatcher(
    field: .attempt,
    form: .number,
    summary: "The number of this try of the operation; 1 is the first.",
    examples: [
      MatcherExample(
        when: #"{"attempt": {"atLeast": 3}}"#, matches: [#"{"type": "E", "attempt": 3}"#],
        doesNotMatch: [#"{"type": "E", "attempt": 2}"#, #"{"type": "E"}"#])
    ]
  )

  static let retryAfter = FieldMatcher(
    field: .retryAfter,
    form: .duration,
    summary: "The delay that the server asks for.",
    examples: [
      MatcherExample(
        when: #"{"retryAfter": {"greaterThan": "1m"}}"#, matches: [#"{"type": "E", "retryAfter": "61s"}"#],
        doesNotMatch: [#"{"type": "E", "retryAfter": "60s"}"#, #"{"type": "E"}"#])
    ]
  )

  static let elapsed = FieldMatcher(
    .elapsed,
    form: .duration,
    summary: "The time since the operation's first failure, as recorded; 0 for a record with “attempt: 1”.",
    examples: [
      MatcherExample(
        when: #"{"elapsed": {"greaterThan": "10m"}}"#, matches: [#"{"type": "E", "elapsed": 601}"#],
        doesNotMatch: [
          #"{"type": "E", "elapsed": "10m"}"#, #"{"type": "E", "attempt": 1}"#, #"{"type": "E"}"#,
        ])
    ]
  )
}
