internal import Records

/// `domain`, `origin` and `operation`: a bare value is a name, in which `*` stands for any characters.
extension FieldMatcher {
  static let domain = FieldMatcher(
    field: .domain,
    form: .name,
    summary: "The error's domain, as bridged to NSError.",
    examples: [
      MatcherExample(
        when: #"{"domain": "NSURL*"}"#, matches: [#"{"domain": "NSURLErrorDomain"}"#],
        doesNotMatch: [#"{"domain": "NSCocoaErrorDomain"}"#, #"{"message": "no domain"}"#])
    ]
  )

  static let origin = FieldMatcher(
    field: .origin,
    form: .name,
    summary: "The origin: where the error was raised.",
    examples: [
      MatcherExample(
        when: #"{"origin": "com.shop.login.*"}"#,
        matches: [#"{"type": "E", "origin": "com.shop.login.form"}"#],
        doesNotMatch: [#"{"type": "E", "origin": "com.shop.login"}"#])
    ]
  )

  static let operation = FieldMatcher(
    field: .operation,
    form: .name,
    summary: "The operation that failed.",
    examples: [
      MatcherExample(
        when: #"{"operation": ["pay", "refund"]}"#, matches: [#"{"type": "E", "operation": "pay"}"#],
        doesNotMatch: [#"{"type": "E", "operation": "payment"}"#, #"{"type": "E"}"#])
    ]
  )
}
