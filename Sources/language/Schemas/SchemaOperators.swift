internal import JSONSchema
internal import RuleLanguage

/// The operators below a matcher's key, in place of a bare value.
extension Schema {
  /// `{ exists: true }` or `{ exists: false }`.
  static let presence = mapping([("exists", exists)], required: ["exists"])

  private static let exists = flag.described("true: the field must have a value; false: it must have none.")
  private static let caseless = Operators.numberKeys + ["ignoreCase", "exists"]

  private static func described(_ key: String, _ schema: Schema) -> (key: String, value: Schema) {
    (key, schema.described(Self.texts[key] ?? key))
  }

  private static let texts = [
    "equals": "Equals the whole value. The text is literal: no glob, no $name of a list.",
    "contains": "Is part of the text.",
    "hasPrefix": "The beginning of the text.",
    "hasSuffix": "The end of the text.",
    "glob": "The whole text; * stands for any characters, ? for one.",
    "matches": "A regular expression in RE2 syntax, found anywhere; ^ and $ anchor it.",
    "ignoreCase": "true: upper and lower case are the same.",
    "lessThan": "The value is less than this.",
    "atMost": "The value is less than or equal to this.",
    "atLeast": "The value is greater than or equal to this.",
    "greaterThan": "The value is greater than this.",
  ]

  private static func operators(
    text textKeys: [String], equals: Schema, bound: Schema?, further: [(key: String, value: Schema)] = []
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
    return textKeys.contains("ignoreCase") ? all.requiring("ignoreCase", forOneOf: texts) : all
  }

  /// The operators of a text, with the matcher's own `further` ones.
  static func textOperators(_ further: [(key: String, value: Schema)] = []) -> Schema {
    operators(text: Operators.textKeys, equals: oneOrMore(.text), bound: nil, further: further)
  }

  static let numberOperators = operators(text: ["equals"], equals: oneOrMore(range), bound: number)

  static let durationOperators = operators(
    text: ["equals"], equals: oneOrMore(durationOrList), bound: duration)

  static func severityOperators(_ level: Schema, orList levels: Schema) -> Schema {
    operators(text: ["equals"], equals: oneOrMore(levels), bound: level)
  }

  /// The operators of any value; with `null`, null is a value too.
  static func anyOperators(null: Bool) -> Schema {
    let value = null ? scalar : presentScalar
    return operators(text: Operators.textKeys, equals: oneOrMore(value), bound: number)
  }

  /// The operators of a value that is compared as literal text.
  static let literalOperators = operators(
    text: Operators.textKeys, equals: oneOrMore(presentScalar), bound: nil)
}
