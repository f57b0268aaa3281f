internal import RuleLanguage
internal import Source

/// A pipeline of Buildkite: which failed jobs its steps try again, and which failures a build survives.
///
/// The format: “Retry” and “Soft fail” in Buildkite's documentation, and `buildkite/pipeline-schema`. A step's rules are asked in
/// order. The first one that matches decides, and counts its own tries. What a step does not try again climbs to the build, which
/// goes on after a soft failure.
struct BuildkitePipeline: TypedPolicyFormat {
  let name = "buildkite"
  let noun = "Buildkite pipeline"
  let summary = "Buildkite pipeline: retry and soft_fail of steps"

  func recognizes(_ root: Node) -> Bool {
    let documents = root.elements ?? [root]
    // Before there were pipelines with environments, a file was a list of steps.
    if root.elements != nil, BuildkiteStep.areSteps(documents) { return true }
    return documents.contains { BuildkiteStep.areSteps($0["steps"]?.elements ?? []) }
  }

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    let documents = root.elementsOrSelf
    let lists =
      BuildkiteStep.areSteps(documents.map { $0.node })
      ? [documents] : documents.map { $0["steps"]?.elements ?? [] }
    let named = BuildkiteStep.told(lists.flatMap { BuildkiteStep.steps($0) })
    var (ids, buildIDs) = (RuleIDs(), RuleIDs())
    let retries = named.flatMap { $0.step.retries(isFollowed: $0.isFollowed, &ids) }
    let survived = named.flatMap { $0.step.survived(isFollowed: $0.isFollowed, &buildIDs) }
    // An origin begins at the responder whose id it is, so these must be the names of no steps.
    var responders = RuleIDs()
    responders.reserve(named.compactMap { $0.step.name.exact })
    let (job, build) = (responders.id("job"), responders.id("build"))
    // The place where most retries are written, for what is said about retries without a delay.
    let most = named.compactMap { $0.step.mostRetries }.max { $0.value < $1.value }
    // A new job is made at once, and each rule counts for itself the tries of a job.
    let retry = ImportedRetry(
      per: ["operation", "origin"], within: .longestDelay, backoff: ImportedBackoff.none,
      exhausted: "escalate")
    return ImportedRuleFile(
      name: "Buildkite pipeline", place: root.place, retry: retry, responder: .text(job),
      defaultsPlace: most?.place, ignoresNothing: false,
      responders: [
        ImportedResponder(id: build, rules: survived, otherwise: .abort, place: root.place),
        ImportedResponder(id: job, parent: build, rules: retries, place: root.place),
      ])
  }
}

// MARK: - Steps

/// A command step, with the retries and the soft failures that it allows.
private struct BuildkiteStep {
  /// Where the step's name stands.
  private let source: PolicyValue
  let name: BuildkiteName
  private let hasKey: Bool
  private let automatic: [AutomaticRetry]
  private let softFailures: [SoftFailure]

  private static let commandKeys = ["command", "commands", "script"]
  private static let otherKinds = ["wait", "waiter", "block", "input", "manual", "trigger", "group"]

  /// Whether a list can only be the steps of a pipeline.
  static func areSteps(_ nodes: [Node]) -> Bool {
    nodes.contains { node in
      if let word = node.string { return ["wait", "waiter", "block"].contains(word) }
      if let inner = commandKeys.lazy.compactMap({ node[$0] }).first(where: { $0.members != nil }) {
        return areSteps([inner])
      }
      if node["group"] != nil, node["steps"]?.elements != nil { return true }
      if node["retry"]?["automatic"] != nil || node["retry"]?["manual"] != nil { return true }
      if otherKinds.dropLast().contains(where: { node[$0] != nil }) { return true }
      return commandKeys.dropLast().contains { node[$0] != nil }
        && ["soft_fail", "agents", "plugins", "label", "key"].contains { node[$0] != nil }
    }
  }

