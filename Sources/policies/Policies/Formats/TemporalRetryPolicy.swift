internal import Records
internal import RuleLanguage
internal import Source

/// Temporal's `RetryPolicy`: which failures of an activity or a workflow are tried again, and when.
///
/// The format is the JSON form of `temporal.api.common.v1.RetryPolicy`, alone or in the events of a workflow's history, and the server's
/// dynamic configuration, which has the defaults. What it means, `common/retrypolicy` and `service/history/workflow/retry.go` of the
/// server say.
struct TemporalRetryPolicy: TypedPolicyFormat {
  let name = "temporal"
  let noun = "Temporal file"
  let summary = "Temporal's RetryPolicy, in histories and server settings, too"

  func recognizes(_ root: Node) -> Bool {
    Self.isPolicy(root) || Self.isHistory(root) || !TemporalDefaults.keys(of: root).isEmpty
  }

  static let keys = [
    "initialInterval", "backoffCoefficient", "maximumInterval", "maximumAttempts",
    "nonRetryableErrorTypes",
  ]

  private static func isPolicy(_ root: Node) -> Bool {
    guard let members = root.members else { return false }
    let known = members.filter { member in
      keys.contains { PolicyDialect.protocolBuffers.isKey(member.key, $0) }
    }
    return known.count >= 2 && known.count * 2 > members.count
  }

  /// Whether a mapping would be a retry policy if its keys were written right.
  static func isPolicyLike(_ root: Node) -> Bool {
    let members = root.members ?? []
    let near = members.filter { member in
      keys.contains {
        PolicyDialect.protocolBuffers.isKey(member.key, $0) || PolicyGrammar.isNear(member.key, $0)
      }
    }
    return near.count >= 2 && near.count * 2 > members.count
  }

  private static func isHistory(_ root: Node) -> Bool {
    let members = root["events"]?.elements?.first?.members ?? []
    return members.count { ["eventId", "eventType"].contains($0.key) || $0.key.hasSuffix("EventAttributes") }
      >= 2
  }

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    var responders: [ImportedResponder]
    if Self.isHistory(root.node) {
      responders = TemporalHistory(root).responders
      if responders.isEmpty {
        root.lost("Nothing of this history is tried again: it has no activity, and no retry policy.")
        responders = [ImportedResponder(id: "workflow", place: root.place)]
      }
    } else if Self.isPolicyLike(root.node) {
      responders = [TemporalRetry(policy: root).responder("policy", origins: [], at: root.place)]
    } else {
      responders = TemporalDefaults.responders(of: root)
      // Only keys that nobody reads: they are reported.
      if responders.isEmpty { responders = [ImportedResponder(id: "workflow", place: root.place)] }
    }
    return ImportedRuleFile(
      name: "Temporal's retries", place: root.place,
      retry: ImportedRetry(
        within: .longestDelay, backoff: ImportedBackoff(jitter: "none"), exhausted: "cancel"),
      responder: responders.count > 1 ? "none" : nil, responders: responders)
  }
}

/// The activities and workflows of a workflow's history.
private struct TemporalHistory {
  private(set) var responders: [ImportedResponder] = []
  private var ids = RuleIDs()
  /// The policies of those that are known, by kind and name.
  private var known: [String: PolicyValue?] = [:]

  private struct Kind {
    let attributes: String
    let type: String
    let timeout: String
    /// Whether the server tries it again without a policy, by its defaults.
    let hasDefaults: Bool
  }

  private static let kinds = [
    Kind(
      attributes: "workflowExecutionStartedEventAttributes", type: "workflowType",
      timeout: "workflowExecutionTimeout", hasDefaults: false),
    Kind(
      attributes: "startChildWorkflowExecutionInitiatedEventAttributes", type: "workflowType",
      timeout: "workflowExecutionTimeout", hasDefaults: false),
    Kind(
      attributes: "activityTaskScheduledEventAttributes", type: "activityType",
      timeout: "scheduleToCloseTimeout", hasDefaults: true),
  ]

  init(_ root: PolicyValue) {
    for event in root["events"]?.elements ?? [] {
      for kind in Self.kinds { if let attributes = event[kind.attributes] { read(attributes, kind) } }
    }
  }

  private mutating func read(_ attributes: PolicyValue, _ kind: Kind) {
    let policy = attributes["retryPolicy"].flatMap { $0.isNull ? nil : $0 }
    guard policy != nil || kind.hasDefaults else { return }
    guard let name = attributes[kind.type]?["name"], let text = name.string, !text.isEmpty else {
      attributes.fault("“\(kind.type)” must have a “name”.")
      return
    }
    let key = "\(kind.type) \(text)"
    if let first = known[key] {
      if let policy, let first, policy.text != first.text || policy.place.text != first.place.text {
        policy.lost(
          "“\(text)” has another policy here than at line \(first.place.start.line), which is the one of its rules."
        )
      }
      return
    }
    known[key] = .some(policy)
    var timeout = attributes[kind.timeout].flatMap { TemporalRetry.duration($0) }
    if let written = timeout, written.value <= 0 { timeout = nil }
    let retry = TemporalRetry(policy: policy ?? name.with(.mapping([], at: name.place)), deadline: timeout)
    timeout?.source.lost(
      "Temporal counts “\(kind.timeout)” from the start; the rule's deadline begins with the first failure.")
    responders.append(
      retry.responder(ids.id(text), origins: name.origins(text, as: .node(name.node)), at: attributes.place))
  }
}
