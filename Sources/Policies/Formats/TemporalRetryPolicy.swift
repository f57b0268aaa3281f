internal import Records
internal import RuleLanguage
internal import Source

/// Temporal's `RetryPolicy`: which failures of an activity or a workflow are tried again, and when.
///
/// The format is the JSON form of `temporal.api.common.v1.RetryPolicy`, alone or in the events of a workflow's history, and the server's
/// dynamic configuration, which has the defaults. What it means, `common/retrypolicy` and `service/history/workflow/retry.go` of the
/// server say.
struct TemporalRetryPolicy: PolicyFormat {
  let name = "temporal"
  let summary = "Temporal's RetryPolicy, in histories and server settings, too"

  func recognizes(_ root: Node) -> Bool {
    Self.isPolicy(root) || Self.isHistory(root) || !ServerDefaults.keys(of: root).isEmpty
  }

  private static let keys = [
    "initialInterval", "backoffCoefficient", "maximumInterval", "maximumAttempts", "nonRetryableErrorTypes",
  ]

  private static func isPolicy(_ root: Node) -> Bool {
    guard let members = root.members else { return false }
    let known = members.filter { member in
      keys.contains { $0 == member.key || RetrySettings.snakeCase($0) == member.key }
    }
    return known.count >= 2 && known.count * 2 > members.count
  }

  private static func isHistory(_ root: Node) -> Bool {
    guard let event = root["events"]?.elements?.first else { return false }
    return event["eventId"] != nil && event["eventType"]?.string != nil
  }

  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node {
    let place = root.range
    var responders: [Node]
    if Self.isHistory(root) {
      responders = History(root, in: &diagnostics).responders
      if responders.isEmpty {
        diagnostics.report(
          .policyLoss(
            "Nothing of this history is tried again: it has no activity, and no retry policy.", at: place))
        responders = [.mapping([("id", .text("workflow", at: place))], at: place)]
      }
    } else if Self.isPolicy(root) {
      let settings = RetrySettings(policy: root, in: &diagnostics)
      responders = [settings.responder("policy", origins: [], at: place)]
    } else {
      responders = ServerDefaults.responders(of: root, in: &diagnostics)
    }
    let longest = Node.longestDelay(at: place)
    let backoff = Node.mapping([("jitter", .text("none", at: place))], at: place)
    let retry: [(String, Node)] = [
      ("within", longest), ("backoff", backoff), ("exhausted", .text("cancel", at: place)),
    ]
    var defaults: [(String, Node)] = [("retry", .mapping(retry, at: place))]
    if responders.count > 1 { defaults.append(("responder", .text("none", at: place))) }
    return .ruleFile(named: "Temporal's retries", defaults: defaults, responders: responders, at: place)
  }
}

// MARK: - Histories

/// The activities and workflows of a workflow's history.
private struct History {
  private(set) var responders: [Node] = []
  private var ids = RuleIDs()
  /// The policies of those that are known, by kind and name.
  private var known: [String: Node?] = [:]

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

  init(_ root: Node, in diagnostics: inout Diagnostics) {
    for event in root["events"]?.elements ?? [] {
      for kind in Self.kinds {
        guard let attributes = event[kind.attributes] else { continue }
        read(attributes, kind, in: &diagnostics)
      }
    }
  }

  private mutating func read(_ attributes: Node, _ kind: Kind, in diagnostics: inout Diagnostics) {
    let policy = attributes["retryPolicy"].flatMap { $0.isNull ? nil : $0 }
    guard policy != nil || kind.hasDefaults else { return }
    let place = attributes.range
    guard let name = attributes[kind.type]?["name"], let text = name.string, !text.isEmpty else {
      diagnostics.report(.policyFault("“\(kind.type)” must have a “name”.", at: place))
      return
    }
    let key = "\(kind.type) \(text)"
    if let first = known[key] {
      if let policy, let first, policy.text != first.text || policy.range.text != first.range.text {
        diagnostics.report(
          .policyLoss(
            "“\(text)” has another policy here than at line \(first.range.start.line), which is the one of its rules.",
            at: policy.range))
      }
      return
    }
    known[key] = .some(policy)
    let timeout = attributes[kind.timeout].flatMap {
      RetrySettings.duration($0, kind.timeout, in: &diagnostics)
    }
    let settings = RetrySettings(
      policy: policy ?? .mapping([], at: name.range), deadline: timeout.flatMap { $0.seconds > 0 ? $0 : nil },
      in: &diagnostics)
    if let timeout, timeout.seconds > 0 {
      diagnostics.report(
        .policyLoss(
          "Temporal counts “\(kind.timeout)” from the start; the rule's deadline begins with the first failure.",
          at: timeout.place))
    }
    responders.append(
      settings.responder(ids.id(text), origins: Node.origins(name, in: &diagnostics), at: place))
  }
}

