internal import Records
internal import RuleLanguage
internal import Source

/// A state machine in the Amazon States Language: which errors its states try again, and to which states they lead.
///
/// The format: https://states-language.net/spec.html#errors; names and bounds: “Handling errors in Step Functions workflows” in
/// AWS's developer guide. A state with `Retry` or `Catch` is a responder, below that of the Parallel or Map state around it.
struct AmazonStatesLanguage: PolicyFormat {
  let name = "asl"
  let summary = "Amazon States Language: Retry and Catch of states"

  func recognizes(_ root: Node) -> Bool {
    root["StartAt"]?.string != nil && root["States"]?.members != nil
  }

  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node {
    if let timeout = root["TimeoutSeconds"] {
      diagnostics.report(
        .policyLoss(
          "No rule can say that an execution ends after this time, its retries included.", at: timeout.range))
    }
    var machine = StateMachine(root, in: &diagnostics)
    machine.read(root, in: &diagnostics)
    let place = root.range
    return .ruleFile(
      named: "state machine", defaults: [("retry", StateRules.retryDefaults(at: place))],
      responders: machine.responders, at: place)
  }
}

/// The responders of a state machine's states, those within Parallel and Map states included.
private struct StateMachine {
  private(set) var responders: [Node] = []
  private var ids = RuleIDs()
  /// The root, for what no state handles.
  private let execution: String

  init(_ root: Node, in diagnostics: inout Diagnostics) {
    var places: [String: SourceRange] = [:]
    var wildcards: [SourceRange] = []
    var left = [root]
    while let definition = left.popLast() {
      for state in definition["States"]?.members ?? [] {
        if let first = places[state.key] {
          diagnostics.report(
            .policyFault(
              "Two states have this name. AWS rejects the state machine: rename one of them.",
              at: state.keyRange, related: [.init("the other one", at: first)]))
        }
        places[state.key] = state.keyRange
        if let wildcard = Self.wildcard(of: state.value) { wildcards.append(wildcard) }
        left += Self.definitions(in: state.value).map { $0.definition }
      }
    }
    Self.report(wildcards, in: &diagnostics)
    // An error begins at the responder that its origin names, which must be that of the state.
    ids.reserve(places.keys)
    execution = ids.id("execution")
    let fails = Node.mapping([("evaluation", .text("abort", at: root.range))], at: root.range)
    responders = [
      .mapping([("id", .text(execution, at: root.range)), ("unhandled", fails)], at: root.range)
    ]
  }

  /// Where a state catches `States.ALL`, but no data that exceeds the limit.
  private static func wildcard(of state: Node) -> SourceRange? {
    let caught = (state["Catch"]?.elements ?? []).flatMap { $0["ErrorEquals"]?.elements ?? [] }
    if caught.contains(where: { $0.string == StatesErrors.dataLimit }) { return nil }
    return caught.first { $0.string == StatesErrors.all }?.range
  }

  private static func report(_ wildcards: [SourceRange], in diagnostics: inout Diagnostics) {
    guard let first = wildcards.min(by: { $0.bytes.lowerBound < $1.bytes.lowerBound }) else { return }
    let others = wildcards.count - 1
    diagnostics.report(
      Diagnostic(
        Diagnostic.terminalErrorCode, .note,
        "States.ALL does not stand for States.DataLimitExceeded, which fails the execution. Catch it by name"
          + (others == 0 ? "." : ", here and in \(others) other state\(others == 1 ? "" : "s")."), at: first))
  }

  /// The definitions within a state, and whether an item of them is an execution of its own.
  private static func definitions(in state: Node) -> [(definition: Node, isDistributed: Bool)] {
    let processors = ["ItemProcessor", "Iterator"].compactMap { state[$0] }
    return (state["Branches"]?.elements ?? []).map { ($0, false) }
      + processors.map { ($0, $0["ProcessorConfig"]?["Mode"]?.string == "DISTRIBUTED") }
  }

