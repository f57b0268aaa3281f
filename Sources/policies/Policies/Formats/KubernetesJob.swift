internal import RuleLanguage
internal import Source

/// Jobs of Kubernetes, alone, of a CronJob or of a JobSet: which failed pods are replaced, and which failed jobs restart a set.
///
/// The rules: `matchPodFailurePolicy` in `pkg/controller/job/pod_failure_policy.go` of Kubernetes, and `executeFailurePolicy` in
/// `pkg/controllers/failure_policy.go` of JobSet. What is valid: `pkg/apis/batch/validation/validation.go`, and JobSet's webhook.
/// The first rule that matches decides. What a rule counts, and what none matches, climbs to a responder that counts it.
struct KubernetesJob: TypedPolicyFormat {
  let name = "kubernetes"
  let noun = "Job file"
  let summary = "Kubernetes Job, CronJob and JobSet: failure policies"

  func recognizes(_ root: Node) -> Bool { !Self.objects(PolicyValue(root, PolicyFindings())).isEmpty }

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    var ids = RuleIDs()
    var responders: [ImportedResponder] = []
    for object in Self.objects(root.reading(PolicyDialect(ignoresNull: true))) {
      let name = KubernetesJobName(of: object)
      let spec = object["spec"]
      switch object["kind"]?.string {
      case "CronJob":
        if let job = spec?["jobTemplate"]?["spec"] { responders += JobPolicy.responders(job, name, &ids) }
      case "JobSet":
        responders += JobSetPolicy.responders(object, name, &ids)
        for job in spec?["replicatedJobs"]?.elements ?? [] {
          guard let own = job["name"], let inner = job["template"]?["spec"] else { continue }
          let name = KubernetesJobName(text: "\(name.text).\(own.text)", source: own)
          responders += JobPolicy.responders(
            inner, name, restarts: JobSetPolicy.restartsInPlace(object), &ids)
        }
      default: responders += JobPolicy.responders(spec ?? object, name, &ids)
      }
    }
    // Only objects that Kubernetes does not take for these: their keys are reported.
    if responders.isEmpty { responders = [ImportedResponder(id: "job", place: root.place)] }
    return ImportedRuleFile(
      name: "Kubernetes jobs", place: root.place, responder: "none", responders: responders)
  }

  private static func objects(_ root: PolicyValue) -> [PolicyValue] {
    root.elementsOrSelf.flatMap { object -> [PolicyValue] in
      guard let version = object["apiVersion"]?.string else { return [] }
      switch object["kind"]?.string {
      case "List": return (object["items"]?.elements ?? []).flatMap { objects($0) }
      case "Job", "CronJob": return version.hasPrefix("batch/") ? [object] : []
      case "JobSet": return version.hasPrefix("jobset.x-k8s.io/") ? [object] : []
      default: return []
      }
    }
  }
}

// MARK: - Jobs

/// The spec of a job.
private enum JobPolicy {
  private static let usualLimit: Int64 = 6
  private static let actions = ["Count", "FailIndex", "FailJob", "Ignore"]
  private static let mostRules = 20

  /// The rules, and above them the count.
  ///
  /// - Parameter restarts: the number of restarts of a container behind which the set of the job fails.
  static func responders(
    _ spec: PolicyValue, _ name: KubernetesJobName, restarts: Setting<Int64>? = nil, _ ids: inout RuleIDs
  ) -> [ImportedResponder] {
    checkPods(of: spec)
    if restarts != nil { checkRestartsInPlace(of: spec) }
    let perIndex = spec.count("backoffLimitPerIndex")
    let limit = spec.count("backoffLimit")
    var retry = retry(of: spec)
    let inPods = spec["template"]?["spec"].map { ContainerRestarts.rules(of: $0, most: restarts) } ?? []
    let rules = inPods + (spec["podFailurePolicy"].map { self.rules($0, of: spec, retry) } ?? [])
    checkIndexes(of: spec, hasLimit: limit != nil)
    guard let id = name.id(&ids) else { return [] }
    let counting = ids.id("\(id).backoffLimit")
    let count = perIndex ?? limit ?? spec.setting(usualLimit)
    retry.maxAttempts = count.source.tries(count.value + 1)
    retry.per = ["operation", perIndex == nil ? "origin" : "attributes.index"]
    retry.exhausted = perIndex == nil ? "abort" : "cancel"
    let ends: ImportedVerdict = perIndex == nil ? .abort : .cancel
    var counter = name.counter(counting, then: count.value == 0 ? ends : .retry(retry), at: count.place)
    if restarts != nil { counter.suppressed = [("long-retry", "InPlaceRestart asks for this limit.")] }
    return [
      counter,
      ImportedResponder(
        id: id, parent: counting, origins: [.text(id)], rules: rules, place: name.source.place,
        rulesPlace: spec.place),
    ]
  }

