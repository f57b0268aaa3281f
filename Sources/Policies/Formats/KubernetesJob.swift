internal import RuleLanguage
internal import Source

/// Jobs of Kubernetes, alone, of a CronJob or of a JobSet: which failed pods are replaced, and which failed jobs restart a set.
///
/// The rules: `matchPodFailurePolicy` in `pkg/controller/job/pod_failure_policy.go` of Kubernetes, and `executeFailurePolicy` in
/// `pkg/controllers/failure_policy.go` of JobSet. What is valid: `pkg/apis/batch/validation/validation.go`, and JobSet's webhook.
/// The first rule that matches decides. What a rule counts, and what none matches, climbs to a responder that counts it.
struct KubernetesJob: PolicyFormat {
  let name = "kubernetes"
  let summary = "Kubernetes Job, CronJob and JobSet: failure policies"

  func recognizes(_ root: Node) -> Bool { !Self.objects(root).isEmpty }

  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node {
    let place = root.range
    var ids = RuleIDs()
    var responders: [Node] = []
    for object in Self.objects(root) {
      let name = Self.name(of: object, in: &diagnostics)
      let spec = object["spec"]
      switch object["kind"]?.string {
      case "CronJob":
        if let job = spec?["jobTemplate"]?["spec"] {
          responders += JobPolicy.responders(job, name, &ids, in: &diagnostics)
        }
      case "JobSet":
        responders += JobSetPolicy.responders(object, name, &ids, in: &diagnostics)
        for job in spec?["replicatedJobs"]?.elements ?? [] {
          guard let own = job["name"], let inner = job["template"]?["spec"] else { continue }
          let name = JobName(text: "\(name.text).\(own.text)", place: own.range)
          responders += JobPolicy.responders(inner, name, &ids, in: &diagnostics)
        }
      default: responders += JobPolicy.responders(spec ?? object, name, &ids, in: &diagnostics)
      }
    }
    return .ruleFile(
      named: "Kubernetes jobs", defaults: [("responder", .text("none", at: place))], responders: responders,
      at: place)
  }

  private static func objects(_ root: Node) -> [Node] {
    (root.elements ?? [root]).flatMap { object -> [Node] in
      guard let version = object["apiVersion"]?.string else { return [] }
      switch object["kind"]?.string {
      case "List": return (object["items"]?.elements ?? []).flatMap { objects($0) }
      case "Job", "CronJob": return version.hasPrefix("batch/") ? [object] : []
      case "JobSet": return version.hasPrefix("jobset.x-k8s.io/") ? [object] : []
      default: return []
      }
    }
  }

  private static func name(of object: Node, in diagnostics: inout Diagnostics) -> JobName {
    let metadata = object["metadata"]
    if let name = metadata?["name"], let text = name.string { return JobName(text: text, place: name.range) }
    let generated = metadata?["generateName"]
    diagnostics.report(
      .policyLoss(
        "The name is made when the object is created. The rules know it by “generateName”, or by its kind.",
        at: (generated ?? object["kind"] ?? object).range))
    var text = generated?.string ?? object["kind"]?.text ?? "job"
    while text.hasSuffix("-") { text.removeLast() }
    return JobName(text: text, place: (generated ?? object).range)
  }
}

private struct JobName {
  let text: String
  let place: SourceRange

  /// An id that is the name, or nil, and reported, if there is one already.
  func id(_ ids: inout RuleIDs, in diagnostics: inout Diagnostics) -> String? {
    let id = ids.id(text)
    if id == text { return id }
    diagnostics.report(
      .policyLoss("Another object has this name. The rules are those of the first one.", at: place))
    return nil
  }
}

/// Parts of the responders.
private enum Counting {
  static func rule(_ id: String, when: [(String, Node)], then verdict: Node, at place: SourceRange) -> Node {
    .mapping(
      [("id", .text(id, at: place)), ("when", .mapping(when, at: place)), ("then", verdict)], at: place)
  }

