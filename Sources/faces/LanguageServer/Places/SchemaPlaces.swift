package import Checks
internal import ErrorStreams
package import RuleLanguage
package import Source
internal import Schemas

/// The JSON Schemas of the kinds of files, for the texts of keys and values.
package struct SchemaPlaces: Sendable {
  private let roots: [DocumentKind: Node]

  package init(_ registry: Registry, _ codes: CodeList) {
    func read(_ text: String) -> Node { Node.made(json: text) ?? .null }
    roots = [
      .rules: read(SchemaKind.ruleFile.text(registry: registry)),
      .suite: read(SchemaKind.testSuite.text(registry: registry)),
      .configuration: read(ConfigurationSchema(codes).text()),
      .mapping: read(MappingSchema.text()),
    ]
  }

  /// No schema, where another server knows it.
  package static let none = SchemaPlaces()

  private init() { roots = [:] }

  var isEmpty: Bool { roots.isEmpty }

  package func root(of kind: DocumentKind) -> Node? { roots[kind] }

  /// The schemas of a value; several where a value may have several forms.
  package func schemas(at path: [CursorPlace.Step], in kind: DocumentKind) -> [Node] {
    guard let root = roots[kind] else { return [] }
    var schemas = [root]
    for step in path {
      schemas = expanded(schemas, root).flatMap { schema -> [Node] in
        switch step {
        case .key(let key):
          if let own = schema["properties"]?[key] { return [own] }
          let others = schema["additionalProperties"].map { $0.members == nil ? [] : [$0] } ?? []
          return others + (schema["patternProperties"]?.members ?? []).map { $0.value }
        case .index: return [schema["items"]].compactMap { $0 }
        }
      }
      if schemas.isEmpty { return [] }
    }
    return schemas
  }

  /// A key of a mapping, with its schema.
  package struct Key: Sendable {
    package let name: String
    package let schema: Node
    let text: String
    let isRequired: Bool
  }

  /// The keys that a mapping may have, in the order of the schema.
  package func keys(at path: [CursorPlace.Step], in kind: DocumentKind) -> [Key] {
    var keys: [Key] = []
    for schema in expanded(schemas(at: path, in: kind), roots[kind] ?? .null) {
      let required = Set((schema["required"]?.elements ?? []).map { $0.text })
      for member in schema["properties"]?.members ?? [] where !keys.contains(where: { $0.name == member.key })
      {
        keys.append(
          Key(
            name: member.key, schema: member.value, text: text(of: [member.value], in: kind),
            isRequired: required.contains(member.key)))
      }
    }
    return keys
  }

  /// A word that a value may be.
  package struct Word: Sendable {
    package let value: Node
    let text: String
  }

  package func words(at path: [CursorPlace.Step], in kind: DocumentKind) -> [Word] {
    var words: [Word] = []
    func add(_ value: Node, _ text: String) {
      guard !words.contains(where: { $0.value.text == value.text }), value.members == nil,
        value.elements == nil
      else { return }
      words.append(Word(value: value, text: text))
    }
    for schema in expanded(schemas(at: path, in: kind), roots[kind] ?? .null) {
      if let value = schema["const"] { add(value, schema["description"]?.string ?? "") }
      let texts = schema["enumDescriptions"]?.elements ?? []
      for (index, value) in (schema["enum"]?.elements ?? []).enumerated() {
        add(value, index < texts.count ? texts[index].text : schema["description"]?.string ?? "")
      }
      if schema["type"]?.string == "boolean" { for flag in [true, false] { add(.made(flag), "") } }
    }
    return words
  }

  /// Whether a value may be a list, a mapping, or something else.
  func takes(_ type: String, at path: [CursorPlace.Step], in kind: DocumentKind) -> Bool {
    expanded(schemas(at: path, in: kind), roots[kind] ?? .null).contains { $0["type"]?.string == type }
  }

  /// The schemas' text about a value: its description, its default, an example.
  package func text(of schemas: [Node], in kind: DocumentKind) -> String {
    let root = roots[kind] ?? .null
    let all = schemas.flatMap { schema in [schema] + expanded([schema], root) }
    var parts: [String] = []
    if let description = all.compactMap({ $0["description"]?.string }).first { parts.append(description) }
    if let value = all.compactMap({ $0["default"] }).first {
      parts.append("Default: `\(JSONWriter.line(value))`.")
    }
    if let example = all.compactMap({ $0["examples"]?.elements?.first }).first {
      parts.append("For example `\(JSONWriter.line(example))`.")
    }
    return parts.joined(separator: "\n\n")
  }

  /// The schemas without references and combinations.
  private func expanded(_ schemas: [Node], _ root: Node) -> [Node] {
    var (found, seen): ([Node], Set<String>) = ([], [])
    var open = Array(schemas.reversed())
    while let schema = open.popLast() {
      guard schema.members != nil else { continue }
      if let name = schema["$ref"]?.string {
        if seen.insert(name).inserted, let target = root["$defs"]?[String(name.dropFirst("#/$defs/".count))] {
          open.append(target)
        }
      }
      found.append(schema)
      for key in ["anyOf", "oneOf"] { open += (schema[key]?.elements ?? []).reversed() }
      // Other parts of a combination only restrict.
      open += (schema["allOf"]?.elements ?? []).filter { $0["$ref"] != nil }.reversed()
    }
    return found
  }
}
