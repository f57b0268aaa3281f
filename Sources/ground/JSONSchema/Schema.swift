package import Source

/// A JSON Schema (draft 2020-12), or a part of one.
package struct Schema {
  package let node: Node

  private init(_ members: [(key: String, value: Node)]) {
    node = .made(members)
  }

  private init(flag: Bool) {
    node = .made(flag)
  }

  package static let anything = Schema(flag: true)
  /// Accepts no value: a key that is not allowed.
  package static let nothing = Schema(flag: false)

  package static let flag = type("boolean")
  package static let integer = type("integer")
  package static let number = type("number")
  package static let text = type("string")
  package static let object = type("object")

  private static func type(_ name: String) -> Schema {
    Schema([("type", .made(name))])
  }

  package static let name = Schema([("type", .made("string")), ("minLength", .made(1))])

  package static func integer(_ range: ClosedRange<Int>) -> Schema {
    Schema([
      ("type", .made("integer")), ("minimum", .made(range.lowerBound)), ("maximum", .made(range.upperBound)),
    ])
  }

  package static func number(_ range: ClosedRange<Int>) -> Schema {
    Schema([
      ("type", .made("number")), ("minimum", .made(range.lowerBound)), ("maximum", .made(range.upperBound)),
    ])
  }

  /// A text that matches a regular expression; editors show `advice` for any other.
  package static func text(_ pattern: String, _ advice: String) -> Schema {
    Schema([
      ("type", .made("string")), ("pattern", .made(pattern)), ("patternErrorMessage", .made(advice)),
    ])
  }

  /// Any value except a text that the expression does not match.
  package static func matching(_ pattern: String) -> Schema {
    Schema([("pattern", .made(pattern))])
  }

  package static func words(_ words: [String]) -> Schema {
    Schema([("enum", .made(words.map { .made($0) }))])
  }

  /// The same words, each with a text that editors show in completions (`enumDescriptions` of VS Code).
  package func explained(_ texts: [String]) -> Schema {
    adding([("enumDescriptions", .made(texts.map { .made($0) }))])
  }

  package static func value(_ value: Node) -> Schema {
    Schema([("const", value)])
  }

  package static func definition(_ name: String) -> Schema {
    Schema([("$ref", .made("#/$defs/\(name)"))])
  }

  /// A list of elements, with at least so many of them.
  package static func list(of element: Schema, atLeast: Int = 0) -> Schema {
    Schema(
      [("type", .made("array")), ("items", element.node)]
        + (atLeast > 0 ? [("minItems", .made(atLeast))] : []))
  }

  package static func oneOrMore(_ value: Schema) -> Schema {
    any([value, list(of: value, atLeast: 1)])
  }

  package static func any(_ schemas: [Schema]) -> Schema {
    schemas.count == 1 ? schemas[0] : Schema([("anyOf", .made(schemas.map { $0.node }))])
  }

  package static func all(_ schemas: [Schema]) -> Schema {
    Schema([("allOf", .made(schemas.map { $0.node }))])
  }

  package static func not(_ schema: Schema) -> Schema {
    Schema([("not", schema.node)])
  }

  /// If the condition fits, `then` must fit too.
  package static func when(_ condition: Schema, then: Schema) -> Schema {
    Schema([("if", condition.node), ("then", then.node)])
  }

  /// A list with at least one element that fits.
  package static func containing(_ element: Schema) -> Schema {
    Schema([("type", .made("array")), ("contains", element.node)])
  }

  /// Not with `minContains: 0`, because editors that know only draft 7 ignore it and require a fitting
  /// element.
  package static func containing(atMost count: Int, _ element: Schema) -> Schema {
    let some = Schema([("contains", element.node)])
    return any([not(some), some.adding([("maxContains", .made(count))])])
  }

  /// A mapping in which these keys, if present, fit; other keys are allowed.
  package static func having(_ properties: KeyValuePairs<String, Schema>) -> Schema {
    having(properties.map { ($0.key, $0.value) })
  }

  package static func having(_ properties: [(key: String, value: Schema)]) -> Schema {
    Schema([("properties", members(properties))])
  }

  package static func requiring(_ keys: String...) -> Schema {
    Schema([("type", .made("object")), ("required", .made(keys.map { .made($0) }))])
  }

  package static func requiringOne(of keys: [String]) -> Schema {
    any(keys.map { Schema([("required", .made([.made($0)]))]) })
  }

  package static func mapping(to value: Schema, atLeast: Int = 0) -> Schema {
    Schema(
      [("type", .made("object")), ("additionalProperties", value.node)]
        + (atLeast > 0 ? [("minProperties", .made(atLeast))] : []))
  }

  package static func object(atMost count: Int) -> Schema {
    Schema([("type", .made("object")), ("maxProperties", .made(count))])
  }

  package static func mapping(names: Schema, to value: Schema) -> Schema {
    Schema([
      ("type", .made("object")), ("propertyNames", names.node), ("additionalProperties", value.node),
    ])
  }

  /// A mapping with these keys; others must fit `others`, which by default allows none.
  package static func mapping(
    _ properties: [(key: String, value: Schema)], patterns: [(key: String, value: Schema)] = [],
    others: Schema = .nothing, required: [String] = [], atLeast: Int = 0
  ) -> Schema {
    var all: [(key: String, value: Node)] = [("type", .made("object")), ("properties", members(properties))]
    if !patterns.isEmpty { all.append(("patternProperties", members(patterns))) }
    all.append(("additionalProperties", others.node))
    if !required.isEmpty { all.append(("required", .made(required.map { .made($0) }))) }
    if atLeast > 0 { all.append(("minProperties", .made(atLeast))) }
    return Schema(all)
  }

  private static func members(_ properties: [(key: String, value: Schema)]) -> Node {
    .made(properties.map { ($0.key, $0.value.node) })
  }

  /// A document's schema: a title and definitions around the root.
  package static func document(
    _ title: String, _ description: String, root: Schema, definitions: [(key: String, value: Schema)]
  ) -> Schema {
    let head: [(key: String, value: Node)] = [
      ("$schema", .made("https://json-schema.org/draft/2020-12/schema")), ("title", .made(title)),
      ("description", .made(description)),
    ]
    let end = definitions.isEmpty ? [] : [("$defs", members(definitions))]
    return Schema(head + root.members + end)
  }

  private var members: [(key: String, value: Node)] {
    (node.members ?? []).map { ($0.key, $0.value) }
  }

  private func adding(_ members: [(key: String, value: Node)]) -> Schema {
    guard case .mapping = node.content else { return Schema(members) }
    return Schema(self.members + members)
  }

  package func described(_ description: String) -> Schema {
    // The description comes first, where readers look for it.
    guard case .mapping = node.content else { return Schema([("description", .made(description))]) }
    return Schema([("description", .made(description))] + members.filter { $0.key != "description" })
  }

  package func otherwise(_ value: Node) -> Schema {
    adding([("default", value)])
  }

  package func such(as examples: [String]) -> Schema {
    let nodes = examples.compactMap { Node.made(json: $0) }
    return nodes.isEmpty ? self : adding([("examples", .made(nodes))])
  }

  /// The same mapping, restricted to these keys.
  package func named(_ names: [String]) -> Schema {
    adding([("propertyNames", Schema.words(names).node)])
  }

  /// The same, and all the others; they may be several of a kind.
  package func and(_ schemas: Schema...) -> Schema {
    adding([("allOf", .made(schemas.map { $0.node }))])
  }

  package func andAny(_ schemas: Schema...) -> Schema {
    adding([("anyOf", .made(schemas.map { $0.node }))])
  }

  package var unique: Schema { adding([("uniqueItems", .made(true))]) }

  /// The same mapping, in which a key requires one of others beside it.
  package func requiring(_ key: String, forOneOf others: [String]) -> Schema {
    adding([("dependentSchemas", .made([(key, Schema.requiringOne(of: others).node)]))])
  }
}
