internal import Records
package import Source

/// `underlying`: a matcher that holds for one of the causes.
package struct UnderlyingMatcher: MatcherPlugin {
  package let key = "underlying"
  package let summary = "A matcher on any cause; it sees that cause's own fields only."
  package let examples = [
    MatcherExample(
      when: #"{"underlying": {"domain": "NSPOSIXErrorDomain"}}"#,
      matches: [#"{"type": "E", "underlying": [{"type": "F"}, {"domain": "NSPOSIXErrorDomain"}]}"#],
      doesNotMatch: [#"{"domain": "NSPOSIXErrorDomain"}"#])
  ]

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    if let members = value.members, members.count == 1, members[0].key == "exists" {
      return presence(of: value, in: context)
    }
    return context.condition(of: value, scope: .nested).map { .anyCause($0) }
  }

  /// The causes of a cause are those after it in the flat list, whether or not it has the member.
  private func presence(of value: Node, in context: MatcherContext) -> Condition? {
    let own = Presence.condition(of: value, .field(.underlying), in: context)
    guard case .nested = context.scope, case .compare(_, .exists(let exists), _) = own, let own else {
      return own
    }
    return exists ? .any([own, .anyCause(.always)]) : .all([own, .not(.anyCause(.always))])
  }
}

/// `rootCause`: a matcher on the last cause.
package struct RootCauseMatcher: MatcherPlugin {
  package let key = "rootCause"
  package let summary = "A matcher on the last cause, or on the error itself if it has none."
  package let examples = [
    MatcherExample(
      when: #"{"rootCause": {"code": 61}}"#,
      matches: [
        #"{"type": "E", "underlying": [{"code": 5, "type": "F"}, {"code": 61, "type": "G"}]}"#,
        #"{"type": "E", "code": 61}"#,
      ],
      doesNotMatch: [#"{"type": "E", "code": 61, "underlying": [{"code": 5, "type": "F"}]}"#]
    )
  ]

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    context.condition(of: value, scope: .nested).map { .rootCause($0) }
  }
}

/// `inside`: a matcher on the error itself and on every error inside it: in payloads, theirs, and causes.
package struct InsideMatcher: MatcherPlugin {
  package let key = "inside"
  package let summary =
    "A matcher on the error itself or any error inside it, at any depth: in payloads, and causes; it sees one error's own fields only."
  package let examples = [
    MatcherExample(
      when: #"{"inside": {"type": "URLError"}}"#,
      matches: [
        #"{"type": "URLError"}"#,
        #"{"type": "APIError", "case": "transport", "payload": [{"type": "URLError"}]}"#,
        #"{"type": "RequestError", "underlying": [{"type": "E"}, {"type": "URLError"}]}"#,
        #"{"type": "E", "payload": [{"type": "F", "underlying": {"type": "G", "payload": {"type": "URLError"}}}]}"#,
      ],
      doesNotMatch: [
        #"{"type": "E", "underlying": [{"type": "F"}], "payload": ["URLError"]}"#,
        #"{"type": "E", "payload": [[{"type": "URLError"}]], "attributes": {"inner": {"type": "URLError"}}}"#,
      ]
    ),
    MatcherExample(
      when: #"{"inside": {"type": "A", "code": 1}}"#,
      matches: [#"{"type": "E", "payload": [7, {"type": "A", "code": 1}]}"#],
      doesNotMatch: [#"{"type": "A", "underlying": [{"type": "B", "code": 1}]}"#]),
  ]

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    guard let inner = context.condition(of: value, scope: .nested) else { return nil }
    let isTwice = inner.contains { if case .anyInside = $0 { true } else { false } }
    guard !isTwice else {
      context.report(
        .wrongValue(
          value, "“inside” is about one error, so there can't be another “inside” in it. Remove that one."))
      return nil
    }
    return .any([inner, .anyInside(inner)])
  }
}
