internal import JSONSchema
internal import RuleLanguage
internal import Source

extension Schema {
  /// A list of matchers in place of one: any of them.
  static func anyOf(_ matcher: String) -> Schema {
    .list(of: .definition(matcher), atLeast: 1).described("Any of these; fmt writes { any: [ … ] }.")
  }
}

struct MatcherSchemas {
  let registry: Registry

  private static let eventKeys = ["event", "with"]

  func define(in builder: inout SchemaBuilder) {
    builder.define("textOperators", .textOperators())
    builder.define("numberOperators", .numberOperators)
    builder.define("textMatch", .any([.oneOrMore(.text), .definition("textOperators")]))
    builder.define("numberMatch", .any([.oneOrMore(.range), .definition("numberOperators")]))
    builder.define("durationMatch", .any([.oneOrMore(.durationOrList), .durationOperators]))
    let matchers = registry.matchers.filter { !Self.eventKeys.contains($0.key) }
    for matcher in matchers { builder.define(Self.name(matcher.key), schema(of: matcher, in: &builder)) }
    let values = Schema.any([.oneOrMore(.scalar), .anyOperators(null: true)])
    builder.define(
      "attributeValue", values.described("A value, a list of values of which any matches, or operators."))
    let properties = matchers.map { (key: $0.key, value: Schema.definition(Self.name($0.key))) }
    builder.define(
      "matcher", .mapping(properties).described("All of these must hold; {} matches every error."))
    let exists = Schema.flag.described("Whether the field has a value.")
    builder.define("payloadError", .mapping(properties + [("exists", exists)], atLeast: 1))
    builder.define(
      "ruleMatcher",
      .mapping(properties + [builder.member(RateReader.key)]).described(
        "All of these must hold; {} matches every error."))
    let inCategory = matchers.filter { $0.key != "open" }.map { matcher -> (key: String, value: Schema) in
      guard let own = matcher as? any MatcherSchema else { return (matcher.key, .anything) }
      let schema = own.schemaInCategory(nesting: .definition("categoryMatcher"), in: &builder)
      let isSame =
        JSONWriter.line(schema.node)
        == JSONWriter.line(own.schema(nesting: .definition("matcher"), in: &builder).node)
      return (matcher.key, isSame ? .definition(Self.name(matcher.key)) : described(schema, matcher))
    }
    builder.define(
      "categoryMatcher",
      .mapping(inCategory).described("All of these must hold; a category may name only earlier categories."))
    let events = registry.matchers.filter { Self.eventKeys.contains($0.key) }.map {
      ($0.key, schema(of: $0, in: &builder))
    }
    builder.define(
      "eventMatcher", .mapping(events).described("All of these must hold; {} matches every event."))
  }

  private static func name(_ key: String) -> String {
    "when" + key.prefix(1).uppercased() + key.dropFirst()
  }

  private func schema(of matcher: any MatcherPlugin, in builder: inout SchemaBuilder) -> Schema {
    let own =
      (matcher as? any MatcherSchema)?.schema(nesting: .definition("matcher"), in: &builder) ?? .anything
    return described(own, matcher)
  }

  private func described(_ schema: Schema, _ matcher: any MatcherPlugin) -> Schema {
    let values = matcher.examples.compactMap { Node.made(json: $0.when)?[matcher.key] }
    return schema.described(matcher.summary).such(as: values.map { JSONWriter.line($0) })
  }
}