// MARK: - Server

/// The defaults in a server's dynamic configuration.
private enum ServerDefaults {
  private static let kinds = ["activity", "workflow"]

  /// The entries for the retries of activities and of workflows. Keys are compared without case.
  static func keys(of root: Node) -> [(member: Node.Member, kind: String)] {
    (root.members ?? []).compactMap { member in
      let key = member.key.lowercased()
      let kind = kinds.first { key.hasSuffix(".default\($0)retrypolicy") }
      guard member.value.elements != nil else { return nil }
      return kind.map { (member, $0) }
    }
  }

  static func responders(of root: Node, in diagnostics: inout Diagnostics) -> [Node] {
    let settings = keys(of: root)
    return settings.compactMap { member, kind in
      let name = "history.default\(kind == "activity" ? "Activity" : "Workflow")RetryPolicy"
      let isRead = member.key.lowercased() == name.lowercased()
      if !isRead {
        diagnostics.report(
          .policyDoubt("Temporal's server reads no “\(member.key)”. Write “\(name)”.", at: member.keyRange))
      }
      let others = settings.filter { $0.kind == kind && $0.member.key.lowercased() == name.lowercased() }
      // What the server reads comes first, and of two spellings the later one.
      let chosen = others.last?.member ?? settings.first { $0.kind == kind }?.member
      guard chosen?.key == member.key else {
        if isRead {
          diagnostics.report(
            .policyDoubt(
              "This setting stands twice: “\(chosen?.key ?? name)” is the same.", at: member.keyRange))
        }
        return nil
      }
      let entries = (member.value.elements ?? []).compactMap { Self.entry($0, in: &diagnostics) }
      // The entry for a namespace comes before the one for all, wherever it stands.
      let ordered = first(
        of: entries.filter { $0.namespace != nil } + entries.filter { $0.namespace == nil }, in: &diagnostics)
      let rules = ordered.enumerated().flatMap { index, entry in
        Self.rules(of: entry.1, namespace: entry.0, number: index, in: &diagnostics)
      }
      let origin = Node.list([.text(kind, at: member.keyRange)], at: member.keyRange)
      return .mapping(
        [
          ("id", .text(kind, at: member.keyRange)), ("origins", origin),
          ("rules", .list(rules, at: member.value.range)),
        ],
        at: member.value.range
      )
    }
  }

  /// The first entry of each namespace, and the first one for all.
  private static func first(of entries: [(namespace: Node?, node: Node)], in diagnostics: inout Diagnostics)
    -> [(namespace: Node?, node: Node)]
  {
    var places: [String: SourceRange] = [:]
    return entries.filter { namespace, entry in
      let name = namespace.map { "namespace \($0.text)" } ?? "all"
      guard let first = places[name] else {
        places[name] = entry.range
        return true
      }
      diagnostics.report(
        .policyDoubt(
          "This entry has no effect: line \(first.start.line) has one for the same.", at: entry.range))
      return false
    }
  }

  private static let otherConstraints = [
    "namespaceid", "taskqueuename", "tasktype", "historytasktype", "shardid", "destination", "chasmtasktype",
  ]

  /// Nil, and reported, if the server asks for no such entry.
  private static func entry(_ node: Node, in diagnostics: inout Diagnostics) -> (
    namespace: Node?, node: Node
  )? {
    var namespace: Node?
    var isAsked = true
    for member in node["constraints"]?.members ?? [] {
      switch member.key.lowercased() {
      case "namespace" where member.value.string != nil: namespace = member.value
      case let key where otherConstraints.contains(key):
        isAsked = false
        diagnostics.report(
          .policyDoubt(
            "“\(member.key)” is no constraint of this setting: the entry has no effect.", at: member.keyRange)
        )
      default:
        isAsked = false
        diagnostics.report(
          .policyFault("The only constraint of this setting is “namespace”, a string.", at: member.keyRange))
      }
    }
    return isAsked ? (namespace, node) : nil
  }