  mutating func read(_ root: Node, in diagnostics: inout Diagnostics) {
    _ = read(root, below: execution, isEnteredOnce: true, in: &diagnostics)
  }

  /// Adds the responders of a definition's states; the names of those without one are returned.
  private mutating func read(
    _ definition: Node, below parent: String, isEnteredOnce: Bool, in diagnostics: inout Diagnostics
  ) -> [Node] {
    let states = definition["States"]?.members ?? []
    let names = Set(states.map { $0.key })
    let repeated = StateGraph(states).repeated
    var withoutResponder: [Node] = []
    for state in states {
      let inner = Self.definitions(in: state.value)
      let isOnce = isEnteredOnce && !repeated.contains(state.key)
      let rules = StateRules(
        state, countsByOrigin: isOnce && inner.allSatisfy { $0.isDistributed }, siblings: names,
        in: &diagnostics)
      let isID = RuleIDs.plain(state.key) == state.key
      let id = rules.isEmpty ? nil : isID ? state.key : ids.id(state.key)
      let place = responders.count
      var origins = [Node.text(state.key, at: state.keyRange)]
      for (definition, isDistributed) in inner {
        if isDistributed { Self.reportItems(of: definition, in: &diagnostics) }
        let others = read(
          definition, below: isDistributed ? execution : id ?? parent,
          isEnteredOnce: isDistributed || isOnce && rules.retriers.isEmpty && state.value["Branches"] != nil,
          in: &diagnostics)
        if !isDistributed { origins += others }
      }
      if let id {
        let own = rules.responders(id, &ids, below: parent, origins: origins, of: state)
        responders.insert(contentsOf: own, at: place)
      } else {
        withoutResponder += origins
      }
    }
    return withoutResponder
  }

  private static func reportItems(of processor: Node, in diagnostics: inout Diagnostics) {
    diagnostics.report(
      .policyLoss(
        "Each item is an execution of its own: its errors do not reach the Map state's responder, which has errors of its own.",
        at: (processor["ProcessorConfig"] ?? processor).range))
  }
}

/// Which states of one definition lead to which.
private struct StateGraph {
  private let next: [String: [String]]

  init(_ states: [Node.Member]) {
    let names = Set(states.map { $0.key })
    next = Dictionary(
      states.map { state in
        let steps = [state.value] + ["Choices", "Catch"].flatMap { state.value[$0]?.elements ?? [] }
        let targets = steps.flatMap { [$0["Next"], $0["Default"]] }.compactMap { $0?.string }
        return (state.key, targets.filter { names.contains($0) })
      },
      uniquingKeysWith: +
    )
  }

  /// The states on a cycle, and those between two cycles.
  var repeated: Set<String> {
    var previous: [String: [String]] = [:]
    for (name, targets) in next { for target in targets { previous[target, default: []].append(name) } }
    return Self.behindCycles(next).intersection(Self.behindCycles(previous))
  }

  /// What is left once everything that nothing leads to is taken away, again and again.
  private static func behindCycles(_ edges: [String: [String]]) -> Set<String> {
    var count: [String: Int] = [:]
    for target in edges.values.joined() { count[target, default: 0] += 1 }
    var open = edges.keys.filter { count[$0] == nil }
    while let name = open.popLast() {
      for target in edges[name] ?? [] {
        count[target, default: 0] -= 1
        if count[target] == 0 { open.append(target) }
      }
    }
    return Set(count.filter { $0.value > 0 }.keys)
  }
}

// MARK: - Retriers and catchers

/// The rules that a state's `Retry` and `Catch` make.
private struct StateRules {
  private(set) var retriers: [Node] = []
  private(set) var catchers: [Node] = []

  var isEmpty: Bool { retriers.isEmpty && catchers.isEmpty }

