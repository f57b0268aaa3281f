package import Source

/// `all`: every matcher of the list holds.
package struct AllMatcher: MatcherPlugin {
  package let key = "all"
  package let summary = "A list of matchers, all of which must hold."
  package let examples = [
    MatcherExample(
      when: #"{"all": [{"type": "E"}, {"status": "5xx"}]}"#, matches: [#"{"type": "E", "status": 500}"#],
      doesNotMatch: [#"{"type": "E", "status": 400}"#])
  ]

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    MatcherList(key: key, context: context).conditions(of: value).map { .all($0) }
  }
}

/// `any`: at least one matcher of the list holds.
package struct AnyMatcher: MatcherPlugin {
  package let key = "any"
  package let summary = "A list of matchers, one of which must hold."
  package let examples = [
    MatcherExample(
      when: #"{"any": [{"status": 401}, {"case": "unauthorized"}]}"#,
      matches: [#"{"status": 401}"#, #"{"type": "E", "case": "unauthorized"}"#],
      doesNotMatch: [#"{"status": 403}"#])
  ]

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    MatcherList(key: key, context: context).conditions(of: value).map { .any($0) }
  }
}

/// `not`: the matcher does not hold.
package struct NotMatcher: MatcherPlugin {
  package let key = "not"
  package let summary = "A matcher that must not hold; a matcher whose field is missing does not hold."
  package let examples = [
    MatcherExample(
      when: #"{"not": {"status": "4xx"}}"#, matches: [#"{"status": 500}"#, #"{"type": "E"}"#],
      doesNotMatch: [#"{"status": 404}"#])
  ]

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    guard value.members != nil else {
      context.report(
        .wrongType(value, expected: "one matcher (a mapping), such as { any: [ … ] } for several"))
      return nil
    }
    return context.condition(of: value).map { .not($0) }
  }
}

private struct MatcherList {
  let key: String
  let context: MatcherContext

  func conditions(of value: Node) -> [Condition]? {
    guard let elements = value.elements else {
      let members = value.style == .flow ? value.members ?? [] : []
      let isJSON = value.oneLine.hasPrefix("{\"")
      let parts = members.map { member in
        isJSON ? "{\"\(member.key)\": \(member.value.oneLine)}" : "{ \(member.key): \(member.value.oneLine) }"
      }
      let elements = parts.isEmpty ? "{ … }" : parts.joined(separator: ", ")
      let example = value.members == nil ? "" : ", such as [ \(elements) ]"
      context.report(.wrongType(value, expected: "a list of matchers for “\(key)”\(example)"))
      return nil
    }
    guard !elements.isEmpty else {
      context.report(.wrongValue(value, "“\(key)” has no matcher. Add one, or remove the key."))
      return nil
    }
    let conditions = elements.map { context.condition(of: $0) }
    let whole = conditions.compactMap { $0 }
    return whole.count == conditions.count ? whole : nil
  }
}
