internal import JSONSchema
internal import RuleLanguage
internal import Source

/// The operators below a matcher's key, in place of a bare value.
extension Schema {
  /// `{ exists: true }` or `{ exists: false }`.
  static let presence = mapping([("exists", exists)], required: ["exists"])

  private static let exists = described(Operators.exists, flag)

  private static func described(_ key: Key, _ schema: Schema) -> Schema { schema.described(key.meaning) }

  private static func operators(
    text keys: [Key], equals: Schema, bound: Schema?, further: [(key: String, value: Schema)] = []
  ) -> Schema {
    var properties = keys.map { key -> (key: String, value: Schema) in
      let value =
        switch key.name {
        case "equals": equals
        case "ignoreCase": flag
        case "glob", "matches": oneOrMore(.text)
        default: oneOrMore(name)
        }
      return (key.name, described(key, value))
    }
    if let bound { properties += Operators.numbers.map { ($0.name, described($0, bound)) } }
    properties.append((Operators.exists.name, exists))
    let all = mapping(properties + further, atLeast: 1)
    let texts = Operators.textKeys.filter { $0 != "ignoreCase" } + further.map { $0.key }
    return keys.contains("ignoreCase") ? all.requiring("ignoreCase", forOneOf: texts) : all
  }

  /// The operators of a text, with the matcher's own `further` ones.
  static func textOperators(_ further: [(key: String, value: Schema)] = []) -> Schema {
    operators(text: Operators.texts, equals: oneOrMore(.text), bound: nil, further: further)
  }

  static let numberOperators = operators(
    text: Operators.texts.named("equals"), equals: oneOrMore(range), bound: number)

  static let durationOperators = operators(
    text: Operators.texts.named("equals"), equals: oneOrMore(durationOrList), bound: duration)

  static func severityOperators(_ level: Schema, orList levels: Schema) -> Schema {
    operators(text: Operators.texts.named("equals"), equals: oneOrMore(levels), bound: level)
  }

  /// The operators of any value; with `null`, null is a value too.
  static func anyOperators(null: Bool) -> Schema {
    let value = null ? scalar : presentScalar
    return operators(text: Operators.texts, equals: oneOrMore(value), bound: number)
  }

  /// The operators of a value that is compared as literal text.
  static let literalOperators = operators(text: Operators.texts, equals: oneOrMore(presentScalar), bound: nil)
}