  /// What a retrier means that says nothing else. No execution lasts longer than a year, and so no delay.
  static func retryDefaults(at place: SourceRange) -> Node {
    let longest = Node.longestDelay(at: place)
    let backoff: [(String, Node)] = [
      ("initial", .text("1s", at: place)), ("multiplier", .integer(2, at: place)), ("max", longest),
      ("jitter", .text("none", at: place)),
    ]
    let own = ["operation", "origin"].map { Node.text($0, at: place) }
    return .mapping(
      [
        ("maxAttempts", .integer(4, at: place)), ("per", .list(own, at: place)), ("within", longest),
        ("backoff", .mapping(backoff, at: place)), ("exhausted", .text("escalate", at: place)),
      ],
      at: place
    )
  }

  /// - Parameters:
  ///   - countsByOrigin: whether an execution and the origin of an error tell for which entry of the state a retrier counts.
  ///   - siblings: the states that a catcher may lead to.
  init(_ state: Node.Member, countsByOrigin: Bool, siblings: Set<String>, in diagnostics: inout Diagnostics) {
    let type = state.value["Type"]?.string ?? ""
    let handlers = (state.value.members ?? []).filter { $0.key == "Retry" || $0.key == "Catch" }
    if let handler = handlers.first, !["Task", "Parallel", "Map"].contains(type) {
      diagnostics.report(
        .policyFault("Only Task, Parallel and Map states have “\(handler.key)”.", at: handler.keyRange))
      return
    }
    guard var mapping = PolicyMapping(state.value, "a state", in: &diagnostics) else { return }
    var key: Node?
    if !countsByOrigin {
      let fields = ["operation", "attributes.entered.\(state.key)"]
      key = .list(fields.map { .text($0, at: state.keyRange) }, at: state.keyRange)
    }
    retriers = Self.rules(&mapping, "Retry", "a retrier", in: &diagnostics) { retrier, diagnostics in
      Self.retry(&retrier, per: key, in: &diagnostics).map { [("then", $0)] }
    }
    catchers = Self.rules(&mapping, "Catch", "a catcher", in: &diagnostics) { catcher, diagnostics in
      Self.transition(&catcher, to: siblings, in: &diagnostics).map {
        [("do", $0), ("then", .text("proceed", at: catcher.node.range))]
      }
    }
  }

  private static func rules(
    _ state: inout PolicyMapping, _ key: String, _ what: String, in diagnostics: inout Diagnostics,
    verdict: (inout PolicyMapping, inout Diagnostics) -> [(String, Node)]?
  ) -> [Node] {
    let elements = state.takeList(key, in: &diagnostics)
    return elements.enumerated().compactMap { index, element in
      guard var mapping = PolicyMapping(element, what, in: &diagnostics) else { return nil }
      mapping.skip("Comment")
      let errors = ErrorNames(&mapping, isLast: index == elements.count - 1, in: &diagnostics)
      let decided = verdict(&mapping, &diagnostics)
      mapping.close(in: &diagnostics)
      guard let errors, let decided else { return nil }
      let id = Node.text("\(key).\(index)", at: element.range)
      return .mapping([("id", id), ("when", errors.condition)] + decided, at: element.range)
    }
  }

  // MARK: Retriers

  private static func retry(_ retrier: inout PolicyMapping, per key: Node?, in diagnostics: inout Diagnostics)
    -> Node?
  {
    let before = diagnostics.errorCount
    let place = retrier.node.range
    let interval = integer("IntervalSeconds", 1...99_999_999, of: &retrier, in: &diagnostics)
    let retries = integer("MaxAttempts", 0...99_999_999, of: &retrier, in: &diagnostics)
    let longest = integer("MaxDelaySeconds", 1...31_622_399, of: &retrier, in: &diagnostics)
    let rate = retrier.take("BackoffRate").flatMap { Self.rate($0, in: &diagnostics) }
    let jitter = retrier.take("JitterStrategy").flatMap { Self.jitter($0, in: &diagnostics) }
    guard diagnostics.errorCount == before else { return nil }
    if let retries, retries.value == 0 { return .text("escalate", at: retries.place) }
    var retry: [(String, Node)] = []
    if let retries {
      retry.append(("maxAttempts", .tries(retries.value + 1, at: retries.place, in: &diagnostics)))
    }
    if let key { retry.append(("per", key)) }
    let backoff = [
      interval.map { ("initial", Node.text("\($0.value)s", at: $0.place)) }, rate.map { ("multiplier", $0) },
      longest.map { ("max", Node.text("\($0.value)s", at: $0.place)) }, jitter.map { ("jitter", $0) },
    ].compactMap { $0 }
    if !backoff.isEmpty { retry.append(("backoff", .mapping(backoff, at: place))) }
    return retry.isEmpty
      ? .text("retry", at: place) : .mapping([("retry", .mapping(retry, at: place))], at: place)
  }