  private static func rules(of entry: Node, namespace: Node?, number: Int, in diagnostics: inout Diagnostics)
    -> [Node]
  {
    guard var mapping = LegacyMapping(entry, "an entry", in: &diagnostics) else { return [] }
    mapping.skip("constraints")
    guard let value = mapping.take("value"), !value.isNull else {
      diagnostics.report(
        .policyFault("“value” is missing: Temporal takes its own defaults.", at: entry.range))
      return []
    }
    mapping.close(in: &diagnostics)
    let settings = RetrySettings(defaults: value, in: &diagnostics)
    return settings.rules(namespace: namespace, suffix: number == 0 ? "" : "-\(number + 1)", at: entry.range)
  }
}

// MARK: - Settings

/// How often and when something is tried again, with Temporal's defaults.
private struct RetrySettings {
  struct Duration {
    let seconds: Double
    let place: SourceRange
  }

  private var attempts: Node?
  private var initial: Node?
  private var factor: Node?
  private var longest: Node?
  private var deadline: Node?
  /// Failures that are not tried again, by their types.
  private var excluded: [Node] = []
  private var isEndless = true

  private static let timeout = "TemporalTimeout:"
  private static let timeouts = ["StartToClose", "Heartbeat", "ScheduleToStart", "ScheduleToClose"]
  /// The timeouts that are never tried again.
  private static let final = ["ScheduleToStart", "ScheduleToClose", "Unspecified"].map { "\(timeout)\($0)" }

  /// A `RetryPolicy`.
  init(policy: Node, deadline: Duration? = nil, in diagnostics: inout Diagnostics) {
    let place = policy.range
    guard var mapping = LegacyMapping(policy, "a retry policy", in: &diagnostics) else { return }
    let attempts = Self.take("maximumAttempts", of: &mapping)
    let initial = Self.take("initialInterval", of: &mapping)
    let longest = Self.take("maximumInterval", of: &mapping)
    let factor = Self.take("backoffCoefficient", of: &mapping)
    let excluded = Self.take("nonRetryableErrorTypes", of: &mapping)
    mapping.close(in: &diagnostics)
    let before = diagnostics.errorCount
    let count = attempts.flatMap { Self.number($0, "maximumAttempts", in: &diagnostics) } ?? 0
    let start = initial.flatMap { Self.duration($0, "initialInterval", in: &diagnostics) }
    let most = longest.flatMap { Self.duration($0, "maximumInterval", in: &diagnostics) }
    let growth = factor.flatMap { Self.number($0, "backoffCoefficient", in: &diagnostics) } ?? 0
    guard diagnostics.errorCount == before else { return }
    let first = start.map { $0.seconds } ?? 0
    let usual = first == 0 ? 1 : first
    if let attempts, count < 0 || count != count.rounded() {
      diagnostics.report(
        .policyFault("“maximumAttempts” must be a number of tries, or 0 for any number.", at: attempts.range))
    }
    // With a single try Temporal looks at nothing else.
    if count != 1 {
      if let factor, growth != 0, growth < 1 {
        diagnostics.report(
          .policyFault(
            "“backoffCoefficient” must be at least 1. Temporal rejects the policy.", at: factor.range))
      }
      if let most, most.seconds > 0, most.seconds < usual {
        diagnostics.report(
          .policyFault(
            "“maximumInterval” must not be shorter than “initialInterval”, which is 1 s if it is not written. Temporal rejects the policy.",
            at: most.place))
      }
    }
    self.excluded = Self.types(excluded, isChecked: count != 1, in: &diagnostics)
    guard diagnostics.errorCount == before else { return }
    set(
      attempts: count, at: attempts?.range ?? place, initial: usual, at: start?.place ?? place,
      factor: growth == 0 ? nil : factor.map { ($0, growth) },
      longest: most.map { $0.seconds > 0 ? $0.seconds : 100 * usual } ?? 100 * usual,
      at: most?.place ?? place, in: &diagnostics)
    self.deadline = deadline.map { .delay(seconds: $0.seconds, at: $0.place, in: &diagnostics) }
  }

