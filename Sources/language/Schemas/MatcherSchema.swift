internal import JSONSchema
internal import Records
internal import RuleLanguage

/// A matcher with a schema of the values below its key.
protocol MatcherSchema: MatcherPlugin {
  /// The schema of its values; nested matchers refer to a definition.
  func schema(nesting matcher: Schema) -> Schema
  /// The schema in the `when` of a category, if it differs.
  func schemaInCategory(nesting matcher: Schema) -> Schema
}

extension MatcherSchema {
  func schemaInCategory(nesting matcher: Schema) -> Schema { schema(nesting: matcher) }
}

extension AllMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema { .list(of: matcher, atLeast: 1) }
}

extension AnyMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema { .list(of: matcher, atLeast: 1) }
}

extension NotMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema { matcher }
}

extension NamedMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema { .oneOrMore(.text) }
}

extension OpenMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema { .oneOrMore(.text) }
}

extension CustomMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema {
    let question = Schema.mapping(
      [
        ("name", .name.described("The question's name in the plugin.")),
        ("with", .definition("present").described("The question's argument.")),
      ],
      required: ["name"]
    )
    return .oneOrMore(.any([.name, question]))
  }
}

extension TypeMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema {
    let exactly = Schema.oneOrMore(.name).described("The error's own type, not an ancestor's.")
    return .any([.oneOrMore(.name), .textOperators([("exactly", exactly)])])
  }
}

extension CaseMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema {
    .any([.oneOrMore(.casePattern), .definition("textOperators")])
  }
}

extension PayloadMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema {
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
  func schema(nesting matcher: Schema) -> Schema {
    switch form {
    case .name, .text: .definition("textMatch")
    case .number: .definition("numberMatch")
    case .duration: .definition("durationMatch")
    }
  }
}

extension CodeMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema {
    .any([.oneOrMore(.any([.integer, .text])), .definition("numberOperators"), .literalOperators])
  }
}

extension CategoryMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema { .definition("textMatch") }
  func schemaInCategory(nesting matcher: Schema) -> Schema { .oneOrMore(.text) }
}

extension SeverityMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema {
    let level = Schema.any([
      .words(Severity.allCases.map { $0.name }), .integer(1...24),
    ])
    let levels = Schema.any([level, .text("^\\$[\\s\\S]+$", "A severity, or $name of a list.")])
    return .any([.oneOrMore(levels), .severityOperators(level, orList: levels)])
  }
}

extension BooleanMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema {
    .any([
      .oneOrMore(.any([.flag, .text("^\\$[\\s\\S]+$", "true, false, or $name of a list.")])),
      .presence,
    ])
  }
}

extension ProblemMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema {
    let texts = [
      "type": "The problem type, a URI; about:blank if the document has none.",
      "title": "A short summary of the problem type.",
      "status": "The HTTP status, as the document repeats it.",
      "detail": "An explanation of this occurrence.",
      "instance": "A URI of this occurrence.",
      "ext": "The document's extension members, by dotted name.",
      "strict":
        "true: a document whose members have the wrong types (RFC 9457), or whose type is empty, does not match.",
      "exists": "true: a problem document must be present; false: there must be none.",
    ]
    return .mapping(
      Self.keys.map { key in
        let value: Schema =
          switch key {
          case "status": .definition("numberMatch")
          case "ext": .mapping(to: .definition("attributeValue"), atLeast: 1)
          case "strict", "exists": .flag
          default: .definition("textMatch")
          }
        return (key, value.described(texts[key] ?? key))
      },
      atLeast: 1
    )
  }
}

extension AttributesMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema {
    .mapping(to: .definition("attributeValue"), atLeast: 1)
  }
}

extension UnderlyingMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema { .any([.definition("matcher"), .presence]) }
}

extension InsideMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema { .definition("matcher") }
}

extension RootCauseMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema { .definition("matcher") }
}

extension PresenceMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema { .presence }
}

extension EventMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema { .definition("textMatch") }
}

extension WithMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema {
    .mapping(to: .any([.oneOrMore(.presentScalar), .anyOperators(null: false)]), atLeast: 1)
  }
}