  /// The responder that counts what climbs to it.
  static func count(_ id: String, then verdict: Node, at place: SourceRange) -> Node {
    let counted = rule("count", when: [("domain", .text("kubernetes", at: place))], then: verdict, at: place)
    let ends = Node.mapping([("then", .text("abort", at: place))], at: place)
    return .mapping(
      [("id", .text(id, at: place)), ("rules", .list([counted], at: place)), ("otherwise", ends)], at: place)
  }

  /// The responder of an object, to which its records come.
  static func responder(_ id: String, _ name: JobName, parent: String?, _ members: [(String, Node)]) -> Node {
    let place = name.place
    let parents = parent.map { [("parent", Node.text($0, at: place))] } ?? []
    let origins = Node.list([.text(id, at: place)], at: place)
    return .mapping([("id", .text(id, at: place))] + parents + [("origins", origins)] + members, at: place)
  }

  /// Each rule counts for itself, since the try of a record counts what is not counted, too.
  static func keys(_ more: String? = nil, at place: SourceRange) -> Node {
    .list(["operation", more ?? "origin"].map { .text($0, at: place) }, at: place)
  }

  static func retry(_ members: [(String, Node)], at place: SourceRange) -> Node {
    let within: [(String, Node)] = [("within", .longestDelay(at: place))]
    return .mapping([("retry", .mapping(members + within, at: place))], at: place)
  }

  /// What is tried again however often.
  static func endless(_ backoff: [(String, Node)], at place: SourceRange, in diagnostics: inout Diagnostics)
    -> Node
  {
    let tries = Node.tries(.max, at: place, in: &diagnostics)
    return retry(
      [("maxAttempts", tries), ("per", keys(at: place))] + backoff + [
        ("exhausted", .text("abort", at: place))
      ],
      at: place
    )
  }

  static func integer(_ node: Node?, _ key: String, in diagnostics: inout Diagnostics) -> (
    value: Int64, place: SourceRange
  )? {
    guard let node, !node.isNull else { return nil }
    if case .integer(let value) = node.content, (0...Int64(Int32.max)).contains(value) {
      return (value, node.range)
    }
    diagnostics.report(.policyFault("“\(key)” must be an integer of at least 0.", at: node.range))
    return nil
  }
}

// MARK: - Jobs

/// The spec of a job.
private enum JobPolicy {
  private static let usualLimit: Int64 = 6
  private static let actions = ["Count", "FailIndex", "FailJob", "Ignore"]
  private static let mostRules = 20
  private static let mostPatterns = 20
  private static let mostValues = 255

  /// The rules, and above them the count.
  static func responders(
    _ spec: Node, _ name: JobName, _ ids: inout RuleIDs, in diagnostics: inout Diagnostics
  ) -> [Node] {
    let place = spec.range
    checkPods(of: spec, in: &diagnostics)
    let perIndex = Counting.integer(spec["backoffLimitPerIndex"], "backoffLimitPerIndex", in: &diagnostics)
    let limit = Counting.integer(spec["backoffLimit"], "backoffLimit", in: &diagnostics)
    let backoff = backoff(of: spec, in: &diagnostics)
    let rules = spec["podFailurePolicy"].map { self.rules($0, of: spec, backoff, in: &diagnostics) } ?? []
    checkIndexes(of: spec, hasLimit: limit != nil, in: &diagnostics)
    guard let id = name.id(&ids, in: &diagnostics) else { return [] }
    let counting = ids.id("\(id).backoffLimit")
    let (count, countPlace) = perIndex ?? limit ?? (usualLimit, place)
    let tries = Node.tries(count + 1, at: countPlace, in: &diagnostics)
    let members: [(String, Node)] = [
      ("maxAttempts", tries),
      ("per", Counting.keys(perIndex == nil ? nil : "attributes.index", at: countPlace)),
    ]
    let ended: [(String, Node)] = [
      ("exhausted", .text(perIndex == nil ? "abort" : "cancel", at: countPlace))
    ]
    let verdict =
      count == 0
      ? ended[0].1 : Counting.retry(members + backoff + ended, at: countPlace)
    let counted = Counting.count(counting, then: verdict, at: countPlace)
    return [
      counted,
      Counting.responder(id, name, parent: counting, [("rules", .list(rules, at: place))]),
    ]
  }

