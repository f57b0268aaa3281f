internal import RuleLanguage
internal import Source

/// The keys for which botocore's `translate.py` and `retryhandler.py` ask. They look at no others.
extension BotocoreRetryTable {
  func grammar(of root: Node) -> PolicyGrammar {
    root[AWSConfigText.root] == nil ? Self.table : Self.settings
  }

  package func lack(of root: Node) -> String {
    "It has no mapping “retry” with the settings “__default__”, nor “definitions” beside one; and no line with “retry_mode”, “max_attempts”, AWS_RETRY_MODE or AWS_MAX_ATTEMPTS."
  }

  private static let answer = PolicyAnswer.ignored(by: "botocore")

  private static let settings = PolicyGrammar([
    "root": .init("the settings", answer, "\(AWSConfigText.root):config"),
    "config": .init("the settings", answer, "environment:environment profiles:profiles"),
    "environment": .init(
      "the environment", answer, isOpen: true,
      (AWSConfigText.environmentKeys + ["AWS_PROFILE"]).joined(separator: " ")),
    "profiles": .init("the profiles", answer, "*:profile"),
    "profile": .init("a profile", answer, isOpen: true, AWSConfigText.profileKeys.joined(separator: " ")),
  ])

  private static let table = PolicyGrammar([
    "root": .init("a retry table", answer, "definitions:definitions retry:services"),
    "definitions": .init("the definitions", answer, "*:definition"),
    // A definition stands for a policy or for a delay.
    "definition": .init(
      "a definition", answer, isOpen: true, "applies_when:applies type base growth_factor max_attempts"),
    "services": .init("the services", answer, "__default__:settings *:service"),
    "service": .init("the settings of a service", answer, "__default__:settings *:operation"),
    "settings": .init("the settings of a service", answer, "max_attempts delay:delay policies:policies"),
    "operation": .init("an operation", answer, "policies:policies"),
    "delay": .init("a delay", answer, "type base growth_factor $ref"),
    "policies": .init("the policies", answer, "*:policy"),
    "policy": .init("a policy", answer, "applies_when:applies $ref"),
    "applies": .init("the case that a policy applies to", answer, "response:response socket_errors"),
    "response": .init("a response", answer, "service_error_code http_status_code crc32body"),
  ])
}