  /// The job controller waits 10 s, twice as long each time, at most 10 minutes.
  private static func retry(of spec: PolicyValue) -> ImportedRetry {
    let backoff = ImportedBackoff(
      initial: "10s", multiplier: 2, max: "10m", jitter: "none", place: spec.place)
    var retry = ImportedRetry(within: .longestDelay, backoff: backoff)
    if let deadline = spec.count("activeDeadlineSeconds"), deadline.value > 0 {
      deadline.source.lost(
        "Kubernetes counts this from the start of the job; the rules' deadline begins with the first failure."
      )
      retry.deadline = .text("\(deadline.value)s").at(deadline.place)
    }
    return retry
  }

  private static func checkPods(of spec: PolicyValue) {
    guard let pod = spec["template"]?["spec"] else { return }
    let policy = pod["restartPolicy"]
    let needing = ["podFailurePolicy", "backoffLimitPerIndex"].first { spec[$0] != nil }
    if let needing, policy?.string != "Never" {
      (policy ?? pod).fault("With “\(needing)”, the “restartPolicy” of the pods must be Never.")
    } else if let policy, policy.string == "OnFailure" {
      policy.lost(
        "Containers restart within their pod, and Kubernetes counts those restarts. The rules count failed pods."
      )
    }
  }

  /// JobSet's webhook asks for these.
  private static func checkRestartsInPlace(of spec: PolicyValue) {
    func check(_ isRight: Bool, _ key: String, _ needed: String) {
      if !isRight { (spec[key] ?? spec).fault("With InPlaceRestart, \(needed). JobSet rejects the set.") }
    }
    check(
      spec.count("backoffLimit")?.value == Int64(Int32.max), "backoffLimit",
      "the “backoffLimit” of each job must be 2147483647")
    check(
      spec["podReplacementPolicy"]?.string == "Failed", "podReplacementPolicy",
      "the “podReplacementPolicy” of each job must be Failed")
    let completions = spec.count("completions")?.value
    check(
      completions != nil && completions == spec.count("parallelism")?.value, "completions",
      "each job must have as many “completions” as its “parallelism”")
  }

  private static func checkIndexes(of spec: PolicyValue, hasLimit: Bool) {
    let perIndex = spec["backoffLimitPerIndex"]
    if spec["completionMode"]?.string != "Indexed" {
      perIndex?.fault("“backoffLimitPerIndex” needs the “completionMode” Indexed.")
    }
    if perIndex == nil {
      spec["maxFailedIndexes"]?.fault("“maxFailedIndexes” needs “backoffLimitPerIndex”.")
    } else {
      spec["maxFailedIndexes"]?.lost("No rule can say how many indexes may fail before the job does.")
    }
    if perIndex != nil, hasLimit {
      spec["backoffLimit"]?.lost(
        "The rules count the failures of each index. That all of them are counted, too, is lost.")
    }
  }

  // MARK: Rules