  static func steps(_ values: [PolicyValue]) -> [BuildkiteStep] {
    values.flatMap { value -> [BuildkiteStep] in
      guard let members = value.members else { return [] }
      // The older notation has the step below its kind.
      if let inner = commandKeys.lazy.compactMap({ value[$0] }).first(where: { $0.members != nil }) {
        return steps([inner])
      }
      let kind =
        value["type"]?.string
        ?? (commandKeys + ["plugins"]).first { value[$0] != nil } ?? otherKinds.first { value[$0] != nil }
      guard let kind, otherKinds.contains(kind) else { return BuildkiteStep(value).map { [$0] } ?? [] }
      for member in members where member.key == "retry" {
        value.at(member.keyRange).fault(
          "A \(kind) step has no retries. Buildkite rejects the pipeline: move “retry” to command steps.")
      }
      return kind == "group" ? steps(value["steps"]?.elements ?? []) : []
    }
  }

  /// Nil for a step without a command.
  private init?(_ step: PolicyValue) {
    func first(of keys: [String]) -> PolicyValue? {
      keys.lazy.compactMap { step[$0] }.first { $0.string?.isEmpty == false }
    }
    let key = first(of: ["key", "id", "identifier"])
    automatic = step["retry"].map { AutomaticRetry.rules($0) } ?? []
    softFailures = step["soft_fail"].map { SoftFailure.conditions($0) } ?? []
    for adjustment in step["matrix"]?["adjustments"]?.elements ?? [] {
      guard let failure = adjustment.members?.first(where: { $0.key == "soft_fail" }) else { continue }
      step.at(failure.keyRange).lost(
        "Only some jobs of the matrix fail softly, and a record does not tell which. The rules know the step's own “soft_fail”."
      )
    }
    hasKey = key != nil
    if let key {
      (name, source) = (BuildkiteName(key, isLabel: false), key)
    } else if let label = first(of: ["label", "name"]) {
      (name, source) = (BuildkiteName(label, isLabel: true), label)
    } else {
      let command = Self.commandKeys.lazy.compactMap { step[$0] }.first
      guard let command, let name = BuildkiteName(command: command) else { return nil }
      (self.name, source) = (name, command)
    }
  }

  /// The steps whose jobs can be told from one another, those with one name first, and whether rules of another step behind
  /// match the same names.
  static func told(_ steps: [BuildkiteStep]) -> [(step: BuildkiteStep, isFollowed: Bool)] {
    var first: [BuildkiteName: BuildkiteStep] = [:]
    var told: [BuildkiteStep] = []
    for step in steps {
      guard let other = first[step.name] else {
        first[step.name] = step
        told.append(step)
        continue
      }
      let related = [Diagnostic.Related("the other step", at: other.source.place)]
      if step.hasKey, other.hasKey {
        step.source.fault(
          "Two steps have this key. Buildkite rejects the pipeline: change one of them.", related: related)
      } else if !step.saysTheSame(as: other) {
        step.source.lost(
          "Jobs of another step have this name, too. The rules are those of that step: give each step a “key”.",
          related: related)
      }
    }
    let ordered = told.filter { $0.name.exact != nil } + told.filter { $0.name.exact == nil }
    return ordered.enumerated().map { index, step in
      (step, ordered[(index + 1)...].contains { $0.name.mayBe(step.name) })
    }
  }

  var mostRetries: Setting<Int64>? { automatic.map { $0.limit }.max { $0.value < $1.value } }

  private func saysTheSame(as other: BuildkiteStep) -> Bool {
    func texts(_ step: BuildkiteStep) -> [String] {
      var ids = RuleIDs()
      let rules = step.retries(isFollowed: false, &ids) + step.survived(isFollowed: false, &ids)
      return rules.map { JSONWriter.text(of: $0.node) }
    }
    return texts(self) == texts(other)
  }

  // MARK: Rules

  func retries(isFollowed: Bool, _ ids: inout RuleIDs) -> [ImportedRule] {
    let rules = automatic.enumerated().map { index, retry in
      let id = automatic.count == 1 ? "automatic" : "automatic.\(index)"
      return rule(ids.id("\(name.id).\(id)"), retry.members, then: retry.verdict, at: retry.place)
    }
    return rules + end(isFollowed, then: .escalate, &ids)
  }