  /// A `DefaultRetrySettings`, whose keys are compared without case. If one value is wrong the server takes none of them.
  init(defaults: Node, in diagnostics: inout Diagnostics) {
    let place = defaults.range
    guard let members = defaults.members else {
      diagnostics.report(
        .policyFault("“value” must be a mapping. Temporal takes its own defaults.", at: place))
      return
    }
    let keys = [
      "InitialIntervalInSeconds", "MaximumIntervalCoefficient", "BackoffCoefficient", "MaximumAttempts",
    ]
    var values: [String: (number: Double, place: SourceRange, node: Node)] = [:]
    let before = diagnostics.errorCount
    for member in members {
      guard let key = keys.first(where: { $0.lowercased() == member.key.lowercased() }) else {
        // A multiple of the initial interval is all that the server takes.
        let isLongest = member.key.lowercased() == "maximumintervalinseconds"
        let question = isLongest ? " Write “\(keys[1])”." : Suggestion.question(for: member.key, among: keys)
        diagnostics.report(
          .policyDoubt("Temporal's server does not read “\(member.key)”.\(question)", at: member.keyRange))
        continue
      }
      var number = member.value.number?.double
      if key == keys[0], let text = member.value.string {
        number = TimeSpan(text).map { Double($0.microseconds) / 1e6 }
      }
      if key == keys[3], case .decimal = member.value.content { number = nil }
      guard let number, number.isFinite, number >= 0 else {
        diagnostics.report(
          .policyFault(
            "“\(member.key)” must be \(key == keys[0] ? "a number of seconds" : "a number"). Temporal takes its own defaults for all of them.",
            at: member.value.range))
        continue
      }
      values[key] = (number, member.value.range, member.value)
    }
    guard diagnostics.errorCount == before else { return }
    let growth = values[keys[2]]
    if let growth, growth.number > 0, growth.number < 1 {
      diagnostics.report(
        .policyFault(
          "“BackoffCoefficient” must be at least 1: Temporal rejects what has this default.", at: growth.place
        ))
      return
    }
    let initial = values[keys[0]]?.number ?? 1
    // The server drops what is behind the point.
    let coefficient = (values[keys[1]]?.number ?? 100).rounded(.towardZero)
    set(
      attempts: values[keys[3]]?.number ?? 0, at: values[keys[3]]?.place ?? place, initial: initial,
      at: values[keys[0]]?.place ?? place, factor: growth.map { ($0.node, $0.number) },
      longest: coefficient * initial, at: values[keys[1]]?.place ?? place, in: &diagnostics)
  }

  private mutating func set(
    attempts: Double, at attemptsPlace: SourceRange, initial: Double, at initialPlace: SourceRange,
    factor: (node: Node, number: Double)?, longest: Double, at longestPlace: SourceRange,
    in diagnostics: inout Diagnostics
  ) {
    isEndless = attempts == 0
    if isEndless {
      diagnostics.report(
        .policyLoss(
          "Temporal tries again until a timeout of its own ends it; the rule tries 1,000 times.",
          at: attemptsPlace))
    }
    self.attempts =
      isEndless
      ? .integer(1_000, at: attemptsPlace)
      : .tries(Int64(min(attempts, 1e6)), at: attemptsPlace, in: &diagnostics)
    self.initial = .delay(seconds: initial, at: initialPlace, in: &diagnostics)
    if let factor {
      let node = factor.node.number == nil ? Node.decimal(factor.number, at: factor.node.range) : factor.node
      self.factor = .multiplier(node, factor.number, in: &diagnostics)
    }
    self.longest =
      longest > 0
      ? .delay(seconds: longest, at: longestPlace, in: &diagnostics) : .longestDelay(at: longestPlace)
  }

  // MARK: Reading

  /// A field by its name in JSON, or by the one in the protocol's own file.
  private static func take(_ key: String, of mapping: inout LegacyMapping) -> Node? {
    let value = mapping.take(key) ?? mapping.take(snakeCase(key))
    return value.flatMap { $0.isNull ? nil : $0 }
  }

  static func snakeCase(_ key: String) -> String {
    key.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
  }

  /// A number, which protocol buffers also read from a string.
  private static func number(_ node: Node, _ key: String, in diagnostics: inout Diagnostics) -> Double? {
    if let number = node.number?.double ?? node.string.flatMap({ Double($0) }), number.isFinite {
      return number
    }
    diagnostics.report(.policyFault("“\(key)” must be a number.", at: node.range))
    return nil
  }

