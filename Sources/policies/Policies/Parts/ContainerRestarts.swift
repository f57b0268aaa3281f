internal import Source

/// The restarts of a pod's containers, of which neither the job nor its failure policy hears: those of a container's own
/// `restartPolicyRules` and `restartPolicy`.
///
/// Which of them come: KEP-5307 and KEP-5532 of Kubernetes, and what its API server rejects. The first rule that matches decides, and
/// then the container's own policy.
enum ContainerRestarts {
  private static let actions = ["Restart", "RestartAllContainers"]

  /// - Parameter most: the number of restarts behind which a set of jobs fails; nil for no such number.
  static func rules(of pod: PolicyValue, most: Setting<Int64>?) -> [ImportedRule] {
    ["initContainers", "containers"].flatMap { pod[$0]?.elements ?? [] }.flatMap {
      rules(ofContainer: $0, most)
    }
  }

  private static func rules(ofContainer container: PolicyValue, _ most: Setting<Int64>?) -> [ImportedRule] {
    let written = container["restartPolicyRules"]
    let policy = container["restartPolicy"]
    if let written, policy == nil {
      written.fault(
        "A container with “restartPolicyRules” needs its own “restartPolicy”. Kubernetes rejects it.")
    }
    guard let name = container["name"]?.string else { return [] }
    let id = "restart.\(RuleIDs.plain(name))"
    let key = "containers.\(name)"
    var rules = (written?.elements ?? []).enumerated().compactMap {
      rule($1, key, "\(id).\($0)", most)
    }
    let isLeft = !(written?.elements ?? []).contains { takesAll($0["exitCodes"]) }
    if let policy, isLeft, ["Always", "OnFailure"].contains(policy.string) {
      let codes = ImportedValue.oneOf(PodFailures.others(than: []))
      rules.append(restart([(key, codes)], id, most, at: policy))
    }
    return rules
  }

  /// Whether no failure is left to the container's own policy.
  private static func takesAll(_ exits: PolicyValue?) -> Bool {
    exits?["operator"]?.string == "NotIn"
      && (exits?["values"]?.elements ?? []).allSatisfy { $0.writtenInteger == 0 }
  }

  private static func rule(_ value: PolicyValue, _ key: String, _ id: String, _ most: Setting<Int64>?)
    -> ImportedRule?
  {
    guard let rule = value.mapping("a rule") else { return nil }
    let before = value.findings.errorCount
    let action = rule.take("action")
    if action == nil { value.fault("A rule needs its “action”.") }
    _ = action?.word(actions) { "“\($0)” is not an action of a restart rule. Kubernetes rejects it." }
    let codes = rule.take("exitCodes").map { PodFailures.exits($0, of: key) } ?? []
    guard value.findings.errorCount == before, !codes.isEmpty else { return nil }
    return restart(codes, id, most, at: value)
  }

  /// The kubelet restarts a container at once, then after 10 s, twice as long each time, at most 5 minutes. The try of a record is the
  /// container's count of restarts.
  private static func restart(
    _ codes: [(key: String, value: ImportedValue)], _ id: String, _ most: Setting<Int64>?,
    at source: PolicyValue
  ) -> ImportedRule {
    let backoff = ImportedBackoff(
      delays: .texts(["0s", "10s", "20s", "40s", "80s", "160s", "5m"]), max: "5m", jitter: "none",
      place: source.place)
    let tries = most.map { $0.source.tries($0.value + 1) } ?? source.tries(.max)
    let retry = ImportedRetry(
      maxAttempts: tries, within: .longestDelay, backoff: backoff, exhausted: "abort")
    let when = ImportedValue.mapping([("domain", "kubernetes"), ("attributes", .mapping(codes))])
    var rule = ImportedRule(.text(id), when: when, then: .retry(retry), at: source.place)
    if most == nil { rule.suppressed = [("long-retry", "The kubelet restarts containers without an end.")] }
    return rule
  }
}
