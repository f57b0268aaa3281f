internal import Source

/// The restarts of a pod's containers, of which neither the job nor its failure policy hears: those of a container's own
/// `restartPolicyRules` and `restartPolicy`.
///
/// Which of them come: KEP-5307 and KEP-5532 of Kubernetes, and what its API server rejects. The first rule that matches decides, and
/// then the container's own policy.
enum ContainerRestarts {
  private static let actions = ["Restart", "RestartAllContainers"]
  private static let policies = ["Always", "OnFailure", "Never"]
  private static let mostRules = 20

  /// The restarts of one container.
  private struct Container {
    let id: String
    let key: String
    /// Whether its pod ends it behind the others: what it exits with then is no reason for a restart.
    let isForOthers: Bool
    let most: Setting<Int64>?
  }

  /// - Parameter most: the number of restarts behind which a set of jobs fails; nil for no such number.
  static func rules(of pod: PolicyValue, most: Setting<Int64>?) -> [ImportedRule] {
    ["initContainers", "containers"].flatMap { list in
      (pod[list]?.elements ?? []).flatMap { rules(of: $0, most, isForOthers: list == "initContainers") }
    }
  }

  private static func rules(of value: PolicyValue, _ most: Setting<Int64>?, isForOthers: Bool)
    -> [ImportedRule]
  {
    let written = value["restartPolicyRules"]?.elements ?? []
    let policy = value["restartPolicy"]
    if let source = value["restartPolicyRules"], !written.isEmpty {
      if policy == nil {
        source.fault(
          "A container with “restartPolicyRules” needs its own “restartPolicy”. Kubernetes rejects it.")
      }
      if written.count > mostRules {
        source.fault("At most 20 rules are allowed. There are \(written.count).")
      }
    }
    _ = policy?.word(policies) { "“\($0)” is not a restart policy. Kubernetes rejects it." }
    guard let name = value["name"]?.string else { return [] }
    let container = Container(
      id: "restart.\(RuleIDs.plain(name))", key: "containers.\(name)", isForOthers: isForOthers, most: most)
    var rules = written.enumerated().compactMap { rule($1, $0, container) }
    let takesFailures = written.contains { takesAllFailures($0["exitCodes"]) }
    if let policy, policy.string == "Always" || policy.string == "OnFailure" && !takesFailures {
      let codes: [ImportedValue] =
        policy.string == "OnFailure"
        ? PodFailures.others(than: [])
        : takesFailures ? [0] : PodFailures.others(than: [], includingZero: true)
      rules.append(restart([(container.key, .oneOf(codes))], container.id, container, at: policy))
    }
    return rules
  }

  /// Whether no failure is left to the container's own policy.
  private static func takesAllFailures(_ exits: PolicyValue?) -> Bool {
    exits?["operator"]?.string == "NotIn"
      && (exits?["values"]?.elements ?? []).allSatisfy { $0.writtenInteger == 0 }
  }

  private static func rule(_ value: PolicyValue, _ index: Int, _ container: Container) -> ImportedRule? {
    guard let rule = value.mapping("a rule") else { return nil }
    let before = value.findings.errorCount
    let action = rule.take("action")
    if action == nil { value.fault("A rule needs its “action”.") }
    _ = action?.word(actions) { "“\($0)” is not an action of a restart rule. Kubernetes rejects it." }
    guard let exits = rule.take("exitCodes") else {
      value.fault("A rule needs its “exitCodes”. Kubernetes rejects it.")
      return nil
    }
    let codes = PodFailures.exits(exits, of: container.key)
    guard value.findings.errorCount == before, !codes.isEmpty else { return nil }
    return restart(codes, "\(container.id).\(index)", container, at: value)
  }

  /// The kubelet restarts a container at once, then after 10 s, twice as long each time, at most 5 minutes. The try of a record is the
  /// container's count of restarts.
  private static func restart(
    _ codes: [(key: String, value: ImportedValue)], _ id: String, _ container: Container,
    at source: PolicyValue
  ) -> ImportedRule {
    // The record of a failed pod has the exit codes of all its containers.
    let attributes = (container.isForOthers ? [("exitCodes", ["exists": false])] : []) + codes
    let most = container.most
    let backoff = ImportedBackoff(
      delays: .texts(["0s", "10s", "20s", "40s", "80s", "160s", "5m"]), max: "5m", jitter: "none",
      place: source.place)
    let tries = most.map { $0.source.tries($0.value + 1) } ?? source.tries(.max)
    let retry = ImportedRetry(
      maxAttempts: tries, within: .longestDelay, backoff: backoff, exhausted: "abort")
    let when = ImportedValue.mapping([("domain", "kubernetes"), ("attributes", .mapping(attributes))])
    var rule = ImportedRule(.text(id), when: when, then: .retry(retry), at: source.place)
    if most == nil { rule.suppressed = [("long-retry", "The kubelet restarts containers without an end.")] }
    return rule
  }
}
