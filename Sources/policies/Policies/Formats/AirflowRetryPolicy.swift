internal import Records
internal import RuleLanguage
internal import Source

/// An `ExceptionRetryPolicy` of Airflow, or a `ChainRetryPolicy` of them: which exceptions of a task are tried again, and after which
/// delay.
///
/// The format is that of `serialize()`, alone or as the `retry_policy` among the arguments of a task; a chain has none, and is written
/// as the list of its `policies`. What it means, Airflow's `task_runner.py` and `taskinstance.py` say. A policy of a chain that says
/// “default” leaves the exception to the next one, as a responder does to its parent.
struct AirflowRetryPolicy: TypedPolicyFormat {
  let name = "airflow"
  let noun = "Airflow task"
  let summary = "Airflow's ExceptionRetryPolicy, as its serialize() gives it, and ChainRetryPolicy"

  private static let types = ["ExceptionRetryPolicy", "ChainRetryPolicy"]

  func recognizes(_ root: Node) -> Bool { Self.policy(in: root) != nil }

  private static func policy(in root: Node) -> Node? {
    [root, root["retry_policy"]].compactMap { $0 }.first { type(of: $0) != nil }
  }

  /// One of the types that are read, also if it is misspelt.
  static func type(of policy: Node) -> String? {
    policy["__type"]?.string.flatMap { name in
      types.first { $0 == name } ?? types.first { PolicyGrammar.isNear(name, $0) }
    }
  }

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    let policy = root.with(Self.policy(in: root.node) ?? root.node)
    if let type = policy["__type"], let meant = Self.type(of: policy.node), type.string != meant {
      type.fault("“\(type.string ?? "")” is not a policy of Airflow. Did you mean “\(meant)”?")
    }
    let task = TaskArguments(root["retry_policy"] == nil ? nil : root, of: policy)
    let isChain = Self.isChain(policy)
    let policies = isChain ? Self.policies(of: policy) : [policy]
    var exceptions = ExceptionConditions()
    var claims: [ExceptionClaim] = []
    var responders: [ImportedResponder] = []
    func id(_ index: Int) -> String { isChain ? "policies.\(index)" : "task" }
    for (index, policy) in policies.enumerated() {
      let isLast = index == policies.count - 1
      if let end = policies[..<index].lazy.compactMap({ $0["default"] }).first(where: {
        $0.string != "default"
      }) {
        policy.doubt(
          "This policy is never asked: an earlier one decides about every exception. Move it up, or delete it.",
          related: [.init("decides about all that its rules leave", at: end.place)])
        claims = []
      }
      var responder = Self.responder(
        policy, id(index), isFirst: index == 0, isLast: isLast, &exceptions, &claims)
      if !isLast { responder.parent = id(index + 1) }
      responder.place = isChain ? policy.place : root.place
      if task.tries == nil, responder.rules?.contains(where: { $0.verdict.triesAgain }) == true {
        responder.suppressed.append(("long-retry", "The task's own retries end it."))
      }
      responders.append(responder)
    }
    // A chain with nothing but code, or with faults, leaves all to the task's own retries.
    if responders.isEmpty {
      let rules = [Self.neverAsked(at: root.place), Self.usual(policy.setting(.retry))]
      responders = [ImportedResponder(id: "task", rules: rules, place: root.place)]
    }
    return ImportedRuleFile(
      name: "Airflow's retry policy", place: root.place, retry: task.retry,
      responder: responders.count > 1 ? .text(responders[0].id) : nil, matchers: exceptions.matchers,
      types: exceptions.types, responders: responders)
  }

  // MARK: - Chains

  private static func isChain(_ policy: PolicyValue) -> Bool { type(of: policy.node) == types[1] }

  /// The policies of a chain that are data, those of chains inside it among them.
  private static func policies(of chain: PolicyValue) -> [PolicyValue] {
    guard let list = chain["policies"], let elements = list.elements, !elements.isEmpty else {
      (chain["policies"] ?? chain).fault(
        "“policies” must list at least one policy. Airflow rejects the chain.")
      return []
    }
    return elements.flatMap { policy -> [PolicyValue] in
      if policy["__type"]?.string == types[1] { return policies(of: policy) }
      if policy["__type"]?.string == types[0] { return [policy] }
      guard let type = policy["__type"]?.string else {
        policy.fault("A policy of a chain needs its “__type”, such as ExceptionRetryPolicy.")
        return []
      }
      if let meant = Self.type(of: policy.node) {
        policy["__type"]?.doubt(
          "“\(type)” is not a policy of Airflow, so this one is left out. Did you mean “\(meant)”?")
        return []
      }
      policy.lost(
        "This policy is code. The rules leave it out, as if it said “default” to each exception.")
      return []
    }
  }

  // MARK: - Rules

  private struct Rule {
    let rule: ImportedRule
    /// One word for rules that do the same, but for their delays.
    let action: String
    let comparesBeginnings: Bool
    /// Whether the next policy is asked behind it.
    let escalates: Bool
    let claims: [ExceptionClaim]
  }

  private static let neverAskedID = "never-retried"
  private static let usualID = "default"

  /// The rules of one policy. The first one's responder has those that Airflow asks no policy about, the last one's the task's retries.
  private static func responder(
    _ policy: PolicyValue, _ id: String, isFirst: Bool, isLast: Bool, _ exceptions: inout ExceptionConditions,
    _ claims: inout [ExceptionClaim]
  ) -> ImportedResponder {
    exceptions.beginPolicy()
    let usually: ImportedVerdict = isLast ? .retry : .escalate
    var rules: [Rule] = []
    // The exceptions that no rule of another policy names get to the next one by themselves.
    var usual = isLast ? policy.setting(usually) : nil
    if let mapping = policy.mapping("a retry policy") {
      let list = mapping.take("rules")
      if list?.elements == nil { (list ?? policy).fault("“rules” must be a list.") }
      var ids = RuleIDs()
      ids.reserve([neverAskedID, usualID])
      rules = (list?.elements ?? []).compactMap { rule($0, usually, behind: claims, &ids, &exceptions) }
      // A class may be below that of a rule that leaves it to the next policy, too.
      claims += rules.prefix { !$0.escalates }.flatMap { $0.claims }
      if let action = mapping.take("default"), let verdict = verdict(action, delay: nil, usually: usually),
        isLast || action.string != "default"
      {
        usual = action.setting(verdict)
      }
    }
    var written = (isFirst ? [neverAsked(at: policy.place)] : []) + rules.map { $0.rule }
    if let usual, !exceptions.matchedAll { written.append(self.usual(usual)) }
    var responder = ImportedResponder(id: id, rules: written, place: policy.place)
    // The beginning of one class's name and the end of another one's may be those of a third.
    let beginnings = Set(rules.filter { $0.comparesBeginnings }.map { $0.action })
    var others = Set(rules.filter { !$0.comparesBeginnings }.map { $0.action })
    if isFirst { others.insert("fail") }
    if beginnings.contains(where: { !others.subtracting([$0]).isEmpty }) {
      responder.suppressed.append(("order-decides", "Airflow asks the rules in this order."))
    }
    return responder
  }

  /// The rule for the exceptions that no rule names.
  private static func usual(_ verdict: Setting<ImportedVerdict>) -> ImportedRule {
    var rule = ImportedRule(.text(usualID), then: verdict.value, at: verdict.place)
    if verdict.value.triesAgain {
      rule.suppressed = [("vain-retry", "A task's own retries ask for no exception.")]
    }
    return rule
  }

  /// The rule for the exceptions about which Airflow asks no policy.
  private static func neverAsked(at place: SourceRange) -> ImportedRule {
    let names = ["AirflowFailException", "AirflowSensorTimeout", "AirflowTaskTerminated"].flatMap {
      PythonExceptions.classes(below: "airflow.sdk.exceptions.\($0)")
    }
    let when: ImportedValue = ["type": .texts(ExceptionConditions.patterns(names))]
    return ImportedRule(.text(neverAskedID), when: when, then: .cancel, at: place)
  }

  private static func rule(
    _ value: PolicyValue, _ usually: ImportedVerdict, behind claims: [ExceptionClaim], _ ids: inout RuleIDs,
    _ exceptions: inout ExceptionConditions
  ) -> Rule? {
    guard let mapping = value.mapping("a rule") else { return nil }
    let classes = ExceptionClasses(mapping)
    let delay = mapping.take("retry_delay").flatMap { value in
      TaskArguments.delay(value).map { value.setting($0) }
    }
    let verdict = mapping.required("action", ExceptionClasses.unreadable).flatMap {
      Self.verdict($0, delay: delay, usually: usually)
    }
    let reason = mapping.take("reason").flatMap { $0.isNull ? nil : $0.requiredText() }
    guard let classes, let verdict else { return nil }
    if let all = exceptions.all, PythonExceptions.areExceptions(classes.names.map { $0.value }) {
      value.doubt(
        "This rule never takes effect: “builtins.Exception” stands before it. Move it up, or delete it.",
        related: [.init("the class that takes its exceptions", at: all)])
    }
    let own = classes.names.map { name in
      ExceptionClaim(name: name.value, takesSubclasses: classes.matchesSubclasses, place: value.place)
    }
    let takers = own.map { claim in claims.first { $0.takes(claim) } }
    if let taker = takers.first, let taker, takers.allSatisfy({ $0 != nil }) {
      value.doubt(
        "This rule never takes effect: an earlier policy decides about its exceptions. Move it up, or delete it.",
        related: [.init("decides about “\(taker.name)”", at: taker.place)])
    }
    let isReached = !exceptions.matchedAll
    var rule = ImportedRule(.text(ids.id(classes.title)), then: verdict, at: value.place)
    rule.description = reason.map { .node($0.source.node) }
    rule.when = exceptions.condition(of: classes)
    let comparesBeginnings =
      isReached && rule.when != nil && classes.matchesSubclasses
      && classes.names.contains { !$0.value.contains(".") }
    let action = verdict.triesAgain ? "retry" : mapping.take("action")?.string ?? ""
    return Rule(
      rule: rule, action: action, comparesBeginnings: comparesBeginnings,
      escalates: mapping.take("action")?.string == "default", claims: own)
  }

  /// - Parameter usually: the verdict of the action “default”.
  private static func verdict(
    _ action: PolicyValue, delay: Setting<ImportedValue>?, usually: ImportedVerdict
  ) -> ImportedVerdict? {
    let word = action.word(["retry", "fail", "default"]) { _ in "An action must be retry, fail or default." }
    guard let word = word?.value else { return nil }
    if word != "retry" {
      delay?.source.doubt("“retry_delay” has no effect beside the action “\(word)”. Delete one of them.")
    }
    if word == "fail" { return .cancel.at(action.place) }
    if word == "default" { return usually.at(action.place) }
    guard let delay else { return .retry.at(action.place) }
    let retry = ImportedRetry(backoff: .constant(delay.value), place: delay.place)
    return .retry(retry).at(action.place)
  }
}