  /// The job controller waits 10 s, twice as long each time, at most 10 minutes.
  private static func backoff(of spec: Node, in diagnostics: inout Diagnostics) -> [(String, Node)] {
    let place = spec.range
    let delays: [(String, Node)] = [
      ("initial", .text("10s", at: place)), ("multiplier", .integer(2, at: place)),
      ("max", .text("10m", at: place)),
      ("jitter", .text("none", at: place)),
    ]
    var members: [(String, Node)] = [("backoff", .mapping(delays, at: place))]
    let deadline = Counting.integer(spec["activeDeadlineSeconds"], "activeDeadlineSeconds", in: &diagnostics)
    if let deadline, deadline.value > 0 {
      diagnostics.report(
        .policyLoss(
          "Kubernetes counts this from the start of the job; the rules' deadline begins with the first failure.",
          at: deadline.place))
      members.append(("deadline", .text("\(deadline.value)s", at: deadline.place)))
    }
    return members
  }

  private static func checkPods(of spec: Node, in diagnostics: inout Diagnostics) {
    guard let pod = spec["template"]?["spec"] else { return }
    let policy = pod["restartPolicy"]
    let needing = ["podFailurePolicy", "backoffLimitPerIndex"].first { spec[$0] != nil }
    if let needing, policy?.string != "Never" {
      diagnostics.report(
        .policyFault(
          "With “\(needing)”, the “restartPolicy” of the pods must be Never.", at: (policy ?? pod).range))
    } else if let policy, policy.string == "OnFailure" {
      diagnostics.report(
        .policyLoss(
          "Containers restart within their pod, and Kubernetes counts those restarts. The rules count failed pods.",
          at: policy.range))
    }
  }

  private static func checkIndexes(of spec: Node, hasLimit: Bool, in diagnostics: inout Diagnostics) {
    let perIndex = spec["backoffLimitPerIndex"]
    if let perIndex, spec["completionMode"]?.string != "Indexed" {
      diagnostics.report(
        .policyFault("“backoffLimitPerIndex” needs the “completionMode” Indexed.", at: perIndex.range))
    }
    if let most = spec["maxFailedIndexes"] {
      diagnostics.report(
        perIndex == nil
          ? .policyFault("“maxFailedIndexes” needs “backoffLimitPerIndex”.", at: most.range)
          : .policyLoss("No rule can say how many indexes may fail before the job does.", at: most.range))
    }
    if perIndex != nil, hasLimit, let limit = spec["backoffLimit"] {
      diagnostics.report(
        .policyLoss(
          "The rules count the failures of each index. That all of them are counted, too, is lost.",
          at: limit.range))
    }
  }

  // MARK: Rules

  private static func rules(
    _ node: Node, of spec: Node, _ backoff: [(String, Node)], in diagnostics: inout Diagnostics
  ) -> [Node] {
    guard var policy = LegacyMapping(node, "a pod failure policy", in: &diagnostics) else { return [] }
    let elements = policy.takeList("rules", in: &diagnostics)
    policy.reject(unless: ["rules"], by: "Kubernetes", in: &diagnostics)
    if elements.count > mostRules {
      diagnostics.report(
        .policyFault("At most 20 rules are allowed. There are \(elements.count).", at: node.range))
    }
    let pod = spec["template"]?["spec"]
    let containers = pod.map { pod in
      Set(
        ["containers", "initContainers"].flatMap { pod[$0]?.elements ?? [] }.compactMap { $0["name"]?.string }
      )
    }
    return elements.enumerated().compactMap { index, element in
      rule(element, index, of: spec, containers, backoff, in: &diagnostics)
    }
  }