  /// A duration as JSON has those of protocol buffers.
  static func duration(_ node: Node, _ key: String, in diagnostics: inout Diagnostics) -> Duration? {
    let text = node.string ?? ""
    if text.hasPrefix("-") {
      diagnostics.report(
        .policyFault("“\(key)” must not be negative. Temporal rejects the policy.", at: node.range))
      return nil
    }
    guard text.hasSuffix("s"), !text.hasSuffix("ms"), let seconds = Double(text.dropLast()), seconds.isFinite
    else {
      diagnostics.report(
        .policyFault("“\(key)” must be a number of seconds such as \"0.5s\".", at: node.range))
      return nil
    }
    return Duration(seconds: seconds, place: node.range)
  }

  private static func types(_ list: Node?, isChecked: Bool, in diagnostics: inout Diagnostics) -> [Node] {
    guard let list else { return [] }
    guard let elements = list.elements else {
      diagnostics.report(
        .policyFault("“nonRetryableErrorTypes” must be a list. It is \(list.kindName).", at: list.range))
      return []
    }
    var seen = Set(final)
    return elements.compactMap { element in
      guard let type = element.string else {
        diagnostics.report(
          .policyFault("An error type must be a string. It is \(element.kindName).", at: element.range))
        return nil
      }
      if isChecked, type.hasPrefix(timeout), !timeouts.contains(String(type.dropFirst(timeout.count))) {
        let question = Suggestion.question(for: type, among: timeouts.map { "\(timeout)\($0)" })
        diagnostics.report(
          .policyFault(
            "“\(type)” is no timeout of Temporal, which rejects the policy.\(question)", at: element.range))
      }
      return seen.insert(type).inserted && !type.isEmpty ? .text(type, at: element.range) : nil
    }
  }

  // MARK: Rules

  func responder(_ id: String, origins: [Node], at place: SourceRange) -> Node {
    var members: [(String, Node)] = [("id", .text(id, at: place))]
    if !origins.isEmpty { members.append(("origins", .list(origins, at: place))) }
    members.append(("rules", .list(rules(namespace: nil, suffix: "", at: place), at: place)))
    return .mapping(members, at: place)
  }

  func rules(namespace: Node?, suffix: String, at place: SourceRange) -> [Node] {
    guard let attempts, let initial, let longest else { return [] }
    var own: [(String, Node)] = []
    if let namespace {
      let value = Node.mapping([("equals", namespace)], at: namespace.range)
      own.append(("attributes", .mapping([("namespace", value)], at: namespace.range)))
    }
    let failed = Node.mapping(
      [
        ("id", .text("failed\(suffix)", at: place)),
        ("when", .mapping(own + [("any", .list(final(at: place), at: place))], at: place)),
        ("then", .text("cancel", at: place)),
      ],
      at: place
    )
    var backoff = [("initial", initial), ("max", longest)]
    if let factor { backoff.append(("multiplier", factor)) }
    var retry = [("maxAttempts", attempts), ("backoff", Node.mapping(backoff, at: place))]
    if let deadline { retry.append(("deadline", deadline)) }
    var suppressed: [(String, Node)] = []
    if namespace == nil {
      let reason = "Temporal tries again after every failure that is not excluded."
      suppressed.append(("vain-retry", .text(reason, at: place)))
    }
    if isEndless, deadline == nil {
      suppressed.append(("long-retry", .text("Temporal's timeouts end it.", at: place)))
    }
    var again: [(String, Node)] = [("id", .text("retry\(suffix)", at: place))]
    if !suppressed.isEmpty { again.append(("suppress", .mapping(suppressed, at: place))) }
    if !own.isEmpty { again.append(("when", .mapping(own, at: place))) }
    again.append(("then", .mapping([("retry", .mapping(retry, at: place))], at: place)))
    return [failed, .mapping(again, at: place)]
  }

  /// What is never tried again.
  private func final(at place: SourceRange) -> [Node] {
    let types = Self.final.map { Node.text($0, at: place) } + excluded
    // The whole name, and no ancestor's.
    let type = Node.mapping([("equals", .list(types, at: place))], at: place)
    let marked = Node.mapping([("nonRetryable", .boolean(true, at: place))], at: place)
    return [("type", type), ("attributes", marked), ("cancelled", .boolean(true, at: place))].map {
      .mapping([$0], at: place)
    }
  }
}