// MARK: - The task

/// The retries that the arguments of a task ask for.
private struct TaskArguments {
  /// The first one included; nil if the document does not say.
  let tries: ImportedValue?
  /// The backoff of a retry that has no delay of its own.
  private let backoff: ImportedBackoff

  /// The number of seconds in `core.default_task_retry_delay`.
  private static let usualDelay = 300.0
  /// The number of seconds in `core.max_task_retry_delay`.
  private static let longestDelay = 86_400.0

  /// - Parameter arguments: nil for a policy that stands alone.
  init(_ arguments: PolicyValue?, of policy: PolicyValue) {
    let type = policy["__type"] ?? policy
    if let retries = arguments?["retries"] {
      tries = retries.integer(Int64.min...Int64.max, "an integer: the number of tries behind the first").map {
        $0.source.tries(min(max($0.value, 0), 1_000_000) + 1)
      }
    } else {
      tries = nil
      type.lost(
        "How often a task is tried, only its own “retries” say; the rules try it 1,000 times. "
          + "Write { \"retries\": 2, \"retry_policy\": … } around the policy.")
    }
    backoff = Self.backoff(arguments ?? type.with(.mapping([], at: type.place)))
  }

  /// `defaults.retry` of the rule file.
  var retry: ImportedRetry {
    ImportedRetry(maxAttempts: tries ?? 1_000, within: .longestDelay, backoff: backoff, exhausted: "cancel")
  }

