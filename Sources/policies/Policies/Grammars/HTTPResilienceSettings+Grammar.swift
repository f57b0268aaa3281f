internal import RuleLanguage
internal import Source

/// The options of `HttpStandardResilienceOptions`, whose keys .NET compares without case.
extension HTTPResilienceSettings {
  func grammar(of root: Node) -> PolicyGrammar { Self.table }

  package func lack(of root: Node) -> String {
    "It has no section with “Retry” beside “AttemptTimeout” or “TotalRequestTimeout”, or with two settings of a retry."
  }

  private static let answer = PolicyAnswer.ignored(by: "The resilience handler")
  /// A section may lie anywhere in the settings.
  private static let table = PolicyGrammar(
    dialect: PolicyDialect(keys: .anyCase), kinds: ["root": { isSectionLike($0) ? "section" : nil }],
    [
      "root": .init("the settings", answer, isOpen: true, "*:root"),
      "root.section": .init(
        "a section of the resilience handler", answer, isOpen: true,
        "Retry:retry CircuitBreaker:breaker AttemptTimeout:timeout TotalRequestTimeout:timeout RateLimiter"),
      "retry": .init(
        "“Retry”", answer,
        "Name MaxRetryAttempts BackoffType UseJitter Delay MaxDelay ShouldRetryAfterHeader"),
      "breaker": .init(
        "“CircuitBreaker”", answer,
        "Name FailureRatio MinimumThroughput SamplingDuration BreakDuration"),
      "timeout": .init("a timeout", answer, "Name Timeout"),
    ])

  private static let parts = ["Retry", "CircuitBreaker", "AttemptTimeout", "TotalRequestTimeout"]
  private static let retryKeys = ["MaxRetryAttempts", "BackoffType", "UseJitter", "ShouldRetryAfterHeader"]

  /// Whether a mapping has, in any spelling that is nearly right, two parts of a handler, or a retry with two settings.
  private static func isSectionLike(_ node: Node) -> Bool {
    func count(_ names: [String], in node: Node) -> Int {
      names.count { name in
        (node.members ?? []).contains {
          $0.key.lowercased() == name.lowercased() || PolicyGrammar.isNear($0.key, name)
        }
      }
    }
    if count(parts, in: node) >= 2 { return true }
    return (node.members ?? []).contains { member in
      (member.key.lowercased() == "retry" || PolicyGrammar.isNear(member.key, "Retry"))
        && count(retryKeys, in: member.value) >= 2
    }
  }
}
