internal import Source

/// Builds a schema from definitions, and checks that it describes the keys that the code reads.
package struct SchemaBuilder {
  private(set) var definitions: [(key: String, value: Schema)] = []
  /// Differences between the described keys and those that the code reads; a test requires none.
  package private(set) var gaps: [String] = []

  package init() {}

  package mutating func define(_ name: String, _ schema: Schema) {
    if definitions.contains(where: { $0.key == name }) { gaps.append("\(name) is defined twice") }
    definitions.append((name, schema))
  }

  /// A mapping of the keys that the code reads, in its order; a key without a description accepts any value.
  package mutating func mapping(
    _ what: String, keys: [String], _ properties: KeyValuePairs<String, Schema>, required: [String] = [],
    atLeast: Int = 0
  ) -> Schema {
    let described = Dictionary(properties.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    gaps += keys.filter { described[$0] == nil }.map { "\(what).\($0) has no schema" }
    gaps += properties.filter { !keys.contains($0.key) }.map { "\(what).\($0.key) is no key" }
    gaps += properties.filter { $0.value.node["description"] == nil && $0.value.node.members != nil }
      .map { "\(what).\($0.key) has no description" }
    return .mapping(keys.map { ($0, described[$0] ?? .anything) }, required: required, atLeast: atLeast)
  }

  /// Records the differences between a mapping's keys and those that the code reads.
  package mutating func compare(_ what: String, keys: [String], with schema: Schema) {
    let described = schema.node["properties"]?.members?.map { $0.key } ?? []
    gaps += keys.filter { !described.contains($0) }.map { "\(what).\($0) has no schema" }
    gaps += described.filter { !keys.contains($0) }.map { "\(what).\($0) is no key" }
  }

  package func document(_ title: String, _ description: String, root: Schema) -> Schema {
    .document(title, description, root: root, definitions: definitions)
  }
}
