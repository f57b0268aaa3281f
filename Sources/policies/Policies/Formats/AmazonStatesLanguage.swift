internal import Records
internal import RuleLanguage
internal import Source

/// A state machine in the Amazon States Language: which errors its states try again, and to which states they lead.
///
/// The format: https://states-language.net/spec.html#errors; names and bounds: “Handling errors in Step Functions workflows” in
/// AWS's developer guide. A state with `Retry` or `Catch` is a responder, below that of the Parallel or Map state around it.
struct AmazonStatesLanguage: TypedPolicyFormat {
  let name = "asl"
  let noun = "state machine"
  let summary = "Amazon States Language: Retry and Catch of states"

  func recognizes(_ root: Node) -> Bool {
    root["StartAt"]?.string != nil && root["States"]?.members != nil
  }

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    root["TimeoutSeconds"]?.lost(
      "No rule can say that an execution ends after this time, its retries included.")
    var machine = StateMachine(root)
    machine.read(root)
    // Retriers that say nothing else have these. No execution lasts longer than a year, and so no delay.
    let retry = ImportedRetry(
      maxAttempts: 4, per: ["operation", "origin"], within: .longestDelay,
      backoff: ImportedBackoff(initial: "1s", multiplier: 2, max: .longestDelay, jitter: "none"),
      exhausted: "escalate")
    return ImportedRuleFile(
      name: "state machine", place: root.place, retry: retry, responders: machine.responders)
  }
}

/// The responders of a state machine's states, those within Parallel and Map states included.
private struct StateMachine {
  private(set) var responders: [ImportedResponder] = []
  private var ids = RuleIDs()
  /// The root, for what no state handles.
  private let execution: String

  init(_ root: PolicyValue) {
    var places: [String: SourceRange] = [:]
    var wildcards: [PolicyValue] = []
    var raised: Set<String> = []
    var asked: [PolicyValue] = []
    var left = [root]
    while let definition = left.popLast() {
      for state in definition["States"]?.members ?? [] {
        let value = definition.with(state.value)
        if let first = places[state.key] {
          value.at(state.keyRange).fault(
            "Two states have this name. AWS rejects the state machine: rename one of them.",
            related: [.init("the other one", at: first)])
        }
        places[state.key] = state.keyRange
        if let wildcard = Self.wildcard(of: value) { wildcards.append(wildcard) }
        if value["Type"]?.string == "Fail", let error = value["Error"]?.string { raised.insert(error) }
        asked += ["Retry", "Catch"].flatMap { value[$0]?.elements ?? [] }.flatMap { handler in
          handler["ErrorEquals"]?.elements ?? []
        }
        left += Self.definitions(in: value).map { $0.definition }
      }
    }
    Self.report(wildcards)
    for name in asked where !raised.contains(name.string ?? "") { Self.check(error: name) }
    // An error begins at the responder that its origin names, which must be that of the state.
    ids.reserve(places.keys)
    execution = ids.id("execution")
    responders = [
      ImportedResponder(id: execution, unhandled: ["evaluation": "abort"], place: root.place)
    ]
  }

  /// Where a state catches `States.ALL`, but no data that exceeds the limit.
  private static func wildcard(of state: PolicyValue) -> PolicyValue? {
    let caught = (state["Catch"]?.elements ?? []).flatMap { $0["ErrorEquals"]?.elements ?? [] }
    if caught.contains(where: { $0.string == StatesErrors.dataLimit }) { return nil }
    return caught.first { $0.string == StatesErrors.all }
  }

  /// Reports a name that only the language may give to an error, and does not.
  private static func check(error value: PolicyValue) {
    guard let name = value.string, name.hasPrefix("States."), !StatesErrors.reserved.contains(name) else {
      return
    }
    let question = Suggestion.question(for: name, among: StatesErrors.reserved.sorted())
    value.doubt(
      "“\(name)” is not an error of the Amazon States Language, whose own begin with “States.”.\(question)")
  }

  private static func report(_ wildcards: [PolicyValue]) {
    guard let first = wildcards.min(by: { $0.place.bytes.lowerBound < $1.place.bytes.lowerBound }) else {
      return
    }
    let others = wildcards.count - 1
    first.findings.report(
      Diagnostic(
        Diagnostic.terminalErrorCode, .note,
        "States.ALL does not stand for States.DataLimitExceeded, which fails the execution. Catch it by name"
          + (others == 0 ? "." : ", here and in \(others) other state\(others == 1 ? "" : "s")."),
        at: first.place))
  }

  /// The definitions within a state, and whether an item of them is an execution of its own.
  private static func definitions(in state: PolicyValue) -> [(definition: PolicyValue, isDistributed: Bool)] {
    let processors = ["ItemProcessor", "Iterator"].compactMap { state[$0] }
    return (state["Branches"]?.elements ?? []).map { ($0, false) }
      + processors.map { ($0, $0["ProcessorConfig"]?["Mode"]?.string == "DISTRIBUTED") }
  }

