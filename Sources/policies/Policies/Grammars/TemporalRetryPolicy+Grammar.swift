internal import RuleLanguage
internal import Source

/// `temporal.api.common.v1.RetryPolicy`, the events of a history, and the server's dynamic configuration.
extension TemporalRetryPolicy {
  func grammar(of root: Node) -> PolicyGrammar { Self.table }

  package func lack(of root: Node) -> String {
    "It is neither a retry policy, with at least two of \(Self.keys.joined(separator: ", ")), nor a history with “events”, nor a dynamic configuration with “history.defaultActivityRetryPolicy”."
  }

  /// The JSON form of protocol buffers has no unknown fields.
  private static let answer = PolicyAnswer.rejectedKey(by: "The JSON form of protocol buffers")
  private static let attributes = [
    "workflowExecutionStartedEventAttributes", "startChildWorkflowExecutionInitiatedEventAttributes",
    "activityTaskScheduledEventAttributes",
  ]

  private static let table = PolicyGrammar(
    dialect: .protocolBuffers,
    kinds: [
      "root": { root in
        let isHistory = root.members?.contains { PolicyGrammar.plain($0.key) == "events" } ?? false
        if isHistory { return "history" }
        return isPolicyLike(root) ? "policy" : nil
      }
    ],
    [
      "root": .init(
        "a dynamic configuration", .ignored(by: "Temporal's server"), isOpen: true, ignoresCase: true,
        "history.defaultActivityRetryPolicy:entry history.defaultWorkflowRetryPolicy:entry events:event"),
      "entry": .init("an entry", .ignored(by: "Temporal's server"), "value constraints"),
      "root.policy": .init("a retry policy", answer, keys.joined(separator: " ")),
      "policy": .init("a retry policy", answer, keys.joined(separator: " ")),
      "root.history": .init("a history", answer, isOpen: true, "events:event"),
      "event": .init(
        "an event", answer, isOpen: true, "eventId eventType eventTime",
        attributes.map { "\($0):attributes" }.joined(separator: " ")),
      "attributes": .init(
        "an event's attributes", answer, isOpen: true,
        "workflowType:type activityType:type retryPolicy:policy scheduleToCloseTimeout",
        "scheduleToStartTimeout startToCloseTimeout heartbeatTimeout workflowExecutionTimeout"),
      "type": .init("a type", answer, "name"),
    ])
}
