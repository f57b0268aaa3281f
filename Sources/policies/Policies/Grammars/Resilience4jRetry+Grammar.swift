internal import RuleLanguage
internal import Source

/// The properties below `resilience4j`. Those of a retry are read in any spelling: `RetryProperties`.
extension Resilience4jRetry {
  func grammar(of root: Node) -> PolicyGrammar { Self.table }

  package func lack(of root: Node) -> String {
    "It has no “instances” or “configs” below “resilience4j.retry”."
  }

  private static let answer = PolicyAnswer.ignored(by: "Spring")
  private static let modules =
    "circuitbreaker ratelimiter bulkhead thread-pool-bulkhead timelimiter scheduled micrometer"

  private static let table = PolicyGrammar(
    dialect: PolicyDialect(keys: .anySpelling),
    [
      "root": .init(
        "an application's properties", answer, isOpen: true, "resilience4j:modules resilience4j.retry:retry"),
      "modules": .init("Resilience4j", answer, isOpen: true, "retry:retry", modules),
      "retry": .init(
        "Resilience4j's retries", answer, isOpen: true,
        "instances configs backends retry-aspect-order"),
    ])
}
