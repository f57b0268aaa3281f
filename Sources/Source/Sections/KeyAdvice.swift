/// What a language says of keys that stand where they have no meaning.
package struct KeyAdvice: Sendable {
  /// A sentence with its leading space on where a key belongs that stands in a mapping such as `a rule`; or nil.
  let place: @Sendable (_ key: String, _ mapping: String) -> String?
  /// What a mapping may look like that stands below a key; or nil.
  let example: @Sendable (_ mapping: String) -> String?

  package init(
    place: @escaping @Sendable (_ key: String, _ mapping: String) -> String?,
    example: @escaping @Sendable (_ mapping: String) -> String?
  ) {
    self.place = place
    self.example = example
  }

  /// That of a format of which nothing is known but its keys.
  package static let none = KeyAdvice(place: { _, _ in nil }, example: { _ in nil })

  /// The keys of rule files, which are not taken for misspelt ones of any other mapping.
  package static let keysOfRuleFiles: Set = [
    "abstract", "alerts", "always", "categories", "codes", "contract", "defaults", "description", "do",
    "enabled", "escalation", "events", "examples", "extends", "id", "imports", "lists", "matchers", "meta",
    "name", "origins", "otherwise", "parent", "policy", "replaces", "responders", "rules", "suppress", "then",
    "types", "unhandled", "version", "when",
  ]
}
