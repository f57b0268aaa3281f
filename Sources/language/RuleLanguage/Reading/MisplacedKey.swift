internal import Records
package import Source

enum MisplacedKey {
  private static let matchers =
    Field.allCases.map { $0.name }.filter { $0 != "id" }
    + ["elapsed", "all", "any", "not", "rootCause", "inside", "matcher", "custom", "open", "rate"]
  private static let actions = ["log", "perform", "set", "wait", "present", "nothing"]
  private static let throttled = "{ log: …, throttle: { every: 30s } }"

  static let all = KeyAdvice(
    place: { advice(for: $0, in: $1) }, example: { example(of: $0) },
    keys: Set(
      (RuleFile.keys + ResponderDeclaration.keys + RuleDeclaration.keys + CategoryDeclaration.keys).names))

  /// The hint, with a leading space; nil if there is none. `what` is the mapping, such as `a rule`.
  static func advice(for key: String, in what: String) -> String? {
    switch what {
    case "a rule file" where ["apiVersion", "kind", "metadata", "spec"].contains(key):
      " A rule file is not an object of Kubernetes: write “version: 1” and “name”, and the keys below “spec” at the left margin."
    case "retry"
    where ["retryFor", "retryOn", "retryExceptions", "include", "exclude", "noRetryFor"].contains(key):
      " The rule's “when” says which errors are retried: when: { type: [ … ] }."
    case "a rule", "an event rule": adviceInRule(key, isEventRule: what == "an event rule")
    case "a breaker" where matchers.contains(key) && key != "open" && key != "custom",
      "a category" where matchers.contains(key),
      "an entry of “unwrap”" where matchers.contains(key):
      " Write it below “when”: when: { \(key): … }."
    case "a responder" where RuleDeclaration.keys.contains(key):
      " Write it in a rule: rules: [ { \(key): … } ]."
    case "a rule file" where ResponderDeclaration.keys.contains(key):
      " Write it in a responder: responders: [ { id: app, \(key): … } ]."
    case "a rule file" where DefaultsDeclaration.keys.contains(key):
      " Write it below “defaults”: defaults: { \(key): … }."
    case "an alert" where key == "throttle":
      " Write it beside “present”: { present: …, throttle: { every: 30s } }."
    case "an alert" where key == "role" || key == "then" || key == "do":
      " Write it in a button: buttons: [ { title: …, \(key): … } ]."
    case "defaults" where RetryReader.keys.contains(key): " Write it below “retry”: retry: { \(key): … }."
    case "retry" where key == "delay": " Write it below “backoff”: backoff: { initial: … }."
    case "retry" where key == "then" || key == "fallback" || key == "otherwise":
      " For the verdict after the last try write “exhausted”."
    case "a case", "a step":
      SuiteKeys.expectation.contains(key) && key != "error"
        ? " Write it below “expect”: expect: { \(key): … }."
        : Field.allCases.contains { $0.name == key } ? " Write it in the error: error: { \(key): … }." : nil
    case "defaults", "retry":
      RetryReader.backoffKeys.contains(key) ? " Write it below “backoff”: backoff: { \(key): … }." : nil
    default: nil
    }
  }

  static func example(of what: String) -> String? {
    switch what {
    case "a quota": "{ tokens: 500 }"
    case "gives": "{ success: 1, retried: cost }"
    case "retryAfter": "{ use: replace, max: 2m }"
    case "jitter": "{ add: 1s }"
    case "a breaker": "{ atLeast: 5, within: 1m, stays: 30s }"
    case "throttle": "{ every: 30s }"
    case "rate": "{ atLeast: 5, within: 1m }"
    case "retry": "{ maxAttempts: 3 }"
    case "backoff": "{ initial: 1s, max: 30s }"
    case "quota": "{ retries: 100, within: 1m }"
    case "otherwise": "{ then: cancel }"
    case "extends": "{ from: base }"
    case "policy": "{ match: all }"
    case "contract": "{ reports: [ NetworkError ] }"
    case "unhandled": "{ report: error }"
    default: nil
    }
  }

  private static func adviceInRule(_ key: String, isEventRule: Bool) -> String? {
    switch key {
    case "throttle": return " Write it beside an action: \(throttled)."
    case "coalesce": return " Write it in an alert: { present: { title: …, coalesce: … } }."
    case "delay" where !isEventRule: return " Write it below “retry”: { retry: { backoff: { initial: … } } }."
    case "failed", "limit":
      return " Write it beside an action: { perform: …, \(key): \(key == "limit" ? "5m" : "abort") }."
    case "else", "default", "fallback":
      return isEventRule
        ? nil
        : " For errors that no rule handles write “otherwise” in the responder; for the verdict after the last try, "
          + "“exhausted” below “retry”."
    case "raise" where !isEventRule: return " Only an event rule can raise an error. Write it below “events”."
    case "priority", "order", "weight", "precedence":
      return " Rules are evaluated in their order: move the rule up or down."
    case "restartPolicy", "onFailure":
      return " Write a verdict: then: { retry: { maxAttempts: 3 } }, or then: abort."
    case "handled" where !isEventRule: return " Only an event can be handled. Write then: proceed."
    default: break
    }
    if isEventRule ? key == "event" || key == "with" : matchers.contains(key) {
      return " Write it below “when”: when: { \(key): … }."
    }
    if actions.contains(key) { return " It is an action. Write do: [ { \(key): … } ]." }
    let kinds = isEventRule ? VerdictReader.eventKinds : VerdictReader.kinds
    if kinds.contains(key) { return " It is a verdict. Write then: { \(key): … }." }
    let words = isEventRule ? VerdictReader.eventWords : VerdictReader.words
    if words.contains(key) { return " It is a verdict. Write then: \(key)." }
    guard !isEventRule else { return nil }
    if RetryReader.keys.contains(key) || RetryReader.backoffKeys.contains(key) {
      return " \(below(retry: key))"
    }
    return ResponderDeclaration.keys.contains(key) ? " It is a key of a responder." : nil
  }

  static func below(retry key: String) -> String {
    RetryReader.backoffKeys.contains(key)
      ? "Write it below “backoff” of a retry: { retry: { backoff: { \(key): … } } }."
      : "Write it below “retry”: { retry: { \(key): … } }."
  }
}

extension Section {
  /// Reports a value of another type, and unknown keys.
  package init?(_ node: Node, _ what: String, keys: [Key], in diagnostics: inout Diagnostics) {
    self.init(node, what, keys: keys, advice: MisplacedKey.all, in: &diagnostics)
  }
}