  private static func integer(
    _ key: String, _ bounds: ClosedRange<Int64>, of retrier: inout PolicyMapping,
    in diagnostics: inout Diagnostics
  ) -> (value: Int64, place: SourceRange)? {
    guard let node = retrier.take(key) else { return nil }
    if case .integer(let value) = node.content, bounds.contains(value) { return (value, node.range) }
    diagnostics.report(
      .policyFault(
        "“\(key)” must be an integer from \(bounds.lowerBound) to \(bounds.upperBound).", at: node.range))
    return nil
  }

  private static func rate(_ node: Node, in diagnostics: inout Diagnostics) -> Node? {
    guard let rate = node.number?.double, rate >= 1 else {
      diagnostics.report(.policyFault("“BackoffRate” must be a number of at least 1.", at: node.range))
      return nil
    }
    return .multiplier(node, rate, in: &diagnostics)
  }

  private static func jitter(_ node: Node, in diagnostics: inout Diagnostics) -> Node? {
    switch node.string {
    case "FULL": return .text("full", at: node.range)
    case "NONE": return .text("none", at: node.range)
    default:
      diagnostics.report(.policyFault("“JitterStrategy” must be FULL or NONE.", at: node.range))
      return nil
    }
  }

  // MARK: Catchers

  /// The action that names the next state.
  private static func transition(
    _ catcher: inout PolicyMapping, to siblings: Set<String>, in diagnostics: inout Diagnostics
  ) -> Node? {
    // Where the error is put for the next state.
    catcher.skip("ResultPath", "Output", "Assign")
    let next = catcher.take("Next")
    guard let next, let name = next.string, siblings.contains(name) else {
      let question = Suggestion.question(for: next?.string ?? "", among: siblings.sorted())
      diagnostics.report(
        .policyFault("“Next” must be a state beside this one.\(question)", at: (next ?? catcher.node).range))
      return nil
    }
    // Braces stand for themselves, as in every template.
    let text = name.map { $0 == "{" || $0 == "}" ? "\($0)\($0)" : "\($0)" }.joined()
    let value = Node.mapping([("next", .text(text, at: next.range))], at: next.range)
    return .list([.mapping([("set", value)], at: next.range)], at: next.range)
  }

  // MARK: Responders

  /// The responder of the retriers, and above it that of the catchers: an exhausted retrier leaves out those behind it, but no
  /// catcher.
  func responders(
    _ id: String, _ ids: inout RuleIDs, below parent: String, origins: [Node], of state: Node.Member
  ) -> [Node] {
    let first = retriers.isEmpty ? catchers : retriers
    let catching = retriers.isEmpty || catchers.isEmpty ? nil : ids.id("\(state.key).Catch")
    let chain =
      [(id, catching ?? parent, origins, first)] + (catching.map { [($0, parent, [], catchers)] } ?? [])
    return chain.map { id, parent, origins, rules in
      var members: [(String, Node)] = [
        ("id", .text(id, at: state.keyRange)), ("parent", .text(parent, at: state.keyRange)),
      ]
      if !origins.isEmpty { members.append(("origins", .list(origins, at: state.keyRange))) }
      return .mapping(members + [("rules", .list(rules, at: state.value.range))], at: state.value.range)
    }
  }
}

