internal import JSONSchema
internal import Records
internal import RuleLanguage

/// A matcher that says what may stand below its key, for editors.
protocol MatcherSchema: MatcherPlugin {
  /// What the value may be; nested matchers are those of a definition.
  func schema(nesting matcher: Schema) -> Schema
  /// What it may be in the `when` of a category, where that differs.
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

extension CustomMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema {
    let question = Schema.mapping(
      [
        ("name", .name.said("The question's name, as the plugin has it.")),
        ("with", .definition("present").said("What the question is asked about.")),
      ],
      required: ["name"]
    )
    return .oneOrMore(.any([.name, question]))
  }
}

extension TypeMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema {
    let exactly = Schema.oneOrMore(.name).said("The error's own type, not an ancestor's.")
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
      .definition("payloadError").said("A matcher on the error that is nested here."),
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
    let levels = Schema.any([level, .text("^\\$[\\s\\S]+$", "A severity, or $name of a list of them.")])
    return .any([.oneOrMore(levels), .severityOperators(level, orList: levels)])
  }
}

extension BooleanMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema {
    .any([
      .oneOrMore(.any([.flag, .text("^\\$[\\s\\S]+$", "true, false, or $name of a list of them.")])),
      .presence,
    ])
  }
}

extension ProblemMatcher: MatcherSchema {
  func schema(nesting matcher: Schema) -> Schema {
    let texts = [
      "type": "What kind of problem it is: a URI; about:blank where the document has none.",
      "title": "The kind in few words.",
      "status": "The HTTP status that the document repeats.",
      "detail": "What happened this time.",
      "instance": "Which occurrence it was: a URI.",
      "ext": "The document's extension members, by dotted name.",
      "strict": "true: a document that RFC 9457's types don't fit, or with an empty type, does not match.",
      "exists": "true: there has to be a problem document; false: there must be none.",
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
        return (key, value.said(texts[key] ?? key))
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