  mutating func read(_ root: PolicyValue) { _ = read(root, below: execution, isEnteredOnce: true) }

  /// Adds the responders of a definition's states; the names of those without one are returned.
  private mutating func read(_ definition: PolicyValue, below parent: String, isEnteredOnce: Bool)
    -> [ImportedValue]
  {
    let states = definition["States"]?.members ?? []
    let names = Set(states.map { $0.key })
    Self.check(definition["StartAt"], among: names)
    let repeated = StateGraph(states).repeated
    var withoutResponder: [ImportedValue] = []
    for state in states {
      let value = definition.with(state.value)
      if state.value.members != nil, value["Type"]?.string == nil {
        value.at(state.keyRange).fault("This state has no “Type”. AWS rejects the state machine.")
      }
      for key in ["Next", "Default"] { Self.check(value[key], among: names) }
      for choice in value["Choices"]?.elements ?? [] { Self.check(choice["Next"], among: names) }
      let inner = Self.definitions(in: value)
      let isOnce = isEnteredOnce && !repeated.contains(state.key)
      let rules = StateRules(
        state, value, countsByOrigin: isOnce && inner.allSatisfy { $0.isDistributed }, siblings: names)
      let isID = RuleIDs.plain(state.key) == state.key
      let id = rules.isEmpty ? nil : isID ? state.key : ids.id(state.key)
      let index = responders.count
      var origins = [ImportedValue.text(state.key).at(state.keyRange)]
      for (definition, isDistributed) in inner {
        if isDistributed {
          (definition["ProcessorConfig"] ?? definition).lost(
            "Each item is an execution of its own: its errors do not reach the Map state's responder, which has errors of its own."
          )
        }
        let others = read(
          definition, below: isDistributed ? execution : id ?? parent,
          isEnteredOnce: isDistributed || isOnce && rules.retriers.isEmpty && value["Branches"] != nil)
        if !isDistributed { origins += others }
      }
      if let id {
        let own = rules.responders(id, &ids, below: parent, origins: origins, of: state)
        responders.insert(contentsOf: own, at: index)
      } else {
        withoutResponder += origins
      }
    }
    return withoutResponder
  }
}

// MARK: - Transitions

extension StateMachine {
  /// Reports the name of a state that there is not.
  fileprivate static func check(_ name: PolicyValue?, among names: Set<String>) {
    guard let name, let text = name.string, !names.contains(text) else { return }
    let question = Suggestion.question(for: text, among: names.sorted())
    name.fault("“\(name.key)” must be a state beside this one. AWS rejects the state machine.\(question)")
  }
}

// MARK: - Retriers and catchers

/// The rules that a state's `Retry` and `Catch` make.
private struct StateRules {
  private(set) var retriers: [ImportedRule] = []
  private(set) var catchers: [ImportedRule] = []

  var isEmpty: Bool { retriers.isEmpty && catchers.isEmpty }

  /// - Parameters:
  ///   - countsByOrigin: whether an execution and the origin of an error tell for which entry of the state a retrier counts.
  ///   - siblings: the states that a catcher may lead to.
  init(_ member: Node.Member, _ state: PolicyValue, countsByOrigin: Bool, siblings: Set<String>) {
    let type = state["Type"]?.string ?? ""
    let handler = (state.members ?? []).first { $0.key == "Retry" || $0.key == "Catch" }
    if let handler, !["Task", "Parallel", "Map"].contains(type) {
      state.at(handler.keyRange).fault("Only Task, Parallel and Map states have “\(handler.key)”.")
      return
    }
    guard let mapping = state.mapping("a state") else { return }
    let key = ImportedValue.placed(["operation", "attributes.entered.\(member.key)"], member.keyRange)
    retriers = Self.rules(mapping, "Retry", "a retrier") { retrier in
      Self.retry(retrier, per: countsByOrigin ? nil : key).map { (nil, $0) }
    }
    catchers = Self.rules(mapping, "Catch", "a catcher") { catcher in
      Self.transition(catcher, to: siblings).map { ($0, .proceed) }
    }
  }

  private static func rules(
    _ state: PolicyMapping, _ key: String, _ kind: String,
    verdict: (PolicyMapping) -> (actions: ImportedValue?, verdict: ImportedVerdict)?
  ) -> [ImportedRule] {
    let elements = state.list(key)
    return elements.enumerated().compactMap { index, element in
      guard let mapping = element.mapping(kind) else { return nil }
      let condition = ErrorNames.condition(of: mapping, isLast: index == elements.count - 1)
      let decided = verdict(mapping)
      guard let condition, let decided else { return nil }
      var rule = ImportedRule("\(key).\(index)", when: condition, then: decided.verdict, at: element.place)
      rule.actions = decided.actions
      return rule
    }
  }

