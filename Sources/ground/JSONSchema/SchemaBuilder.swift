package import Source

/// Builds a schema from definitions and from keys as they are described, and checks that it has the keys that
/// the code reads.
package struct SchemaBuilder {
  private(set) var definitions: [(key: String, value: Schema)] = []
  /// Differences between the described keys and those that the code reads; a test requires none.
  package private(set) var gaps: [String] = []

  package init() {}

  package mutating func define(_ name: String, _ schema: Schema) {
    if definitions.contains(where: { $0.key == name }) { gaps.append("\(name) is defined twice") }
    definitions.append((name, schema))
  }

  /// A mapping of the keys that the code reads, in its order. `schemas` are those of the values that a key's
  /// type does not spell out.
  package mutating func mapping(
    _ keys: [Key], _ schemas: KeyValuePairs<String, Schema> = [:], atLeast: Int = 0
  ) -> Schema {
    gaps += schemas.filter { !keys.contains($0.key) }.map { "\($0.key) is not a key" }
    let members = keys.map { key in member(key, schemas.first { $0.key == key.name }?.value) }
    let required = keys.filter { if case .required = $0.presence { true } else { false } }
    return .mapping(members, required: required.names, atLeast: atLeast)
  }

  /// A key and its values, by its type or by a schema in place of it, with its description. What is not allowed
  /// has none.
  package mutating func member(_ key: Key, _ schema: Schema? = nil) -> (key: String, value: Schema) {
    var value = schema ?? self.schema(of: key)
    if case .bool(false) = value.node.content { return (key.name, value) }
    value = value.described(key.meaning)
    if case .default(let text) = key.presence {
      value = value.otherwise(Node.made(json: text) ?? .made(text))
    }
    return (key.name, value.such(as: key.examples))
  }

  private mutating func schema(of key: Key) -> Schema {
    switch key.type {
    case .text: return .name
    case .flag: return .flag
    case .one: return .value(.made(1))
    case .integer(let range): return .integer(Int(range.lowerBound)...Int(range.upperBound))
    case .number(let range): return .number(Int(range.lowerBound)...Int(range.upperBound))
    case .duration: return .duration
    case .lastingDuration: return .lastingDuration
    case .words(let words, let meanings):
      return meanings.isEmpty ? .words(words) : .words(words).explained(meanings)
    case .mapping(let keys): return mapping(keys)
    case .defined(let name, _): return .definition(name)
    case .list(let name, _): return .list(of: .definition(name))
    case .names(let name, _): return .mapping(to: .definition(name))
    case .other:
      gaps.append("\(key.name) has no schema")
      return .anything
    }
  }

  package func document(_ title: String, _ description: String, root: Schema) -> Schema {
    .document(title, description, root: root, definitions: definitions)
  }
}
