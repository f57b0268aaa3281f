internal import Source

/// The rules that routes make: one for the failures that are tried again, and one behind it for all others.
enum EnvoyRules {
  /// The rule that keeps what a route does not try again from later ones.
  static func failed(_ id: String, _ request: RequestConditions, at place: SourceRange) -> ImportedRule {
    let when = request.members(at: place)
    return ImportedRule(
      .text(id), when: when.isEmpty ? nil : .node(.mapping(when, at: place)), then: .cancel, at: place)
  }

  /// The rules without those at the end that only cancel, as the responder does in the end.
  static func withoutLastFailures(_ rules: [ImportedRule]) -> [ImportedRule] {
    let count = rules.lastIndex { $0.verdict.triesAgain }.map { $0 + 1 } ?? 0
    return Array(rules.prefix(count))
  }

  static func file(
    _ name: String, _ responders: [ImportedResponder], _ matchers: EnvoyMatchers, at place: SourceRange
  ) -> ImportedRuleFile {
    ImportedRuleFile(
      name: name, place: place, retry: ImportedRetry(within: .longestDelay, exhausted: "cancel"),
      matchers: matchers.all, matchersPlace: matchers.place, responders: responders)
  }
}