/// The error names of a retrier or a catcher.
private struct ErrorNames {
  /// The value of a rule's `when`.
  let condition: Node

  /// Nil if there is nothing that the rule could match.
  init?(_ handler: inout PolicyMapping, isLast: Bool, in diagnostics: inout Diagnostics) {
    guard let list = handler.take("ErrorEquals"), let elements = list.elements, !elements.isEmpty else {
      diagnostics.report(
        .policyFault("“ErrorEquals” must list at least one error name.", at: handler.node.range))
      return nil
    }
    var names: [Node] = []
    for element in elements {
      guard let name = element.string else {
        diagnostics.report(
          .policyFault("An error name must be a string. It is \(element.kindName).", at: element.range))
        return nil
      }
      if name == StatesErrors.fatal {
        diagnostics.report(
          .policyDoubt(
            "States.Runtime always fails the execution. Delete it: nothing retries or catches it.",
            at: element.range))
        continue
      }
      if name.hasPrefix("States."), !StatesErrors.reserved.contains(name) {
        let question = Suggestion.question(for: name, among: StatesErrors.reserved.sorted())
        diagnostics.report(
          .policyDoubt(
            "“\(name)” is no error of the Amazon States Language, whose own begin with “States.”.\(question)",
            at: element.range))
      }
      names.append(.text(name, at: element.range))
    }
    if let all = names.first(where: { $0.string == "States.ALL" }) {
      if names.count > 1 {
        diagnostics.report(.policyFault("“States.ALL” must be the only name in its list.", at: all.range))
      } else if !isLast {
        diagnostics.report(
          .policyFault(
            "“States.ALL” must be in the last element: those behind it get no error.", at: all.range))
      }
    }
    guard !names.isEmpty else { return nil }
    condition = Self.condition(names, at: list.range)
  }

  private static func condition(_ names: [Node], at place: SourceRange) -> Node {
    func types(_ names: [Node]) -> Node {
      .mapping([("type", .mapping([("equals", .oneOf(names, at: place))], at: place))], at: place)
    }
    let written = Set(names.compactMap { $0.string })
    var excluded: [String]?
    if written.contains(StatesErrors.all) { excluded = StatesErrors.terminal }
    if written.contains(StatesErrors.taskFailed) { excluded = StatesErrors.timeouts + StatesErrors.terminal }
    var named = names.filter { $0.string != StatesErrors.all && $0.string != StatesErrors.taskFailed }
    // A heartbeat that fails to appear is a timeout, too.
    if let timeout = named.first(where: { $0.string == StatesErrors.timeout }),
      !written.contains(StatesErrors.heartbeatTimeout)
    {
      named.append(.text(StatesErrors.heartbeatTimeout, at: timeout.range))
    }
    guard let excluded else { return types(named) }
    let others = excluded.filter { name in !named.contains { $0.string == name } }
    return .mapping([("not", types(others.map { .text($0, at: place) }))], at: place)
  }
}

/// The error names of the language.
enum StatesErrors {
  static let all = "States.ALL"
  static let taskFailed = "States.TaskFailed"
  static let dataLimit = "States.DataLimitExceeded"
  /// No retrier and no catcher gets it.
  static let fatal = "States.Runtime"
  /// What `States.ALL` does not stand for.
  static let terminal = [dataLimit, fatal]
  static let timeout = "States.Timeout"
  static let heartbeatTimeout = "States.HeartbeatTimeout"
  static let timeouts = [heartbeatTimeout, timeout]
  static let reserved: Set<String> = [
    all, "States.BranchFailed", dataLimit, "States.ExceedToleratedFailureThreshold",
    heartbeatTimeout, "States.Http.Socket", "States.IntrinsicFailure", "States.ItemReaderFailed",
    "States.NoChoiceMatched", "States.ParameterPathFailure", "States.Permissions",
    "States.QueryEvaluationError", "States.ResultPathMatchFailure", "States.ResultWriterFailed", fatal,
    taskFailed, timeout,
  ]
}