  private static func rule(
    _ node: Node, _ index: Int, of spec: Node, _ containers: Set<String>?, _ backoff: [(String, Node)],
    in diagnostics: inout Diagnostics
  ) -> Node? {
    guard var rule = LegacyMapping(node, "a rule", in: &diagnostics) else { return nil }
    let before = diagnostics.errorCount
    let action = rule.take("action")
    let exits = rule.take("onExitCodes")
    let conditions = rule.take("onPodConditions")
    let name = rule.take("name")?.string
    rule.reject(
      unless: ["action", "name", "onExitCodes", "onPodConditions"], by: "Kubernetes", in: &diagnostics)
    if action == nil {
      diagnostics.report(.policyFault("A rule needs its “action”.", at: node.range))
    } else if let action, !actions.contains(action.string ?? "") {
      let question = Suggestion.question(for: action.text, among: actions)
      diagnostics.report(
        .policyFault("“\(action.text)” is no action of a rule.\(question)", at: action.range))
    }
    if let action, action.string == "FailIndex", spec["backoffLimitPerIndex"] == nil {
      diagnostics.report(.policyFault("FailIndex needs “backoffLimitPerIndex”.", at: action.range))
    }
    if (exits != nil) == (conditions != nil) {
      diagnostics.report(
        .policyFault("A rule needs one of “onExitCodes” and “onPodConditions”, and not both.", at: node.range)
      )
    }
    let when =
      exits.map { self.exits($0, containers, in: &diagnostics) }
      ?? conditions.map { self.conditions($0, in: &diagnostics) } ?? []
    guard diagnostics.errorCount == before, let action else { return nil }
    let verdict: Node =
      switch action.string {
      case "FailJob": .text("abort", at: action.range)
      case "FailIndex": .text("cancel", at: action.range)
      case "Ignore": Counting.endless(backoff, at: action.range, in: &diagnostics)
      default: .text("escalate", at: action.range)
      }
    let domain = [("domain", Node.text("kubernetes", at: node.range))]
    return Counting.rule(
      name.map { RuleIDs.plain($0) } ?? "rules.\(index)", when: domain + when, then: verdict, at: node.range)
  }

  // MARK: Exit codes

  private static func exits(_ node: Node, _ containers: Set<String>?, in diagnostics: inout Diagnostics) -> [(
    String, Node
  )] {
    guard var exits = LegacyMapping(node, "a requirement on exit codes", in: &diagnostics) else { return [] }
    let container = exits.take("containerName")
    let `operator` = exits.take("operator")
    let values = exits.take("values")
    exits.reject(unless: ["containerName", "operator", "values"], by: "Kubernetes", in: &diagnostics)
    let isIn = `operator`?.string == "In"
    if !isIn, `operator`?.string != "NotIn" {
      diagnostics.report(.policyFault("“operator” must be In or NotIn.", at: (`operator` ?? node).range))
    }
    if let container, let containers, !containers.contains(container.string ?? "") {
      let question = Suggestion.question(for: container.text, among: containers.sorted())
      diagnostics.report(
        .policyFault(
          "“containerName” must be a container of the pod's template.\(question)", at: container.range))
    }
    let codes = self.values(values, of: node, isIn: isIn, in: &diagnostics)
    guard !codes.isEmpty else { return [] }
    let place = values?.range ?? node.range
    let matching: [Node] = isIn ? codes.map { .integer($0, at: place) } : others(than: codes, at: place)
    // The exit codes of all containers that failed, or that of one.
    let key = container.map { "containers.\($0.text)" } ?? "exitCodes"
    return [("attributes", .mapping([(key, .oneOf(matching, at: place))], at: place))]
  }

  private static func values(_ node: Node?, of exits: Node, isIn: Bool, in diagnostics: inout Diagnostics)
    -> [Int64]
  {
    guard let node, let elements = node.elements, !elements.isEmpty else {
      diagnostics.report(
        .policyFault("“values” must list at least one exit code.", at: (node ?? exits).range))
      return []
    }
    if elements.count > mostValues {
      diagnostics.report(
        .policyFault("At most 255 values are allowed. There are \(elements.count).", at: node.range))
    }
    var codes: [Int64] = []
    for element in elements {
      guard case .integer(let code) = element.content, Int32(exactly: code) != nil else {
        diagnostics.report(.policyFault("An exit code must be an integer of 32 bits.", at: element.range))
        continue
      }
      if isIn, code == 0 {
        diagnostics.report(
          .policyFault("No container fails with 0, which In may not name. Delete it.", at: element.range))
      }
      if let last = codes.last, code <= last {
        let fault =
          codes.contains(code)
          ? "This value stands twice: delete one." : "Values must be in order: sort them."
        diagnostics.report(.policyFault("\(fault) Kubernetes rejects the job.", at: element.range))
      }
      codes.append(code)
    }
    return codes
  }

