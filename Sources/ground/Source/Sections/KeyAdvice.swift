/// Hints for misplaced keys of a language.
package struct KeyAdvice: Sendable {
  /// A sentence, with a leading space, on the right place of a key found in a mapping such as `a rule`; or nil.
  let place: @Sendable (_ key: String, _ mapping: String) -> String?
  let example: @Sendable (_ mapping: String) -> String?
  /// The language's keys, which are misplaced where others are misspelt.
  let keys: Set<String>

  package init(
    place: @escaping @Sendable (_ key: String, _ mapping: String) -> String?,
    example: @escaping @Sendable (_ mapping: String) -> String?, keys: Set<String> = []
  ) {
    self.place = place
    self.example = example
    self.keys = keys
  }

  /// No hints, for a format of which only the keys are known.
  package static let none = KeyAdvice(place: { _, _ in nil }, example: { _ in nil })
}