  /// `TaskInstance.next_retry_datetime`.
  private static func backoff(_ arguments: PolicyValue) -> ImportedBackoff {
    let written = arguments["retry_delay"]
    let source = written ?? arguments
    let delay = written.flatMap { Self.delay($0) }
    let exponential = arguments["retry_exponential_backoff"]
    guard let exponential, let factor = self.factor(exponential), factor > 0, factor != 1 else {
      return .constant(delay ?? source.delay(seconds: usualDelay)).at(source.place)
    }
    let seconds = written?.node.number?.double ?? usualDelay
    guard seconds > 0 else { return .constant(source.delay(seconds: 1)).at(source.place) }
    let base = max(min(seconds, longestDelay).rounded(.up), 1)
    if base != seconds || factor != factor.rounded() {
      exponential.lost(
        "Airflow rounds each delay up to whole seconds before it doubles it at most; a rule does so with the first."
      )
    }
    let most = arguments["max_retry_delay"].flatMap { $0.isNull ? nil : $0 }
    var longest = longestDelay
    if let most, Self.delay(most) != nil, let own = most.node.number?.double, own > 0 {
      longest = min(own, longestDelay)
    }
    return ImportedBackoff(
      initial: source.delay(seconds: 2 * base),
      multiplier: exponential.multiplier(factor, as: .decimal(factor)),
      max: (most ?? exponential).delay(seconds: longest), jitter: .text("equal").at(exponential.place),
      maxIncludesJitter: true,
      place: source.place)
  }

  /// The factor from one delay to the next, or nil for delays that do not grow.
  private static func factor(_ exponential: PolicyValue) -> Double? {
    // A task of Airflow 2 has a flag here.
    exponential.writtenFlag.map { $0 ? 2 : 0 } ?? exponential.number()?.value
  }

  /// Nil, and reported, if it is not a number of seconds.
  static func delay(_ value: PolicyValue) -> ImportedValue? {
    guard let seconds = value.duration(SecondsDuration())?.value else { return nil }
    if seconds < 0 { value.doubt("With a negative “\(value.key)” the task is tried again at once. Write 0.") }
    return value.delay(seconds: max(seconds, 0))
  }
}
