package import Source

/// Missing keys come from `defaults.policy`, or else from the language.
package enum PolicyReader {
  package static let keys = [
    Key(
      "order", .words(ResponderPolicy.Order.allCases.map { $0.rawValue }), .default("declared"),
      "The order in which rules are tried; event rules keep theirs."),
    Key(
      "match", .words(ResponderPolicy.Match.allCases.map { $0.rawValue }), .default("first"),
      "“all”: every rule that matches runs, and the first evaluation decides."),
    Key(
      "otherwise", .words(ResponderPolicy.Otherwise.allCases.map { $0.rawValue }), .default("undecided"),
      "When “otherwise” applies: if no rule decided, or if no rule matched."),
    Key(
      "always", .words(ResponderPolicy.Always.allCases.map { $0.rawValue }), .default("after"),
      "When “always” runs: once the outcome is known, or right after the responder's own actions, if they completed."
    ),
  ]

  package static func policy(_ node: Node?, over defaults: ResponderPolicy, in diagnostics: inout Diagnostics)
    -> ResponderPolicy
  {
    var policy = defaults
    guard let node, let section = Section(node, "policy", keys: keys, in: &diagnostics) else { return policy }
    policy.order = word("order", section, &diagnostics) ?? policy.order
    policy.match = word("match", section, &diagnostics) ?? policy.match
    policy.otherwise = word("otherwise", section, &diagnostics) ?? policy.otherwise
    policy.always = word("always", section, &diagnostics) ?? policy.always
    return policy
  }

  private static func word<Word: RawRepresentable & CaseIterable>(
    _ key: String, _ section: Section, _ diagnostics: inout Diagnostics
  ) -> Word? where Word.RawValue == String {
    section.word(key, of: Word.allCases.map { $0.rawValue }, in: &diagnostics).flatMap { Word(rawValue: $0) }
  }
}
