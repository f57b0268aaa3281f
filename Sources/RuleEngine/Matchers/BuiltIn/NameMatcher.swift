/// `domain`, `origin` and `operation`: a bare value is a name, in which `*` stands for any characters.
struct NameMatcher: MatcherPlugin {
  let field: Field
  let summary: String
  let examples: [MatcherExample]

  var key: String { field.name }

  func condition(for value: Node, in context: MatcherContext) -> Condition? {
    let subject = Subject.field(field)
    if value.members != nil {
      return Operators(subject: subject, kind: .text, context: context).condition(of: value)
    }
    return context.any(of: value) { Values(context).name($0, subject) }
  }

  static let domain = NameMatcher(
    field: .domain,
    summary: "The error's domain, as the NSError bridge has it.",
    examples: [
      MatcherExample(
        when: #"{"domain": "NSURL*"}"#,
        matches: [#"{"domain": "NSURLErrorDomain"}"#],
        doesNotMatch: [#"{"domain": "NSCocoaErrorDomain"}"#, #"{"message": "no domain"}"#]
      )
    ]
  )

  static let origin = NameMatcher(
    field: .origin,
    summary: "Where the error was raised.",
    examples: [
      MatcherExample(
        when: #"{"origin": "com.shop.login.*"}"#,
        matches: [#"{"type": "E", "origin": "com.shop.login.form"}"#],
        doesNotMatch: [#"{"type": "E", "origin": "com.shop.login"}"#]
      )
    ]
  )

  static let operation = NameMatcher(
    field: .operation,
    summary: "What was being tried.",
    examples: [
      MatcherExample(
        when: #"{"operation": ["pay", "refund"]}"#,
        matches: [#"{"type": "E", "operation": "pay"}"#],
        doesNotMatch: [#"{"type": "E", "operation": "payment"}"#, #"{"type": "E"}"#]
      )
    ]
  )
}
