internal import RuleLanguage
internal import Source

/// A pipeline of GitLab CI/CD (`.gitlab-ci.yml`): which failed jobs are tried again.
///
/// The format: `lib/gitlab/ci/config/entry/retry.rb` of GitLab, and its `extendable/entry.rb` for `extends`; what is tried again:
/// `lib/gitlab/ci/build/auto_retry.rb`. A job has its own `retry`, or else that of `default`. All its retries count together,
/// whatever failed.
struct GitLabPipeline: PolicyFormat {
  let name = "gitlab"
  let summary = "GitLab CI/CD pipeline: retry of jobs and of default"
  /// Ruby's Psych merges where the merge key stands.
  var laterMergeWins: Bool { true }

  func recognizes(_ root: Node) -> Bool {
    (root.elements ?? [root]).contains { document in
      let members = document.members ?? []
      let isRetried = members.contains { $0.value["retry"] != nil }
      let isPipeline = members.contains { member in
        member.value.members != nil
          && (["script", "stage", "extends", "trigger"].contains { member.value[$0] != nil }
            || GitLabRetry.isCertain(member.value["retry"]))
      }
      return isRetried && isPipeline && document["kind"] == nil && document["services"]?.members == nil
    }
  }

  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node {
    let place = root.range
    let pipeline = GitLabConfig(root, in: &diagnostics)
    let usual = pipeline.usualRetry(in: &diagnostics)
    var ids = RuleIDs()
    var rules: [Node] = []
    for job in pipeline.jobs(in: &diagnostics) {
      if let retry = job.retry, let rule = retry.rule(ids.id(job.name), job.origin) { rules.append(rule) }
      // No default may decide about a job that has a `retry` of its own, or inherits none.
      if usual != nil, job.isOwn {
        rules.append(GitLabRetry.scheduler(ids.id("\(job.name).scheduler"), job.origin, at: job.place))
        rules.append(
          .mapping(
            [
              ("id", .text(ids.id("\(job.name).failed"), at: job.place)),
              ("when", .mapping([("origin", job.origin)], at: job.place)),
              ("then", .text("cancel", at: job.place)),
            ],
            at: job.place
          )
        )
      }
    }
    if let usual, let rule = usual.rule(ids.id("default"), nil) { rules.append(rule) }
    rules.append(GitLabRetry.scheduler(ids.id("scheduler"), nil, at: place))
    let ends = Node.mapping([("then", .text("cancel", at: place))], at: place)
    let responder: [(String, Node)] = [
      ("id", .text("pipeline", at: place)), ("rules", .list(rules, at: place)), ("otherwise", ends),
    ]
    let backoff = Node.mapping(
      [("initial", .text("0s", at: place)), ("jitter", .text("none", at: place))], at: place)
    let retry: [(String, Node)] = [
      ("within", .longestDelay(at: place)), ("backoff", backoff), ("exhausted", .text("cancel", at: place)),
    ]
    return .ruleFile(
      named: "GitLab pipeline", defaults: [("retry", .mapping(retry, at: place))],
      others: rules.contains { $0["when"]?["not"] != nil } ? [GitLabRetry.finalFailures(at: place)] : [],
      responders: [.mapping(responder, at: place)], at: place)
  }
}

// MARK: - Configuration

/// A file of a pipeline, with what its jobs take from one another.
private struct GitLabConfig {
  private let root: Node
  private let header: Node?

  /// Keys of the file that are no jobs.
  private static let keywords: Set<String> = [
    "after_script", "before_script", "cache", "default", "image", "include", "services", "spec", "stages",
    "types",
    "variables", "workflow",
  ]
  private static let mostLevels = 10

  /// Whether no other file adds to this one: it is the project's own and includes none.
  private var isWhole: Bool {
    root.range.file.name.hasSuffix(".gitlab-ci.yml") && root["include"] == nil
  }

  init(_ root: Node, in diagnostics: inout Diagnostics) {
    // A header with the inputs may stand in a document before the pipeline.
    let documents = root.elements ?? [root]
    header = documents.first { $0["spec"] != nil }
    self.root = documents.last ?? root
    if let include = self.root["include"] {
      diagnostics.report(
        .policyLoss(
          "Included files are not read: their jobs and templates are not among the rules.", at: include.range)
      )
    }
    for member in self.root.members ?? [] where member.key == "retry" {
      diagnostics.report(
        .policyFault(
          "GitLab takes this “retry” for a job and rejects the pipeline. Move it below “default” or a job.",
          at: member.keyRange))
    }
  }