  func survived(isFollowed: Bool, _ ids: inout RuleIDs) -> [ImportedRule] {
    let rules = softFailures.enumerated().map { index, failure in
      let id = softFailures.count == 1 ? "soft_fail" : "soft_fail.\(index)"
      return rule(ids.id("\(name.id).\(id)"), failure.members, then: .proceed, at: failure.place)
    }
    return rules + end(isFollowed, then: .abort, &ids)
  }

  private func rule(
    _ id: String, _ members: [(key: String, value: ImportedValue)], then verdict: ImportedVerdict,
    at place: SourceRange
  ) -> ImportedRule {
    let origin = (key: "origin", value: name.matcher.at(source.place))
    return ImportedRule(.text(id), when: .mapping([origin] + members), then: verdict, at: place)
  }

  /// Keeps the step's errors from the rules of another one.
  private func end(_ isNeeded: Bool, then verdict: ImportedVerdict, _ ids: inout RuleIDs) -> [ImportedRule] {
    isNeeded ? [rule(ids.id("\(name.id).failed"), [], then: verdict, at: source.place)] : []
  }
}

// MARK: - Automatic retries

/// A rule of `retry.automatic`.
private struct AutomaticRetry {
  let place: SourceRange
  /// The members of the rule's `when`.
  let members: [(key: String, value: ImportedValue)]
  let limit: Setting<Int64>

  private static let usualLimit: Int64 = 2
  private static let reasons = [
    "agent_incompatible", "agent_refused", "agent_stop", "cancel", "process_run_error", "signature_rejected",
    "stack_error",
  ]

  /// The rule's verdict. It matches even with a limit of 0, so no later rule is asked.
  var verdict: ImportedVerdict {
    let retry = ImportedRetry(maxAttempts: .integer(limit.value + 1), place: limit.place)
    return limit.value > 0 ? .retry(retry) : .escalate.at(limit.place)
  }

  static func rules(_ value: PolicyValue) -> [AutomaticRetry] {
    if value.isNull {
      value.doubt("“retry” has no value here. Delete it, or write what it allows.")
      return []
    }
    guard let retry = value.mapping("the retries of a step") else { return [] }
    if let manual = retry.take("manual") { reportManual(manual) }
    let automatic = retry.take("automatic")
    guard let automatic else { return [] }
    if let isOn = BuildkiteWord.flag(automatic) {
      return isOn
        ? [AutomaticRetry(automatic, BuildkiteExit.any(automatic), automatic.setting(usualLimit))] : []
    }
    guard automatic.elements != nil || automatic.members != nil else {
      automatic.mustBe("true, false, a rule, or a list of rules")
      return []
    }
    return automatic.elementsOrSelf.compactMap { rule($0) }
  }

  private init(
    _ value: PolicyValue, _ members: [(key: String, value: ImportedValue)], _ limit: Setting<Int64>
  ) {
    (place, self.members, self.limit) = (value.place, members, limit)
  }

  private static func rule(_ value: PolicyValue) -> AutomaticRetry? {
    guard let rule = value.mapping("a retry rule") else { return nil }
    let before = value.findings.errorCount
    let exits = rule.take("exit_status").map { BuildkiteExit.codes($0) } ?? .some(BuildkiteExit.any(value))
    var attributes: [(key: String, value: ImportedValue)] = []
    var mixtures: [ImportedValue] = []
    for (key, known) in [("signal", Self.signal), ("signal_reason", Self.reason)] {
      guard let written = rule.take(key) else { continue }
      switch words(written, known: known) {
      case .any: break
      case .one(let operators): attributes.append((key, operators))
      case .mixture(let ways): mixtures.append(ways)
      }
    }
    let limit = rule.take("limit").map { $0.setting(self.limit($0)) } ?? value.setting(usualLimit)
    guard value.findings.errorCount == before, var members = exits else { return nil }
    if !attributes.isEmpty { members.append(("attributes", .mapping(attributes))) }
    if mixtures.count == 1 { members.append(("any", mixtures[0])) }
    if mixtures.count == 2 {
      members.append(("all", .list(mixtures.map { .node(Node(["any": $0], at: $0.place ?? value.place)) })))
    }
    return AutomaticRetry(value, members, limit)
  }