  private static func rules(_ value: PolicyValue, of spec: PolicyValue, _ retry: ImportedRetry)
    -> [ImportedRule]
  {
    guard let policy = value.mapping("a pod failure policy") else { return [] }
    let elements = policy.list("rules")
    if elements.count > mostRules {
      value.fault("At most 20 rules are allowed. There are \(elements.count).")
    }
    let containers = spec["template"]?["spec"].map { pod in
      Set(
        ["containers", "initContainers"].flatMap { pod[$0]?.elements ?? [] }.compactMap { $0["name"]?.string }
      )
    }
    return elements.enumerated().compactMap { rule($1, $0, of: spec, containers, retry) }
  }

  private static func rule(
    _ value: PolicyValue, _ index: Int, of spec: PolicyValue, _ containers: Set<String>?,
    _ retry: ImportedRetry
  ) -> ImportedRule? {
    guard let rule = value.mapping("a rule") else { return nil }
    let before = value.findings.errorCount
    let action = rule.take("action")
    let exits = rule.take("onExitCodes")
    // Kubernetes asks whether the list has elements.
    let conditions = rule.take("onPodConditions").flatMap { $0.elements?.isEmpty == true ? nil : $0 }
    let name = rule.take("name")?.string
    if action == nil { value.fault("A rule needs its “action”.") }
    _ = action?.word(actions) { "“\($0)” is not an action of a rule." }
    if let action, action.string == "FailIndex", spec["backoffLimitPerIndex"] == nil {
      action.fault("FailIndex needs “backoffLimitPerIndex”.")
    }
    if (exits != nil) == (conditions != nil) {
      value.fault("A rule needs one of “onExitCodes” and “onPodConditions”, and not both.")
    }
    let condition =
      exits.map { PodFailures.exits($0, containers) } ?? conditions.map { PodFailures.conditions($0) }
    guard value.findings.errorCount == before, let action, let condition else { return nil }
    let verdict: ImportedVerdict =
      switch action.string {
      case "FailJob": .abort
      case "FailIndex": .cancel
      case "Ignore": .retry(retry.endless(action))
      default: .escalate
      }
    let when: ImportedValue = .mapping([("domain", "kubernetes")] + condition)
    var imported = ImportedRule(
      .text(name.map { RuleIDs.plain($0) } ?? "rules.\(index)"), when: when, then: verdict.at(action.place),
      at: value.place)
    if action.string == "Ignore", conditions != nil {
      imported.suppressed.append(
        ("long-retry", "Kubernetes does not count what disrupts a pod from outside."))
    }
    return imported
  }
}

// MARK: - Job sets

/// The failure policy of a job set.
private enum JobSetPolicy {
  private static let actions = [
    "FailJobSet", "RestartJob", "RestartJobAndIgnoreMaxRestarts", "RestartJobSet",
    "RestartJobSetAndIgnoreMaxRestarts",
  ]
  private static let reasons = [
    "BackoffLimitExceeded", "DeadlineExceeded", "FailedIndexes", "MaxFailedIndexesExceeded",
    "PodFailurePolicy",
  ]

  /// The number of restarts of a container behind which the set fails, if its pods restart in place.
  static func restartsInPlace(_ object: PolicyValue) -> Setting<Int64>? {
    guard let policy = object["spec"]?["failurePolicy"], policy["restartStrategy"]?.string == "InPlaceRestart"
    else { return nil }
    return policy.count("maxRestarts") ?? policy.setting(0)
  }

  static func responders(_ object: PolicyValue, _ name: KubernetesJobName, _ ids: inout RuleIDs)
    -> [ImportedResponder]
  {
    guard let value = object["spec"]?["failurePolicy"], !value.isNull else {
      guard let id = name.id(&ids) else { return [] }
      var responder = ImportedResponder(id: id, origins: [.text(id)], place: name.source.place)
      responder.otherwise = .abort.at(object.place)
      responder.otherwisePlace = object.place
      return [responder]
    }
    guard let policy = value.mapping("a failure policy") else { return [] }
    let most = policy.integer("maxRestarts", 0...Int64(Int32.max))
    let elements = policy.list("rules")
    _ = policy.take("restartStrategy")?.word(["Recreate", "BlockingRecreate", "InPlaceRestart"]) {
      "“\($0)” is not a restart strategy. JobSet rejects it."
    }
    let jobs = (object["spec"]?["replicatedJobs"]?.elements ?? []).compactMap { $0["name"]?.string }
    var names = RuleIDs()
    let rules = elements.enumerated().compactMap { rule($1, $0, jobs, &names) }
    guard let id = name.id(&ids) else { return [] }
    let counting = ids.id("\(id).maxRestarts")
    let count = most ?? value.setting(0)
    var restart = atOnce
    restart.maxAttempts = count.source.tries(count.value + 1)
    restart.per = ["operation", "origin"]
    restart.exhausted = "abort"
    return [
      name.counter(counting, then: count.value == 0 ? .abort : .retry(restart), at: count.place),
      ImportedResponder(
        id: id, parent: counting, origins: [.text(id)], rules: rules, place: name.source.place,
        rulesPlace: value.place),
    ]
  }