  struct Job {
    let name: String
    let place: SourceRange
    /// The matcher of a record's origin.
    let origin: Node
    let retry: GitLabRetry?
    /// Whether `default` has nothing to say about it.
    let isOwn: Bool
  }

  func usualRetry(in diagnostics: inout Diagnostics) -> GitLabRetry? {
    guard let node = root["default"]?["retry"] else { return nil }
    return retry(resolved(node, in: &diagnostics), in: &diagnostics)
  }

  /// Those that GitLab runs, or else those that others extend.
  func jobs(in diagnostics: inout Diagnostics) -> [Job] {
    let all = (root.members ?? []).filter { !Self.keywords.contains($0.key) && $0.value.members != nil }
    let visible = all.filter { !$0.key.hasPrefix(".") }
    return (visible.isEmpty ? all : visible).compactMap { job($0, in: &diagnostics) }
  }

  /// Nil for a job that says nothing about retries.
  private func job(_ member: Node.Member, in diagnostics: inout Diagnostics) -> Job? {
    let value = extended(member, in: &diagnostics)
    let isInherited = inheritsRetry(value)
    var own = value["retry"].flatMap { $0.isNull ? nil : resolved($0, in: &diagnostics) }
    if own != nil, value["trigger"] != nil {
      diagnostics.report(
        .policyFault(
          "A trigger job has no retries. GitLab rejects the pipeline: delete its “retry”.",
          at: value["retry"]?.range ?? member.keyRange))
      own = nil
    }
    guard own != nil || !isInherited else { return nil }
    return Job(
      name: member.key, place: member.keyRange,
      origin: Self.origin(member.key, isParallel: value["parallel"] != nil, at: member.keyRange),
      retry: own.flatMap { retry($0, in: &diagnostics) }, isOwn: own != nil || !isInherited)
  }

  private func inheritsRetry(_ job: Node) -> Bool {
    guard let inherited = job["inherit"]?["default"] else { return true }
    if case .bool(let value) = inherited.content { return value }
    return inherited.elements?.contains { $0.string == "retry" } ?? true
  }

  /// GitLab numbers the jobs of `parallel`, or adds the values of their matrix.
  private static func origin(_ name: String, isParallel: Bool, at place: SourceRange) -> Node {
    guard isParallel else { return .mapping([("equals", .text(name, at: place))], at: place) }
    let escaped = name.map { $0.isLetter || $0.isNumber || $0 == " " || !$0.isASCII ? "\($0)" : "\\\($0)" }
      .joined()
    let pattern = "^\(escaped)( [0-9]+/[0-9]+|: \\[.*\\])?$"
    return .mapping([("matches", .text(pattern, at: place))], at: place)
  }

  // MARK: Extending

  /// The job with what it extends, later ones over earlier ones, and itself over all.
  private func extended(_ job: Node.Member, in diagnostics: inout Diagnostics) -> Node {
    extended(job.value, [job.key], in: &diagnostics)
  }

  private func extended(_ job: Node, _ path: [String], in diagnostics: inout Diagnostics) -> Node {
    guard let extends = job["extends"] else { return job }
    var merged: Node?
    for name in (extends.elements ?? [extends]) {
      guard let key = name.string, let base = root[key], base.members != nil else {
        reportMissing(name, in: &diagnostics)
        continue
      }
      guard !path.contains(key), path.count <= Self.mostLevels else {
        let fault = path.contains(key) ? "leads back to the job itself" : "leads through more than 10 jobs"
        diagnostics.report(
          .policyFault("This “extends” \(fault). GitLab rejects the pipeline.", at: name.range))
        continue
      }
      let whole = extended(base, path + [key], in: &diagnostics)
      merged = merged.map { whole.merged(over: $0) } ?? whole
    }
    return merged.map { job.merged(over: $0) } ?? job
  }

