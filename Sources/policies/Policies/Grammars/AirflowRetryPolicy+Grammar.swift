internal import RuleLanguage
internal import Source

/// The keys that Airflow's `ExceptionRetryPolicy.deserialize` reads.
extension AirflowRetryPolicy {
  func grammar(of root: Node) -> PolicyGrammar { Self.table }

  package func lack(of root: Node) -> String {
    "It has no “__type” that is ExceptionRetryPolicy, by itself or below “retry_policy”."
  }

  private static let answer = PolicyAnswer.ignored(by: "Airflow")

  private static let table = PolicyGrammar(
    kinds: ["root": { $0["__type"] == nil && $0["rules"] == nil ? "task" : nil }],
    [
      "root": .init("a retry policy", answer, "__type rules:rule default"),
      "policy": .init("a retry policy", answer, "__type rules:rule default"),
      "root.task": .init(
        "a task's arguments", answer, isOpen: true,
        "retry_policy:policy retries retry_delay retry_exponential_backoff max_retry_delay"),
      "rule": .init("a rule", answer, "exception action retry_delay reason match_subclasses"),
    ])
}