  private static func retry(_ retrier: PolicyMapping, per key: ImportedValue?) -> ImportedVerdict? {
    let before = retrier.findings.errorCount
    let interval = retrier.integer("IntervalSeconds", 1...99_999_999)
    let retries = retrier.integer("MaxAttempts", 0...99_999_999)
    let longest = retrier.integer("MaxDelaySeconds", 1...31_622_399)
    let rate = retrier.number("BackoffRate", .atLeast(1)).map { $0.source.multiplier($0.value) }
    let jitter = retrier.take("JitterStrategy").flatMap { Self.jitter($0) }
    guard retrier.findings.errorCount == before else { return nil }
    if let retries, retries.value == 0 { return .escalate.at(retries.place) }
    let backoff = ImportedBackoff(
      initial: interval.map { .text("\($0.value)s").at($0.place) }, multiplier: rate,
      max: longest.map { .text("\($0.value)s").at($0.place) }, jitter: jitter)
    let retry = ImportedRetry(
      maxAttempts: retries.map { $0.source.tries($0.value + 1) }, per: key,
      backoff: backoff.isEmpty ? nil : backoff)
    return retry.isEmpty ? .retry : .retry(retry)
  }

  private static func jitter(_ value: PolicyValue) -> ImportedValue? {
    let words: [String: ImportedValue] = ["FULL": "full", "NONE": "none"]
    guard let jitter = words[value.string ?? ""] else {
      value.mustBe("FULL or NONE")
      return nil
    }
    return jitter.at(value.place)
  }

  /// The action that names the next state.
  private static func transition(_ catcher: PolicyMapping, to siblings: Set<String>) -> ImportedValue? {
    // Where the error is put for the next state.
    let next = catcher.take("Next")
    guard let next, let name = next.string, siblings.contains(name) else {
      let question = Suggestion.question(for: next?.string ?? "", among: siblings.sorted())
      (next ?? catcher.value).fault("“Next” must be a state beside this one.\(question)")
      return nil
    }
    // Braces stand for themselves, as in every template.
    let text = name.map { $0 == "{" || $0 == "}" ? "\($0)\($0)" : "\($0)" }.joined()
    return .placed([["set": ["next": .text(text)]]], next.place)
  }

  /// The responder of the retriers, and above it that of the catchers: an exhausted retrier leaves out those behind it, but no
  /// catcher.
  func responders(
    _ id: String, _ ids: inout RuleIDs, below parent: String, origins: [ImportedValue], of state: Node.Member
  ) -> [ImportedResponder] {
    let first = retriers.isEmpty ? catchers : retriers
    let catching = retriers.isEmpty || catchers.isEmpty ? nil : ids.id("\(state.key).Catch")
    let chain =
      [(id, catching ?? parent, origins, first)] + (catching.map { [($0, parent, [], catchers)] } ?? [])
    return chain.map { id, parent, origins, rules in
      ImportedResponder(
        id: id, parent: parent, origins: origins, rules: rules, place: state.value.range,
        namePlace: state.keyRange)
    }
  }
}

/// The error names of a retrier or a catcher.
private enum ErrorNames {
  /// The value of a rule's `when`; nil if there is nothing that the rule could match.
  static func condition(of handler: PolicyMapping, isLast: Bool) -> ImportedValue? {
    guard let list = handler.take("ErrorEquals"), let elements = list.elements, !elements.isEmpty else {
      handler.value.fault("“ErrorEquals” must list at least one error name.")
      return nil
    }
    var names: [Setting<String>] = []
    for element in elements {
      guard let name = element.string else {
        element.fault("An error name must be a string. It is \(element.node.kindName).")
        return nil
      }
      if name == StatesErrors.fatal {
        element.doubt("States.Runtime always fails the execution. Delete it: nothing retries or catches it.")
        continue
      }
      names.append(element.setting(name))
    }
    if let all = names.first(where: { $0.value == StatesErrors.all }) {
      if names.count > 1 {
        all.source.fault("“States.ALL” must be the only name in its list.")
      } else if !isLast {
        all.source.fault("“States.ALL” must be in the last element: those behind it get no error.")
      }
    }
    return names.isEmpty ? nil : condition(names).at(list.place)
  }

  private static func condition(_ names: [Setting<String>]) -> ImportedValue {
    func types(_ names: [ImportedValue]) -> ImportedValue { ["type": ["equals": .oneOf(names)]] }
    let written = Set(names.map { $0.value })
    var excluded: [String]?
    if written.contains(StatesErrors.all) { excluded = StatesErrors.terminal }
    if written.contains(StatesErrors.taskFailed) { excluded = StatesErrors.timeouts + StatesErrors.terminal }
    var named = names.filter { $0.value != StatesErrors.all && $0.value != StatesErrors.taskFailed }
    // A heartbeat that fails to appear is a timeout, too.
    if let timeout = named.first(where: { $0.value == StatesErrors.timeout }),
      !written.contains(StatesErrors.heartbeatTimeout)
    {
      named.append(timeout.source.setting(StatesErrors.heartbeatTimeout))
    }
    guard let excluded else { return types(named.map { .text($0.value).at($0.place) }) }
    let others = excluded.filter { name in !named.contains { $0.value == name } }
    return ["not": types(others.map { .text($0) })]
  }
}