  private func reportMissing(_ name: Node, in diagnostics: inout Diagnostics) {
    // What files are included is said once.
    guard root["include"] == nil else { return }
    guard isWhole else {
      diagnostics.report(
        .policyLoss(
          "“\(name.text)” is in another file, which is not read: what it says is left out.", at: name.range))
      return
    }
    let question = Suggestion.question(for: name.text, among: (root.members ?? []).map { $0.key })
    diagnostics.report(
      .policyFault("“extends” must name a job or a template of this file.\(question)", at: name.range))
  }

  // MARK: References

  /// The value that `!reference [ job, key ]` names, or the node itself.
  private func resolved(_ node: Node, in diagnostics: inout Diagnostics) -> Node {
    resolved(node, level: 0, in: &diagnostics)
  }

  private func resolved(_ node: Node, level: Int, in diagnostics: inout Diagnostics) -> Node {
    if let path = node["!reference"]?.elements {
      let found = path.reduce(Node?.some(root)) { found, step in found?[step.string ?? ""] }
      guard let found, level < Self.mostLevels else {
        if found == nil, !isWhole {
          if root["include"] != nil { return Node(.null, style: .plain, range: node.range) }
          diagnostics.report(
            .policyLoss("This value is in another file, which is not read. It is left out.", at: node.range))
        } else {
          let fault = found == nil ? "names nothing in this file" : "leads through more than 10 others"
          diagnostics.report(
            .policyFault("This reference \(fault). GitLab rejects the pipeline.", at: node.range))
        }
        return Node(.null, style: .plain, range: node.range)
      }
      return resolved(found, level: level + 1, in: &diagnostics)
    }
    guard let members = node.members else { return node }
    let values = members.map { member in
      Node.Member(
        key: member.key, keyRange: member.keyRange,
        value: resolved(member.value, level: level, in: &diagnostics))
    }
    return Node(.mapping(values), style: node.style, range: node.range)
  }

  // MARK: Inputs

  private func retry(_ node: Node, in diagnostics: inout Diagnostics) -> GitLabRetry? {
    if node.isNull { return nil }
    return GitLabRetry(filled(node, in: &diagnostics), in: &diagnostics)
  }

  /// With the defaults of inputs (`$[[ inputs.name ]]`) in their places; what has none is left out.
  private func filled(_ node: Node, in diagnostics: inout Diagnostics) -> Node {
    if let members = node.members {
      let values = members.map { member in
        Node.Member(key: member.key, keyRange: member.keyRange, value: filled(member.value, in: &diagnostics))
      }
      return Node(.mapping(values), style: node.style, range: node.range)
    }
    guard let text = node.string, text.hasPrefix("$[["), text.hasSuffix("]]") else { return node }
    let name = text.dropFirst(3).dropLast(2).filter { !$0.isWhitespace }.split(separator: "|").first ?? ""
    let value = header?["spec"]?["inputs"]?[String(name.drop { $0 != "." }.dropFirst())]?["default"]
    diagnostics.report(
      .policyLoss(
        value == nil
          ? "An input is filled in here. Without a default, it is left out."
          : "An input is filled in here. The rules have its default.", at: node.range))
    guard let value else { return Node(.null, style: .plain, range: node.range) }
    return Node(value.content, style: value.style, range: node.range, text: value.text)
  }
}

extension Node {
  /// Mappings within mappings are merged, everything else is replaced.
  fileprivate func merged(over base: Node) -> Node {
    guard let own = members, let others = base.members else { return self }
    var all = others
    for member in own {
      if let index = all.firstIndex(where: { $0.key == member.key }) {
        let value = member.value.merged(over: all[index].value)
        all[index] = Member(key: member.key, keyRange: member.keyRange, value: value)
      } else {
        all.append(member)
      }
    }
    return Node(.mapping(all), style: style, range: range)
  }
}

// MARK: - Retries

/// A `retry`.
private struct GitLabRetry {
  private let place: SourceRange
  private let max: (count: Int64, place: SourceRange)
  /// Nil for any reason.
  private let reasons: [Node]?
  private let codes: [Node]

