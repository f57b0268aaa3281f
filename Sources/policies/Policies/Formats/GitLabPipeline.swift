internal import RuleLanguage
internal import Source

/// A pipeline of GitLab CI/CD (`.gitlab-ci.yml`): which failed jobs are tried again.
///
/// The format: `lib/gitlab/ci/config/entry/retry.rb` of GitLab, and its `extendable/entry.rb` for `extends`; what is tried again:
/// `lib/gitlab/ci/build/auto_retry.rb`. A job has its own `retry`, or else that of `default`. All its retries count together,
/// whatever failed.
struct GitLabPipeline: TypedPolicyFormat {
  let name = "gitlab"
  let noun = "GitLab pipeline"
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

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    let pipeline = GitLabConfig(root)
    let usual = pipeline.usualRetry()
    var ids = RuleIDs()
    var rules: [ImportedRule] = []
    var retries = usual.map { [$0] } ?? []
    for job in pipeline.jobs() {
      if let retry = job.retry, let rule = retry.rule(ids.id(job.name), job.origin) {
        rules.append(rule)
        retries.append(retry)
      }
      // No default may decide about a job that has a `retry` of its own, or inherits none.
      if usual != nil, job.isOwn {
        rules.append(GitLabRetry.scheduler(ids.id("\(job.name).scheduler"), job.origin, at: job.place))
        rules.append(
          ImportedRule(
            .text(ids.id("\(job.name).failed")), when: ["origin": job.origin], then: .cancel, at: job.place))
      }
    }
    if let usual, let rule = usual.rule(ids.id("default"), nil) { rules.append(rule) }
    rules.append(GitLabRetry.scheduler(ids.id("scheduler"), nil, at: root.place))
    return ImportedRuleFile(
      name: "GitLab pipeline", place: root.place,
      retry: ImportedRetry(within: .longestDelay, backoff: ImportedBackoff.none, exhausted: "cancel"),
      matchers: retries.contains { $0.excludesFinal } ? [GitLabRetry.finalFailures] : [],
      responders: [ImportedResponder(id: "pipeline", rules: rules, otherwise: .cancel, place: root.place)])
  }
}

// MARK: - Configuration

/// A file of a pipeline, with what its jobs take from one another.
private struct GitLabConfig {
  private let root: PolicyValue
  private let header: PolicyValue?

  /// Keys of the file that are no jobs.
  private static let keywords: Set<String> = [
    "after_script", "before_script", "cache", "default", "image", "include", "services", "spec", "stages",
    "types", "variables", "workflow",
  ]
  private static let mostLevels = 10

  /// Whether no other file adds to this one: it is the project's own and includes none.
  private var isWhole: Bool {
    root.place.file.name.hasSuffix(".gitlab-ci.yml") && root["include"] == nil
  }

  init(_ root: PolicyValue) {
    // A header with the inputs may stand in a document before the pipeline.
    let documents = root.elementsOrSelf
    header = documents.first { $0["spec"] != nil }
    self.root = documents.last ?? root
    self.root["include"]?.lost(
      "Included files are not read: their jobs and templates are not among the rules.")
    for member in self.root.members ?? [] where member.key == "retry" {
      root.at(member.keyRange).fault(
        "GitLab takes this “retry” for a job and rejects the pipeline. Move it below “default” or a job.")
    }
  }

  struct Job {
    let name: String
    let place: SourceRange
    /// The matcher of a record's origin.
    let origin: ImportedValue
    let retry: GitLabRetry?
    /// Whether `default` has nothing to say about it.
    let isOwn: Bool
  }

  func usualRetry() -> GitLabRetry? { root["default"]?["retry"].flatMap { retry(resolved($0)) } }

  /// The jobs that GitLab runs, or else those that others extend.
  func jobs() -> [Job] {
    let all = (root.members ?? []).filter { !Self.keywords.contains($0.key) && $0.value.members != nil }
    let visible = all.filter { !$0.key.hasPrefix(".") }
    return (visible.isEmpty ? all : visible).compactMap { job($0) }
  }

  /// Nil for a job that says nothing about retries.
  private func job(_ member: Node.Member) -> Job? {
    let job = extended(root.with(member.value), [member.key])
    let isInherited = Self.inheritsRetry(job)
    var own = job["retry"].flatMap { $0.isNull ? nil : resolved($0) }
    if own != nil, job["trigger"] != nil {
      (job["retry"] ?? root.at(member.keyRange)).fault(
        "A trigger job has no retries. GitLab rejects the pipeline: delete its “retry”.")
      own = nil
    }
    guard own != nil || !isInherited else { return nil }
    return Job(
      name: member.key, place: member.keyRange,
      origin: Self.origin(member.key, isParallel: job["parallel"] != nil).at(member.keyRange),
      retry: own.flatMap { retry($0) }, isOwn: own != nil || !isInherited)
  }

