internal import RuleLanguage
internal import Source

/// The JSON in which Sentry stores its rules.
extension SentryFingerprintRules {
  func grammar(of root: Node) -> PolicyGrammar { Self.table }

  package func lack(of root: Node) -> String {
    "It has no line such as error.type:Timeout -> timeouts, nor “rules” with “matchers” and “fingerprint”. Sentry's text has no name that ends in .yaml, .yml or .json."
  }

  private static let answer = PolicyAnswer.ignored(by: "Sentry")

  private static let table = PolicyGrammar([
    "root": .init("a set of rules", answer, isOpen: true, "rules:rule version"),
    "rule": .init("a rule", answer, isOpen: true, "matchers fingerprint attributes text is_builtin"),
  ])
}