  private static let keys = ["max", "when", "exit_codes"]
  /// `Enums::Ci::CommitStatus.failure_reasons`.
  private static let allReasons = [
    "always", "api_failure", "archived_failure", "bridge_pipeline_is_child_pipeline", "builds_disabled",
    "ci_quota_exceeded", "data_integrity_failure", "deployment_rejected",
    "downstream_bridge_project_not_found",
    "downstream_pipeline_creation_failed", "downstream_project_trigger_resolved_to_empty",
    "duo_workflow_not_allowed",
    "environment_creation_failure", "failed_outdated_deployment_job", "forward_deployment_failure",
    "id_token_burned_project_path", "insufficient_bridge_permissions", "insufficient_upstream_permissions",
    "invalid_bridge_trigger", "ip_restriction_failure", "job_execution_server_timeout",
    "job_execution_timeout",
    "job_router_failure", "job_token_expired", "missing_dependency_failure", "no_matching_runner",
    "no_updates_canceling", "no_updates_running", "pipeline_loop_detected", "project_deleted",
    "protected_environment_failure", "reached_downstream_pipeline_trigger_rate_limit",
    "reached_max_descendant_pipelines_depth", "reached_max_pipeline_hierarchy_size",
    "runner_configuration_error",
    "runner_external_dependency_failure", "runner_interrupted", "runner_system_failure", "runner_unsupported",
    "scheduler_failure", "script_failure", "secrets_provider_not_found", "server_timeout_canceling",
    "server_timeout_running", "stale_schedule", "stuck_or_timeout_failure",
    "stuck_pending_no_matching_runners",
    "stuck_pending_with_matching_runners", "trace_size_exceeded", "unknown_failure", "unmet_prerequisites",
    "upstream_bridge_project_not_found", "user_blocked",
  ]
  /// `RETRY_OVERRIDES`: nothing is ever tried again after these.
  private static let never = [
    "ci_quota_exceeded", "no_matching_runner", "missing_dependency_failure", "forward_deployment_failure",
    "environment_creation_failure",
  ]
  /// Reasons that GitLab has divided, which stand for their parts, too (`failure_reason_aliases`).
  private static let divided = [
    "stuck_or_timeout_failure": [
      "stuck_pending_with_matching_runners", "stuck_pending_no_matching_runners", "no_updates_running",
      "no_updates_canceling",
    ],
    "job_execution_timeout": ["server_timeout_running", "server_timeout_canceling"],
  ]

  /// Whether this can be the `retry` of no other system.
  static func isCertain(_ node: Node?) -> Bool {
    guard let when = node?["when"] else { return false }
    return (when.elements ?? [when]).contains { reason in allReasons.contains { $0 == reason.string } }
  }

  /// Nil if nothing is tried again by it, or if it is faulty.
  init?(_ node: Node, in diagnostics: inout Diagnostics) {
    place = node.range
    if case .integer = node.content {
      guard let count = Self.count(node, "retry", in: &diagnostics) else { return nil }
      (max, reasons, codes) = ((count, node.range), nil, [])
      return
    }
    guard node.members != nil, var retry = LegacyMapping(node, "a retry", in: &diagnostics) else {
      diagnostics.report(
        .policyFault("“retry” must be an integer or a mapping. It is \(node.kindName).", at: node.range))
      return nil
    }
    let before = diagnostics.errorCount
    let most = retry.take("max")
    let when = retry.take("when").flatMap { $0.isNull ? nil : $0 }
    let exits = retry.take("exit_codes").flatMap { $0.isNull ? nil : $0 }
    retry.reject(unless: Self.keys, by: "GitLab", in: &diagnostics)
    codes = exits.map { Self.codes($0, in: &diagnostics) } ?? []
    reasons = when.map { Self.reasons($0, in: &diagnostics) } ?? (exits == nil ? nil : [])
    guard let most, !most.isNull else {
      diagnostics.report(
        .policyDoubt(
          "Without “max”, GitLab tries nothing again. Write how many retries there are, 1 or 2.",
          at: node.range))
      return nil
    }
    guard let count = Self.count(most, "max", in: &diagnostics), diagnostics.errorCount == before else {
      return nil
    }
    max = (count, most.range)
  }

