internal import JSONSchema
internal import Records
internal import RuleLanguage
internal import Source

/// The schema of rule files, from the key lists of the declarations' readers.
enum RuleFileSchema {
  static func build(_ registry: Registry) -> (schema: Schema, gaps: [String]) {
    var builder = SchemaBuilder()
    Schema.values(in: &builder)
    define(texts: &builder)
    MatcherSchemas(registry: registry).define(in: &builder)
    Schema.actions(of: registry, in: &builder)
    VerdictSchemas.define(in: &builder)
    RecordSchema.defineExample(in: &builder)
    let rule = self.rule(&builder)
    builder.define("rule", rule)
    builder.define("eventRule", eventRule(&builder))
    builder.define("otherwise", otherwise(&builder))
    builder.define("category", category(&builder))
    builder.define("responder", responder(&builder))
    builder.define("defaults", defaults(&builder))
    let root = file(&builder)
    let schema = builder.document(
      "errctl rule file, version 1",
      "Which responder handles which errors, what it does, and what the app does next.", root: root)
    return (schema, builder.gaps)
  }

  private static func define(texts builder: inout SchemaBuilder) {
    builder.define("fields", .oneOrMore(.keyPath))
    builder.define("throttle", builder.mapping(ThrottleReader.keys))
  }

  private static func file(_ builder: inout SchemaBuilder) -> Schema {
    let code = Schema.any([.integer, .text])
    let listed = Schema.any([.text("^([^$]|$)", "A list can't contain a list."), .number, .flag])
    let type = builder.mapping(
      TypeDeclaration.keys,
      ["is": Schema.list(of: .typeName).unique, "cases": Schema.list(of: .caseName).unique])
    let breaker = builder.mapping(
      BreakerReader.keys, ["when": Schema.definition("matcher").or(.anyOf("matcher"))])
    return builder.mapping(
      RuleFile.keys,
      [
        "meta": meta, "imports": Schema.list(of: .importPath).unique,
        "lists": .mapping(to: .list(of: listed, atLeast: 1)), "codes": .mapping(to: .mapping(to: code)),
        "types": .mapping(names: .typeName, to: type), "breakers": .mapping(to: breaker),
        "quotas": .mapping(to: builder.mapping(SharedQuotaReader.keys)),
        "responders": .list(of: .definition("responder"), atLeast: 1),
        "escalation": Schema.list(of: .text).unique,
      ])
  }

  private static func category(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      CategoryDeclaration.keys, ["when": anyInCategory, "meta": meta, "suppress": suppress(&builder)])
  }

  private static let anyInCategory = Schema.definition("categoryMatcher").or(.anyOf("categoryMatcher"))

  private static func defaults(_ builder: inout SchemaBuilder) -> Schema {
    builder.define("unhandled", builder.mapping(UnhandledDeclaration.keys))
    builder.define("policy", builder.mapping(PolicyReader.keys))
    let unwrap = builder.mapping(UnwrapDeclaration.keys, ["when": anyInCategory])
    return builder.mapping(DefaultsDeclaration.keys, ["unwrap": .list(of: unwrap)])
  }
}

/// Keys of everything that readers may annotate.
extension RuleFileSchema {
  static let meta = Schema.mapping(to: .definition("present"))

  static func suppress(_ builder: inout SchemaBuilder) -> Schema {
    .mapping(to: .any([.name, builder.mapping(Key.suppression)]))
  }
}