  private static func inheritsRetry(_ job: PolicyValue) -> Bool {
    guard let inherited = job["inherit"]?["default"] else { return true }
    return inherited.writtenFlag ?? inherited.elements?.contains { $0.string == "retry" } ?? true
  }

  /// GitLab numbers the jobs of `parallel`, or adds the values of their matrix.
  private static func origin(_ name: String, isParallel: Bool) -> ImportedValue {
    guard isParallel else { return ["equals": .text(name)] }
    let escaped = name.map { $0.isLetter || $0.isNumber || $0 == " " || !$0.isASCII ? "\($0)" : "\\\($0)" }
      .joined()
    return ["matches": .text("^\(escaped)( [0-9]+/[0-9]+|: \\[.*\\])?$")]
  }

  // MARK: Extending

  /// The job with what it extends, later ones over earlier ones, and itself over all.
  private func extended(_ job: PolicyValue, _ path: [String]) -> PolicyValue {
    guard let extends = job["extends"] else { return job }
    var merged: Node?
    for name in extends.elementsOrSelf {
      guard let key = name.string, let base = root[key], base.members != nil else {
        reportMissing(name)
        continue
      }
      guard !path.contains(key), path.count <= Self.mostLevels else {
        let fault = path.contains(key) ? "leads back to the job itself" : "leads through more than 10 jobs"
        name.fault("This “extends” \(fault). GitLab rejects the pipeline.")
        continue
      }
      let whole = extended(base, path + [key]).node
      merged = merged.map { whole.merged(over: $0) } ?? whole
    }
    return merged.map { job.with(job.node.merged(over: $0)) } ?? job
  }

  private func reportMissing(_ name: PolicyValue) {
    // That files are included is said once.
    guard root["include"] == nil else { return }
    guard isWhole else {
      name.lost("“\(name.text)” is in another file, which is not read: what it says is left out.")
      return
    }
    let question = Suggestion.question(for: name.text, among: (root.members ?? []).map { $0.key })
    name.fault("“extends” must name a job or a template of this file.\(question)")
  }

  // MARK: References

  /// The value that `!reference [ job, key ]` names, or the value itself.
  private func resolved(_ value: PolicyValue, level: Int = 0) -> PolicyValue {
    if let path = value["!reference"]?.elements {
      let found = path.reduce(PolicyValue?.some(root)) { found, step in found?[step.string ?? ""] }
      if let found, level < Self.mostLevels {
        return value.with(resolved(found, level: level + 1).node)
      }
      if found != nil || isWhole {
        let fault = found == nil ? "names nothing in this file" : "leads through more than 10 others"
        value.fault("This reference \(fault). GitLab rejects the pipeline.")
      } else if root["include"] == nil {
        value.lost("This value is in another file, which is not read. It is left out.")
      }
      return value.missing
    }
    return value.mappingMembers { resolved($0, level: level) }
  }

  // MARK: Inputs

  private func retry(_ value: PolicyValue) -> GitLabRetry? { value.isNull ? nil : GitLabRetry(filled(value)) }

  /// The value with the defaults of inputs (`$[[ inputs.name ]]`) filled in; an input without a default is left out.
  private func filled(_ value: PolicyValue) -> PolicyValue {
    guard let text = value.string, text.hasPrefix("$[["), text.hasSuffix("]]") else {
      return value.mappingMembers { filled($0) }
    }
    let name = text.dropFirst(3).dropLast(2).filter { !$0.isWhitespace }.split(separator: "|").first ?? ""
    let usual = header?["spec"]?["inputs"]?[String(name.drop { $0 != "." }.dropFirst())]?["default"]
    value.lost(
      usual == nil
        ? "An input is filled in here. Without a default, it is left out."
        : "An input is filled in here. The rules have its default.")
    return usual.map { value.with($0.at(value.place).node) } ?? value.missing
  }
}

extension PolicyValue {
  /// Null in its place.
  fileprivate var missing: PolicyValue { with(Node(.null, style: .plain, range: place)) }

