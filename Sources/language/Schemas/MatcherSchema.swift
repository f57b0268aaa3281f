internal import JSONSchema
internal import Records
internal import RuleLanguage

/// A matcher with a schema of the values below its key.
protocol MatcherSchema: MatcherPlugin {
  /// The schema of its values; nested matchers refer to a definition.
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema
  /// The schema in the `when` of a category, if it differs.
  func schemaInCategory(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema
}

extension MatcherSchema {
  func schemaInCategory(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema {
    schema(nesting: matcher, in: &builder)
  }
}

extension AllMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema {
    .list(of: matcher, atLeast: 1)
  }
}

extension AnyMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema {
    .list(of: matcher, atLeast: 1)
  }
}

extension NotMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema { matcher }
}

extension NamedMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema { .oneOrMore(.text) }
}

extension OpenMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema { .oneOrMore(.text) }
}

extension CustomMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema {
    .oneOrMore(.any([.name, builder.mapping(CustomMatcher.keys)]))
  }
}

extension TypeMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema {
    .any([.oneOrMore(.name), .textOperators([builder.member(Operators.exactly, .oneOrMore(.name))])])
  }
}

extension CaseMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema {
    .any([.oneOrMore(.casePattern), .definition("textOperators")])
  }
}

extension PayloadMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema {
    let value = Schema.any([
      .definition("attributeValue"),
      .definition("payloadError").described("A matcher on the nested error."),
    ])
    return .any([
      .presence,
      .mapping([], patterns: [("^(0|[1-9][0-9]{0,2})$", value)], atLeast: 1),
    ])
  }
}

extension FieldMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema {
    switch form {
    case .name, .text: .definition("textMatch")
    case .number: .definition("numberMatch")
    case .duration: .definition("durationMatch")
    }
  }
}

extension CodeMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema {
    .any([.oneOrMore(.any([.integer, .text])), .definition("numberOperators"), .literalOperators])
  }
}

extension CategoryMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema { .definition("textMatch") }
  func schemaInCategory(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema {
    .oneOrMore(.text)
  }
}

extension SeverityMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema {
    let level = Schema.any([
      .words(Severity.allCases.map { $0.name }), .integer(1...24),
    ])
    let levels = Schema.any([level, .text("^\\$[\\s\\S]+$", "A severity, or $name of a list.")])
    return .any([.oneOrMore(levels), .severityOperators(level, orList: levels)])
  }
}

extension BooleanMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema {
    .any([
      .oneOrMore(.any([.flag, .text("^\\$[\\s\\S]+$", "true, false, or $name of a list.")])),
      .presence,
    ])
  }
}

extension ProblemMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      ProblemMatcher.keys, ["ext": .mapping(to: .definition("attributeValue"), atLeast: 1)], atLeast: 1)
  }
}

extension AttributesMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema {
    .mapping(to: .definition("attributeValue"), atLeast: 1)
  }
}

extension UnderlyingMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema {
    .any([.definition("matcher"), .presence])
  }
}

extension InsideMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema { .definition("matcher") }
}

extension RootCauseMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema { .definition("matcher") }
}

extension PresenceMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema { .presence }
}

extension EventMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema { .definition("textMatch") }
}

extension WithMatcher: MatcherSchema {
  func schema(nesting matcher: Schema, in builder: inout SchemaBuilder) -> Schema {
    .mapping(to: .any([.oneOrMore(.presentScalar), .anyOperators(null: false)]), atLeast: 1)
  }
}
