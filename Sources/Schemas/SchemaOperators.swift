internal import JSONSchema
internal import RuleLanguage

/// What stands below a matcher's key, in place of a bare value.
extension Schema {
  /// `{ exists: true }` or `{ exists: false }`.
  static let presence = mapping([("exists", exists)], required: ["exists"])

  private static let exists = flag.said("true: there has to be a value; false: there must be none.")
  private static let caseless = Operators.numberKeys + ["ignoreCase", "exists"]

  private static func described(_ key: String, _ schema: Schema) -> (key: String, value: Schema) {
    (key, schema.said(Self.texts[key] ?? key))
  }

  private static let texts = [
    "equals": "The whole value. What stands here is literal: no glob, no $name of a list.",
    "contains": "A part of the text.",
    "hasPrefix": "How the text begins.",
    "hasSuffix": "How the text ends.",
    "glob": "The whole text; * stands for any characters, ? for one.",
    "matches": "An expression in RE2's syntax, found anywhere; ^ and $ anchor it.",
    "ignoreCase": "true: capital letters count as small ones.",
    "lessThan": "The value is below this.",
    "atMost": "The value is this or below.",
    "atLeast": "The value is this or above.",
    "greaterThan": "The value is above this.",
  ]

  private static func operators(
    text textKeys: [String],
    equals: Schema,
    bound: Schema?,
    further: [(key: String, value: Schema)] = []
  ) -> Schema {
    var properties: [(key: String, value: Schema)] = []
    for key in textKeys {
      switch key {
      case "equals": properties.append(described(key, equals))
      case "ignoreCase": properties.append(described(key, flag))
      case "glob", "matches": properties.append(described(key, oneOrMore(.text)))
      default: properties.append(described(key, oneOrMore(name)))
      }
    }
    if let bound { properties += Operators.numberKeys.map { described($0, bound) } }
    properties.append(("exists", exists))
    let all = mapping(properties + further, atLeast: 1)
    let texts = Operators.textKeys.filter { !caseless.contains($0) } + further.map { $0.key }
    return textKeys.contains("ignoreCase") ? all.asking("ignoreCase", forOneOf: texts) : all
  }

  /// The operators of a text; `further` are the matcher's own.
  static func textOperators(_ further: [(key: String, value: Schema)] = []) -> Schema {
    operators(text: Operators.textKeys, equals: oneOrMore(.text), bound: nil, further: further)
  }

  /// The operators of a number.
  static let numberOperators = operators(text: ["equals"], equals: oneOrMore(range), bound: number)

  /// The operators of a length of time.
  static let durationOperators = operators(
    text: ["equals"],
    equals: oneOrMore(durationOrList),
    bound: duration
  )

  /// The operators of a severity.
  static func severityOperators(_ level: Schema, orList levels: Schema) -> Schema {
    operators(text: ["equals"], equals: oneOrMore(levels), bound: level)
  }

  /// The operators of any value; null is one where `null` says so.
  static func anyOperators(null: Bool) -> Schema {
    let value = null ? scalar : presentScalar
    return operators(text: Operators.textKeys, equals: oneOrMore(value), bound: number)
  }

  /// The operators of a value that is compared as text, whatever stands there.
  static let literalOperators = operators(
    text: Operators.textKeys,
    equals: oneOrMore(presentScalar),
    bound: nil
  )
}