  /// All exit codes of failures but these, as ranges.
  private static func others(than codes: [Int64], at place: SourceRange) -> [Node] {
    var ranges: [Node] = []
    var next = Int64(Int32.min)
    for code in Set(codes + [0]).sorted() {
      if code - 1 == next { ranges.append(.integer(next, at: place)) }
      if code - 1 > next { ranges.append(.text("\(next)...\(code - 1)", at: place)) }
      next = code + 1
    }
    if next <= Int64(Int32.max) { ranges.append(.text("\(next)...\(Int32.max)", at: place)) }
    return ranges
  }

  // MARK: Conditions

  private static func conditions(_ node: Node, in diagnostics: inout Diagnostics) -> [(String, Node)] {
    guard let elements = node.elements, !elements.isEmpty else {
      diagnostics.report(.policyFault("“onPodConditions” must list at least one pattern.", at: node.range))
      return []
    }
    if elements.count > mostPatterns {
      diagnostics.report(
        .policyFault("At most 20 patterns are allowed. There are \(elements.count).", at: node.range))
    }
    let ways = elements.compactMap { element -> Node? in
      guard var pattern = LegacyMapping(element, "a pattern", in: &diagnostics) else { return nil }
      let type = pattern.take("type")
      let status = pattern.take("status")
      pattern.reject(unless: ["type", "status"], by: "Kubernetes", in: &diagnostics)
      guard let type, let name = type.string, !name.isEmpty else {
        diagnostics.report(.policyFault("A pattern needs its “type”, a text.", at: (type ?? element).range))
        return nil
      }
      let word = status?.string ?? "True"
      if let status, status.string == nil || !["True", "False", "Unknown"].contains(word) {
        diagnostics.report(
          .policyFault(
            "“status” must be one of the texts \"True\", \"False\" and \"Unknown\".", at: status.range))
        return nil
      }
      let value = Node.mapping([("equals", .text(word, at: element.range))], at: element.range)
      return .mapping(
        [("attributes", .mapping([("conditions.\(name)", value)], at: type.range))], at: element.range)
    }
    guard ways.count > 1 else { return ways.first?.members.map { $0.map { ($0.key, $0.value) } } ?? [] }
    return [("any", .list(ways, at: node.range))]
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
  private static let keys = [
    "action", "name", "onJobFailureMessagePatterns", "onJobFailureReasons", "targetReplicatedJobs",
  ]

  static func responders(
    _ object: Node, _ name: JobName, _ ids: inout RuleIDs, in diagnostics: inout Diagnostics
  ) -> [Node] {
    let place = object.range
    let ends = Node.mapping([("then", .text("abort", at: place))], at: place)
    guard let node = object["spec"]?["failurePolicy"], !node.isNull else {
      guard let id = name.id(&ids, in: &diagnostics) else { return [] }
      return [Counting.responder(id, name, parent: nil, [("otherwise", ends)])]
    }
    guard var policy = LegacyMapping(node, "a failure policy", in: &diagnostics) else { return [] }
    let most = Counting.integer(policy.take("maxRestarts"), "maxRestarts", in: &diagnostics)
    let elements = policy.takeList("rules", in: &diagnostics)
    policy.skip("restartStrategy")
    policy.reject(unless: ["maxRestarts", "restartStrategy", "rules"], by: "JobSet", in: &diagnostics)
    let jobs = (object["spec"]?["replicatedJobs"]?.elements ?? []).compactMap { $0["name"]?.string }
    var rules: [Node] = []
    var names = RuleIDs()
    for (index, element) in elements.enumerated() {
      guard let rule = rule(element, index, jobs, &names, in: &diagnostics) else { continue }
      rules.append(rule)
    }
    guard let id = name.id(&ids, in: &diagnostics) else { return [] }
    let counting = ids.id("\(id).maxRestarts")
    let (count, countPlace) = most ?? (0, node.range)
    let tries = Node.tries(count + 1, at: countPlace, in: &diagnostics)
    let restart = Counting.retry(
      [
        ("maxAttempts", tries), ("per", Counting.keys(at: countPlace)), ("backoff", atOnce(countPlace)),
        ("exhausted", .text("abort", at: countPlace)),
      ],
      at: countPlace
    )
    let verdict = count == 0 ? Node.text("abort", at: countPlace) : restart
    let counted = Counting.count(counting, then: verdict, at: countPlace)
    return [
      counted,
      Counting.responder(id, name, parent: counting, [("rules", .list(rules, at: node.range))]),
    ]
  }

  private static func atOnce(_ place: SourceRange) -> Node {
    .mapping([("initial", .text("0s", at: place)), ("jitter", .text("none", at: place))], at: place)
  }

  private static func rule(
    _ node: Node, _ index: Int, _ jobs: [String], _ names: inout RuleIDs, in diagnostics: inout Diagnostics
  ) -> Node? {
    guard var rule = LegacyMapping(node, "a rule", in: &diagnostics) else { return nil }
    let before = diagnostics.errorCount
    let action = rule.take("action")
    let written = rule.take("name")
    let reasons = texts("onJobFailureReasons", of: &rule, in: &diagnostics)
    let patterns = texts("onJobFailureMessagePatterns", of: &rule, in: &diagnostics)
    let targets = texts("targetReplicatedJobs", of: &rule, in: &diagnostics)
    rule.reject(unless: keys, by: "JobSet", in: &diagnostics)
    if action.flatMap({ $0.string }).map({ actions.contains($0) }) != true {
      let question = action.map { Suggestion.question(for: $0.text, among: actions) } ?? ""
      diagnostics.report(
        .policyFault("A rule needs an “action” of JobSet.\(question)", at: (action ?? node).range))
    }
    for reason in reasons where !Self.reasons.contains(reason.text) {
      let question = Suggestion.question(for: reason.text, among: Self.reasons)
      diagnostics.report(
        .policyFault(
          "“\(reason.text)” is no reason of a job's failure. JobSet rejects it.\(question)", at: reason.range)
      )
    }
    for target in targets where !jobs.contains(target.text) {
      let question = Suggestion.question(for: target.text, among: jobs)
      diagnostics.report(
        .policyFault(
          "“\(target.text)” is no replicated job of this set. JobSet rejects it.\(question)", at: target.range
        ))
    }
    guard diagnostics.errorCount == before, let action else { return nil }
    var when = [("domain", Node.text("kubernetes", at: node.range))]
    func equal(_ values: [Node]) -> Node {
      .mapping([("equals", .oneOf(values, at: node.range))], at: node.range)
    }
    if !reasons.isEmpty { when.append(("type", equal(reasons))) }
    if !patterns.isEmpty {
      when.append(("message", .mapping([("matches", .oneOf(patterns, at: node.range))], at: node.range)))
    }
    if !targets.isEmpty {
      when.append(("attributes", .mapping([("replicatedJob", equal(targets))], at: node.range)))
    }
    let verdict: Node =
      switch action.string {
      case "FailJobSet": .text("abort", at: action.range)
      case "RestartJobSetAndIgnoreMaxRestarts", "RestartJobAndIgnoreMaxRestarts":
        Counting.endless([("backoff", atOnce(action.range))], at: action.range, in: &diagnostics)
      default: .text("escalate", at: action.range)
      }
    let name = names.id(written?.string ?? "failurePolicyRule\(index)")
    return Counting.rule(name, when: when, then: verdict, at: node.range)
  }

  private static func texts(_ key: String, of rule: inout LegacyMapping, in diagnostics: inout Diagnostics)
    -> [Node]
  {
    rule.takeList(key, in: &diagnostics).compactMap { element in
      if let text = element.string { return .text(text, at: element.range) }
      diagnostics.report(
        .policyFault("“\(key)” must list texts. This is \(element.kindName).", at: element.range))
      return nil
    }
  }
}