  private static func count(_ node: Node, _ key: String, in diagnostics: inout Diagnostics) -> Int64? {
    var value: Int64?
    if case .integer(let number) = node.content {
      value = number
    } else {
      value = node.string.flatMap { Int64($0) }
    }
    guard let value, (0...2).contains(value) else {
      diagnostics.report(
        .policyFault("“\(key)” must be 0, 1 or 2. GitLab rejects the pipeline.", at: node.range))
      return nil
    }
    return value
  }

  private static func reasons(_ node: Node, in diagnostics: inout Diagnostics) -> [Node]? {
    var reasons: [Node] = []
    var isAny = false
    for element in node.elements ?? [node] {
      guard let name = element.string else {
        diagnostics.report(
          .policyFault(
            "“when” must be a reason, or a list of reasons. It is \(element.kindName).", at: element.range))
        continue
      }
      guard allReasons.contains(name) else {
        let question = Suggestion.question(for: name, among: allReasons)
        diagnostics.report(
          .policyFault(
            "“\(name)” is no reason of a failure. GitLab rejects the pipeline.\(question)", at: element.range)
        )
        continue
      }
      if never.contains(name) {
        diagnostics.report(
          .policyDoubt("GitLab never tries a job again after “\(name)”. Delete it.", at: element.range))
        continue
      }
      isAny = isAny || name == "always"
      for name in [name] + (divided[name] ?? []) { reasons.append(.text(name, at: element.range)) }
    }
    return isAny ? nil : reasons
  }

  private static func codes(_ node: Node, in diagnostics: inout Diagnostics) -> [Node] {
    (node.elements ?? [node]).compactMap { element in
      if case .integer(let code) = element.content { return .integer(code, at: element.range) }
      diagnostics.report(
        .policyFault("“exit_codes” must be an integer, or a list of integers.", at: element.range))
      return nil
    }
  }

  // MARK: Rules

  private static let final = "final"

  /// The matcher of failures after which nothing is tried again.
  static func finalFailures(at place: SourceRange) -> (key: String, value: Node) {
    let names = Node.list(never.map { .text($0, at: place) }, at: place)
    let types = Node.mapping([("equals", names)], at: place)
    let failures = Node.mapping([("domain", .text("gitlab", at: place)), ("type", types)], at: place)
    return ("matchers", .mapping([(final, failures)], at: place))
  }

  /// Nil if it matches nothing.
  ///
  /// - Parameter origin: the matcher of the job's name; nil for all.
  func rule(_ id: String, _ origin: Node?) -> Node? {
    var when = origin.map { [("origin", $0)] } ?? []
    when.append(("domain", .text("gitlab", at: place)))
    func types(_ names: [Node]) -> Node {
      .mapping([("equals", .oneOf(names, at: place))], at: place)
    }
    let excluded = Node.mapping([("matcher", .text(Self.final, at: place))], at: place)
    if let reasons, codes.isEmpty {
      guard !reasons.isEmpty else { return nil }
      when.append(("type", types(reasons)))
    } else if let reasons {
      let code = Node.mapping([("code", .oneOf(codes, at: place))], at: place)
      if reasons.isEmpty {
        when.append(("code", .oneOf(codes, at: place)))
      } else {
        when.append(("any", .list([.mapping([("type", types(reasons))], at: place), code], at: place)))
      }
      when.append(("not", excluded))
    } else {
      when.append(("not", excluded))
    }
    let tries = Node.mapping([("maxAttempts", .integer(max.count + 1, at: max.place))], at: max.place)
    let verdict =
      max.count == 0 ? Node.text("cancel", at: max.place) : .mapping([("retry", tries)], at: place)
    return .mapping(
      [("id", .text(id, at: place)), ("when", .mapping(when, at: place)), ("then", verdict)], at: place)
  }

  /// `DEFAULT_RETRIES`: what is tried again without anybody's saying so.
  static func scheduler(_ id: String, _ origin: Node?, at place: SourceRange) -> Node {
    var when = origin.map { [("origin", $0)] } ?? []
    when += [("domain", .text("gitlab", at: place)), ("type", .text("scheduler_failure", at: place))]
    let tries = Node.mapping([("maxAttempts", .integer(3, at: place))], at: place)
    return .mapping(
      [
        ("id", .text(id, at: place)), ("when", .mapping(when, at: place)),
        ("then", .mapping([("retry", tries)], at: place)),
      ],
      at: place
    )
  }
}
