package import Source

/// Missing keys come from `defaults.policy`, or else from the language.
package enum PolicyReader {
  package static let keys = ["order", "match", "otherwise", "always"]

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