  private static func limit(_ value: PolicyValue) -> Int64 {
    guard let limit = BuildkiteWord.integer(value, orElse: usualLimit) else {
      value.mustBe("an integer from 0 to 10")
      return usualLimit
    }
    if !(0...10).contains(limit) {
      value.fault("A job is tried again at most 10 times: “limit” must be from 0 to 10.")
    }
    return limit
  }

  // MARK: Signals

  private enum Words {
    case any
    /// Operators of the attribute.
    case one(ImportedValue)
    /// A list of matchers: none, or one of several words.
    case mixture(ImportedValue)
  }

  private static func words(_ value: PolicyValue, known: (PolicyValue) -> [String]) -> Words {
    let words = value.elementsOrSelf
    if words.isEmpty { value.fault("“\(value.key)” must name one at least. It is an empty list.") }
    guard !words.contains(where: { $0.string == "*" }) else { return .any }
    var names: [ImportedValue] = []
    var isNone = false
    for word in words {
      guard let text = word.requiredText("a word, or a list of words")?.value.lowercased() else { continue }
      if text == "none" { isNone = true } else { names += known(word).map { .text($0).at(word.place) } }
    }
    let missing = ImportedValue.placed(["exists": false], value.place)
    guard !names.isEmpty else { return isNone ? .one(missing) : .any }
    let named = ImportedValue.members([
      "equals": .oneOf(names), "ignoreCase": value.key == "signal" ? true : nil,
    ]).at(value.place)
    guard isNone else { return .one(named) }
    let ways = [missing, named].map { ImportedValue.mapping([("attributes", .mapping([(value.key, $0)]))]) }
    return .mixture(.list(ways).at(value.place))
  }

  /// The name of a signal with and without its prefix.
  private static func signal(_ value: PolicyValue) -> [String] {
    let name = (value.string ?? "").uppercased()
    let plain = name.hasPrefix("SIG") ? String(name.dropFirst(3)) : name
    if !BuildkiteWord.signals.contains(plain) {
      let question = Suggestion.question(for: plain, among: BuildkiteWord.signals)
      value.doubt("No signal is called “\(value.text)”.\(question)")
    }
    return ["SIG\(plain)", plain]
  }

  private static func reason(_ value: PolicyValue) -> [String] {
    let name = value.string ?? ""
    if !reasons.contains(name) {
      let question = Suggestion.question(for: name, among: reasons + ["none"])
      value.fault("“\(name)” is not a signal reason. Buildkite rejects the pipeline.\(question)")
    }
    return [name]
  }

  // MARK: Manual retries

  private static func reportManual(_ value: PolicyValue) {
    var isAllowed = BuildkiteWord.flag(value)
    if isAllowed == nil {
      guard let manual = value.mapping("the manual retries") else { return }
      let allowed = manual.take("allowed")
      isAllowed = allowed.flatMap { BuildkiteWord.flag($0) } ?? true
      if let allowed, BuildkiteWord.flag(allowed) == nil { allowed.mustBe("true or false") }
    }
    if isAllowed == false { value.lost("No rule can say that nobody may try a job again by hand.") }
  }
}

// MARK: - Soft failures

/// A condition below `soft_fail`.
private struct SoftFailure {
  let place: SourceRange
  /// The members of the rule's `when`.
  let members: [(key: String, value: ImportedValue)]

  static func conditions(_ value: PolicyValue) -> [SoftFailure] {
    if let isOn = BuildkiteWord.flag(value) {
      return isOn ? [SoftFailure(place: value.place, members: [])] : []
    }
    guard let elements = value.elements else {
      value.mustBe("true, false, or a list of exit statuses")
      return []
    }
    return elements.compactMap { element in
      exits(element).map { SoftFailure(place: element.place, members: $0) }
    }
  }

  private static func exits(_ value: PolicyValue) -> [(key: String, value: ImportedValue)]? {
    guard let condition = value.mapping("a soft failure") else { return nil }
    let exit = condition.take("exit_status")
    guard let exit else {
      value.fault("A soft failure needs its “exit_status”.")
      return nil
    }
    if exit.string == "*" { return BuildkiteExit.failures(exit) }
    guard exit.elements == nil else {
      exit.fault("An “exit_status” of soft failures is one integer, or \"*\".")
      return nil
    }
    return BuildkiteExit.codes(exit)
  }
}
