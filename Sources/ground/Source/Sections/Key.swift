/// A key of a mapping, described once: for its reader, the schema, editors and the reference.
package struct Key: Sendable {
  package let name: String
  package let type: KeyType
  package let presence: Presence
  /// Values as JSON.
  package let examples: [String]
  /// Plain sentences; keys and values in them are in curly quotes.
  package let meaning: String

  package enum Presence: Sendable {
    case optional, required
    /// The value that a missing key has.
    case `default`(String)
    /// The meaning of a missing key in a few words, such as `every error`.
    case absent(String)
  }

  package init(
    _ name: String, _ type: KeyType, _ presence: Presence, such examples: [String] = [], _ meaning: String
  ) {
    self.name = name
    self.type = type
    self.presence = presence
    self.examples = examples
    self.meaning = meaning
  }

  /// A key that may be missing.
  package init(_ name: String, _ type: KeyType, such examples: [String] = [], _ meaning: String) {
    self.init(name, type, .optional, such: examples, meaning)
  }

  /// A word that stands by itself, such as a verdict.
  package init(word: String, _ meaning: String) {
    self.init(word, .other("word"), meaning)
  }
}

/// The values of a key, as far as one word says it. The last text of a case is its name in the reference.
package enum KeyType: Sendable {
  /// A text that is not empty.
  case text
  case flag
  case one
  case integer(ClosedRange<Int64>)
  case number(ClosedRange<Double>)
  case duration
  /// A duration that is not zero.
  case lastingDuration
  /// One of these words, with a meaning for each, or with none.
  case words([String], meanings: [String] = [])
  case mapping([Key])
  /// A definition of the schema, by its name.
  case defined(String, String)
  /// A list of such a definition.
  case list(of: String, String)
  /// A mapping from names to such a definition.
  case names(to: String, String)
  /// A type that only the schema spells out.
  case other(String)
}

extension [Key] {
  package var names: [String] { map { $0.name } }

  package func contains(_ name: String) -> Bool { contains { $0.name == name } }

  /// The same keys, as far as they have one of these names.
  package func named(_ names: String...) -> [Key] { filter { names.contains($0.name) } }
}