  private static var atOnce: ImportedRetry {
    ImportedRetry(within: .longestDelay, backoff: ImportedBackoff.none)
  }

  private static func rule(_ value: PolicyValue, _ index: Int, _ jobs: [String], _ names: inout RuleIDs)
    -> ImportedRule?
  {
    guard let rule = value.mapping("a rule") else { return nil }
    let before = value.findings.errorCount
    let action = rule.take("action")
    let written = rule.take("name")
    let reasons = texts("onJobFailureReasons", of: rule)
    let patterns = texts("onJobFailureMessagePatterns", of: rule)
    let targets = texts("targetReplicatedJobs", of: rule)
    if let action {
      _ = action.word(actions) { _ in "A rule needs an “action” of JobSet." }
    } else {
      value.fault("A rule needs an “action” of JobSet.")
    }
    for reason in reasons {
      _ = reason.word(Self.reasons) { "“\($0)” is not a reason of a job's failure. JobSet rejects it." }
    }
    for target in targets {
      _ = target.word(jobs) { "“\($0)” is not a replicated job of this set. JobSet rejects it." }
    }
    guard value.findings.errorCount == before, let action else { return nil }
    func oneOf(_ values: [PolicyValue], _ operation: String) -> ImportedValue? {
      values.isEmpty
        ? nil : .mapping([(operation, .oneOf(values.map { .text($0.text).at($0.place) }))])
    }
    let when = ImportedValue.members([
      "domain": "kubernetes", "type": oneOf(reasons, "equals"), "message": oneOf(patterns, "matches"),
      "attributes": oneOf(targets, "equals").map { ["replicatedJob": $0] },
    ])
    let verdict: ImportedVerdict =
      switch action.string {
      case "FailJobSet": .abort
      case "RestartJobSetAndIgnoreMaxRestarts", "RestartJobAndIgnoreMaxRestarts":
        .retry(atOnce.endless(action))
      default: .escalate
      }
    var imported = ImportedRule(
      .text(names.id(written?.string ?? "failurePolicyRule\(index)")), when: when,
      then: verdict.at(action.place), at: value.place)
    if verdict.triesAgain {
      imported.suppressed = ["hot-retry", "long-retry"].map { ($0, "JobSet does not count these restarts.") }
    }
    return imported
  }

  private static func texts(_ key: String, of rule: PolicyMapping) -> [PolicyValue] {
    rule.list(key).filter { element in
      if element.string != nil { return true }
      element.fault("“\(key)” must list texts. This is \(element.node.kindName).")
      return false
    }
  }
}

// MARK: - Counting

extension PolicyValue {
  /// A number of this key; null is that it is not there.
  fileprivate func count(_ key: String) -> Setting<Int64>? {
    self[key].flatMap { $0.isNull ? nil : $0.integer(0...Int64(Int32.max)) }
  }
}

extension ImportedRetry {
  /// Such retries without an end. Each rule counts for itself, since the try of a record counts what is not counted, too.
  fileprivate func endless(_ action: PolicyValue) -> ImportedRetry {
    var retry = self
    retry.maxAttempts = action.tries(.max)
    retry.per = ["operation", "origin"]
    retry.exhausted = "abort"
    return retry
  }
}
