internal import RuleLanguage
internal import Source

/// The keys that Airflow's `ExceptionRetryPolicy.deserialize` reads, and the argument of `ChainRetryPolicy`.
extension AirflowRetryPolicy {
  func grammar(of root: Node) -> PolicyGrammar { Self.table }

  package func lack(of root: Node) -> String {
    "It has no “__type” that is ExceptionRetryPolicy or ChainRetryPolicy, by itself or below “retry_policy”."
  }

  private static let answer = PolicyAnswer.ignored(by: "Airflow")

  /// The kind of a policy; nil for one with rules, or without a type.
  private static func kind(of policy: Node) -> String? {
    if policy["__type"]?.string == nil { return nil }
    switch type(of: policy) {
    case "ExceptionRetryPolicy": return nil
    case "ChainRetryPolicy": return "chain"
    default: return "other"
    }
  }

  private static let table = PolicyGrammar(
    kinds: [
      "root": { root in
        root["__type"] == nil && root["rules"] == nil && root["policies"] == nil ? "task" : kind(of: root)
      },
      "policy": { kind(of: $0) },
    ],
    [
      "root": .init("a retry policy", answer, "__type rules:rule default"),
      "root.chain": .init("a chain of policies", answer, "__type policies:policy"),
      "policy": .init("a retry policy", answer, "__type rules:rule default"),
      "policy.chain": .init("a chain of policies", answer, "__type policies:policy"),
      "policy.other": .init("a policy that is code", answer, isOpen: true, "__type"),
      "root.task": .init(
        "a task's arguments", answer, isOpen: true,
        "retry_policy:policy retries retry_delay retry_exponential_backoff max_retry_delay"),
      "rule": .init("a rule", answer, "exception action retry_delay reason match_subclasses"),
    ])
}