  /// A mapping with other values for its keys; any other value as it is.
  fileprivate func mappingMembers(_ transform: (PolicyValue) -> PolicyValue) -> PolicyValue {
    guard let members else { return self }
    let values = members.map {
      Node.Member(key: $0.key, keyRange: $0.keyRange, value: transform(with($0.value)).node)
    }
    return with(Node(.mapping(values), style: node.style, range: place))
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
  private let max: Setting<Int64>
  /// Nil for any reason.
  private let reasons: [ImportedValue]?
  private let codes: [ImportedValue]

  /// Whether its rule matches no failure after which nothing is tried again.
  var excludesFinal: Bool { reasons == nil || !codes.isEmpty }

  /// Whether this can be the `retry` of no other system.
  static func isCertain(_ node: Node?) -> Bool {
    guard let when = node?["when"] else { return false }
    return (when.elements ?? [when]).contains { reason in GitLabReasons.all.contains { $0 == reason.string } }
  }

  /// Nil if nothing is tried again by it, or if it is faulty.
  init?(_ value: PolicyValue) {
    place = value.place
    if case .integer = value.node.content {
      guard let count = Self.count(value) else { return nil }
      (max, reasons, codes) = (count, nil, [])
      return
    }
    guard value.members != nil,
      let retry = value.reading(PolicyDialect(readsTexts: true, ignoresNull: true)).mapping("a retry")
    else {
      value.fault("“retry” must be an integer or a mapping. It is \(value.node.kindName).")
      return nil
    }
    let before = value.findings.errorCount
    let most = retry.take("max")
    let when = retry.take("when")
    let exits = retry.take("exit_codes")
    codes = exits.map { Self.codes($0) } ?? []
    reasons = when.map { Self.reasons($0) } ?? (exits == nil ? nil : [])
    guard let most else {
      value.doubt("Without “max”, GitLab tries nothing again. Write how many retries there are, 1 or 2.")
      return nil
    }
    guard let count = Self.count(most), value.findings.errorCount == before else { return nil }
    max = count
  }

  private static func count(_ value: PolicyValue) -> Setting<Int64>? {
    value.integer(0...2, "0, 1 or 2. GitLab rejects the pipeline")
  }

  private static func reasons(_ value: PolicyValue) -> [ImportedValue]? {
    var reasons: [ImportedValue] = []
    var isAny = false
    for element in value.elementsOrSelf {
      guard element.string != nil else {
        _ = element.requiredText("a reason, or a list of reasons")
        continue
      }
      let word = element.word(GitLabReasons.all) {
        "“\($0)” is no reason of a failure. GitLab rejects the pipeline."
      }
      guard let name = word?.value else { continue }
      if GitLabReasons.never.contains(name) {
        element.doubt("GitLab never tries a job again after “\(name)”. Delete it.")
        continue
      }
      isAny = isAny || name == "always"
      reasons += ([name] + (GitLabReasons.divided[name] ?? [])).map { .text($0).at(element.place) }
    }
    return isAny ? nil : reasons
  }

  private static func codes(_ value: PolicyValue) -> [ImportedValue] {
    value.elementsOrSelf.compactMap { element in
      if case .integer(let code) = element.node.content { return .integer(code).at(element.place) }
      element.mustBe("an integer, or a list of integers")
      return nil
    }
  }

  // MARK: Rules

  /// The matcher of failures after which nothing is tried again.
  static let finalFailures: (key: String, value: ImportedValue) = (
    "final", ["domain": "gitlab", "type": ["equals": .texts(GitLabReasons.never)]]
  )

  /// Nil if it matches nothing.
  ///
  /// - Parameter origin: the matcher of the job's name; nil for all.
  func rule(_ id: String, _ origin: ImportedValue?) -> ImportedRule? {
    var (type, code, any) = (ImportedValue?.none, ImportedValue?.none, ImportedValue?.none)
    if let reasons {
      let types = ImportedValue?.some(["equals": .oneOf(reasons)])
      switch (reasons.isEmpty, codes.isEmpty) {
      case (true, true): return nil
      case (false, true): type = types
      case (true, false): code = .oneOf(codes)
      case (false, false): any = [.members(["type": types]), ["code": .oneOf(codes)]]
      }
    }
    let when = ImportedValue.members([
      "origin": origin, "domain": "gitlab", "type": type, "code": code, "any": any,
      "not": excludesFinal ? ["matcher": "final"] : nil,
    ])
    let retry = ImportedRetry(maxAttempts: .integer(max.value + 1), place: max.place)
    return ImportedRule(
      .text(id), when: when, then: max.value == 0 ? .cancel.at(max.place) : .retry(retry), at: place)
  }

  /// `DEFAULT_RETRIES`: failures after which a job is tried again without a `retry`.
  static func scheduler(_ id: String, _ origin: ImportedValue?, at place: SourceRange) -> ImportedRule {
    let when = ImportedValue.members(["origin": origin, "domain": "gitlab", "type": "scheduler_failure"])
    return ImportedRule(.text(id), when: when, then: .retry(ImportedRetry(maxAttempts: 3)), at: place)
  }
}
