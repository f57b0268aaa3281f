/// Hints for misplaced keys of a language.
package struct KeyAdvice: Sendable {
  /// A sentence, with a leading space, on the right place of a key found in a mapping such as `a rule`; or nil.
  let place: @Sendable (_ key: String, _ mapping: String) -> String?
  let example: @Sendable (_ mapping: String) -> String?

  package init(
    place: @escaping @Sendable (_ key: String, _ mapping: String) -> String?,
    example: @escaping @Sendable (_ mapping: String) -> String?
  ) {
    self.place = place
    self.example = example
  }

  /// No hints, for a format of which only the keys are known.
  package static let none = KeyAdvice(place: { _, _ in nil }, example: { _ in nil })

  package static let keysOfRuleFiles: Set = [
    "abstract", "alerts", "always", "breakers", "categories", "codes", "contract", "defaults", "description",
    "do",
    "enabled", "escalation", "events", "examples", "extends", "id", "imports", "lists", "matchers", "meta",
    "name", "origins", "otherwise", "parent", "policy", "replaces", "responders", "rules", "suppress", "then",
    "types", "unhandled", "version", "when",
  ]
}
