internal import Records
internal import RuleLanguage
internal import Source

/// An `ExceptionRetryPolicy` of Airflow: which exceptions of a task are tried again, and after which delay.
///
/// The format is that of its `serialize()`, alone or as the `retry_policy` among the arguments of a task. What it means, Airflow's
/// `task_runner.py` and `taskinstance.py` say.
struct AirflowRetryPolicy: PolicyFormat {
  let name = "airflow"
  let summary = "Airflow's ExceptionRetryPolicy, as its serialize() gives it"

  func recognizes(_ root: Node) -> Bool { Self.policy(in: root) != nil }

  private static func policy(in root: Node) -> Node? {
    [root, root["retry_policy"]].compactMap { $0 }.first { $0["__type"]?.string == "ExceptionRetryPolicy" }
  }

  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node {
    let place = root.range
    let policy = Self.policy(in: root) ?? root
    let task = TaskArguments(root["retry_policy"] == nil ? nil : root, of: policy, in: &diagnostics)
    var exceptions = ExceptionConditions()
    var rules: [(node: Node, comparesBeginnings: Bool)] = []
    var usual = Node.text("retry", at: place)
    if var mapping = LegacyMapping(policy, "a retry policy", in: &diagnostics) {
      mapping.skip("__type")
      let list = mapping.take("rules")
      if list?.elements == nil {
        diagnostics.report(.policyFault("“rules” must be a list.", at: (list ?? policy).range))
      }
      var ids = RuleIDs()
      ids.reserve([Self.neverAskedID, Self.usualID])
      rules = (list?.elements ?? []).compactMap { Self.rule($0, &ids, &exceptions, in: &diagnostics) }
      if let action = mapping.take("default") {
        usual = Self.verdict(action, delay: nil, in: &diagnostics) ?? usual
      }
      mapping.close(in: &diagnostics)
    }
    func triesAgain(_ rule: Node) -> Bool { rule["then"]?.string != "cancel" }
    var written = [Self.neverAsked(at: place)] + rules.map { $0.node }
    if !exceptions.matchedAll { written.append(Self.usual(usual)) }
    var suppressed: [(String, String)] = []
    if task.tries == nil, written.contains(where: triesAgain) {
      suppressed.append(("long-retry", "The task's own retries end it."))
    }
    // The beginning of one class's name and the end of another one's may be those of a third.
    let beginnings = rules.filter { $0.comparesBeginnings }.map { triesAgain($0.node) }
    let others = rules.filter { !$0.comparesBeginnings }.map { triesAgain($0.node) } + [false]
    if beginnings.contains(where: { others.contains(!$0) }) {
      suppressed.append(("order-decides", "Airflow asks the rules in this order."))
    }
    var responder: [(String, Node)] = [("id", .text("task", at: place))]
    if !suppressed.isEmpty {
      let reasons = suppressed.map { ($0.0, Node.text($0.1, at: place)) }
      responder.append(("suppress", .mapping(reasons, at: place)))
    }
    responder.append(("rules", .list(written, at: place)))
    return .ruleFile(
      named: "Airflow's retry policy",
      defaults: [("retry", task.retry(at: place))],
      others: [("matchers", exceptions.matchers), ("types", exceptions.types)].filter { !$0.1.isEmpty }.map {
        ($0.0, .mapping($0.1, at: place))
      },
      responders: [.mapping(responder, at: place)],
      at: place
    )
  }

  private static let neverAskedID = "never-retried"
  private static let usualID = "default"

  /// What becomes of the exceptions that no rule names.
  private static func usual(_ verdict: Node) -> Node {
    let place = verdict.range
    var rule = [("id", Node.text(usualID, at: place))]
    if verdict.string == "retry" {
      let reason = Node.text("A task's own retries ask for no exception.", at: place)
      rule.append(("suppress", .mapping([("vain-retry", reason)], at: place)))
    }
    return .mapping(rule + [("then", verdict)], at: place)
  }

  /// The exceptions for which Airflow asks no policy.
  private static func neverAsked(at place: SourceRange) -> Node {
    let names = ["AirflowFailException", "AirflowSensorTimeout", "AirflowTaskTerminated"].flatMap {
      PythonExceptions.classes(below: "airflow.sdk.exceptions.\($0)")
    }
    let type = Node.list(ExceptionConditions.patterns(names).map { .text($0, at: place) }, at: place)
    return .mapping(
      [
        ("id", .text(neverAskedID, at: place)), ("when", .mapping([("type", type)], at: place)),
        ("then", .text("cancel", at: place)),
      ],
      at: place
    )
  }

  private static func rule(
    _ node: Node, _ ids: inout RuleIDs, _ exceptions: inout ExceptionConditions,
    in diagnostics: inout Diagnostics
  ) -> (node: Node, comparesBeginnings: Bool)? {
    guard var rule = LegacyMapping(node, "a rule", in: &diagnostics) else { return nil }
    let classes = ExceptionClasses(&rule, in: &diagnostics)
    let delay = rule.take("retry_delay")
    let initial = delay.flatMap { TaskArguments.delay($0, "retry_delay", in: &diagnostics) }
    let action = rule.take("action")
    let verdict = action.flatMap { Self.verdict($0, delay: initial, in: &diagnostics) }
    if action == nil {
      diagnostics.report(.policyFault("“action” is missing: Airflow can't read the policy.", at: node.range))
    }
    let reason = rule.take("reason").flatMap { $0.isNull ? nil : $0 }
    if let reason, reason.string == nil {
      diagnostics.report(
        .policyFault("“reason” must be a string. It is \(reason.kindName).", at: reason.range))
    }
    rule.close(in: &diagnostics)
    guard let classes, let verdict else { return nil }
    if let all = exceptions.all, PythonExceptions.areExceptions(classes.names) {
      diagnostics.report(
        .policyDoubt(
          "This rule never takes effect: “builtins.Exception” stands before it. Move it before, or delete it.",
          at: node.range, related: [.init("the class that takes its exceptions", at: all)]))
    }
    var members: [(String, Node)] = [("id", .text(ids.id(classes.title), at: node.range))]
    if let reason, reason.string != nil { members.append(("description", reason)) }
    let isReached = !exceptions.matchedAll
    let when = exceptions.condition(of: classes)
    if let when { members.append(("when", when)) }
    let comparesBeginnings =
      isReached && when != nil && classes.matchesSubclasses
      && classes.names.contains { !$0.text.contains(".") }
    return (.mapping(members + [("then", verdict)], at: node.range), comparesBeginnings)
  }

  private static func verdict(_ action: Node, delay: Node?, in diagnostics: inout Diagnostics) -> Node? {
    let actions = ["retry", "fail", "default"]
    guard let word = action.string, actions.contains(word) else {
      let question = Suggestion.question(for: action.text, among: actions)
      diagnostics.report(
        .policyFault("An action must be retry, fail or default.\(question)", at: action.range))
      return nil
    }
    if let delay, word != "retry" {
      diagnostics.report(
        .policyDoubt(
          "“retry_delay” has no effect beside the action “\(word)”. Delete one of them.", at: delay.range))
    }
    if word == "fail" { return .text("cancel", at: action.range) }
    guard let delay, word == "retry" else { return .text("retry", at: action.range) }
    let backoff = TaskArguments.backoff(delay, at: delay.range)
    return .mapping([("retry", .mapping([("backoff", backoff)], at: delay.range))], at: action.range)
  }
}

// MARK: - The task

/// What the arguments of a task say about its retries.
private struct TaskArguments {
  /// The first one included; nil if the document does not say.
  let tries: Node?
  /// Of a retry without a delay of its own.
  private let backoff: Node

  /// The number of seconds in `core.default_task_retry_delay`.
  private static let usualDelay = 300.0
  /// The number of seconds in `core.max_task_retry_delay`.
  private static let longestDelay = 86_400.0

  /// - Parameter arguments: nil for a policy that stands alone.
  init(_ arguments: Node?, of policy: Node, in diagnostics: inout Diagnostics) {
    let place = (policy["__type"] ?? policy).range
    let retries = arguments?["retries"]
    if retries == nil {
      diagnostics.report(
        .policyLoss(
          "How often a task is tried, only its own “retries” say; the rules try it 1,000 times. "
            + "Write { \"retries\": 2, \"retry_policy\": … } around the policy.", at: place))
    }
    var tries: Node?
    switch retries?.content {
    case .integer(let number)?:
      let count = min(max(number, 0), 1_000_000) + 1
      tries = retries.map { .tries(count, at: $0.range, in: &diagnostics) }
    case nil: break
    default:
      diagnostics.report(
        .policyFault(
          "“retries” must be an integer: the number of tries behind the first.", at: retries?.range ?? place))
    }
    self.tries = tries
    backoff = Self.backoff(arguments ?? .mapping([], at: place), in: &diagnostics)
  }

  /// `defaults.retry` of the rule file.
  func retry(at place: SourceRange) -> Node {
    .mapping(
      [
        ("maxAttempts", tries ?? .integer(1_000, at: place)), ("within", .longestDelay(at: place)),
        ("backoff", backoff), ("exhausted", .text("cancel", at: place)),
      ],
      at: place
    )
  }

  /// `TaskInstance.next_retry_datetime`.
  private static func backoff(_ arguments: Node, in diagnostics: inout Diagnostics) -> Node {
    let written = arguments["retry_delay"]
    let place = (written ?? arguments).range
    let delay = written.flatMap { Self.delay($0, "retry_delay", in: &diagnostics) }
    var factor = 0.0
    let exponential = arguments["retry_exponential_backoff"]
    switch exponential?.content {
    case nil, .bool(false)?: break
    // A task of Airflow 2 says it so.
    case .bool(true)?: factor = 2
    default:
      factor = exponential?.number?.double ?? .nan
      if !factor.isFinite {
        diagnostics.report(
          .policyFault("“retry_exponential_backoff” must be a number.", at: exponential?.range ?? place))
      }
    }
    guard let exponential, factor > 0, factor != 1 else {
      return backoff(delay ?? .delay(seconds: usualDelay, at: place, in: &diagnostics), at: place)
    }
    let seconds = written?.number?.double ?? usualDelay
    guard seconds > 0 else { return backoff(.delay(seconds: 1, at: place, in: &diagnostics), at: place) }
    let base = max(min(seconds, longestDelay).rounded(.up), 1)
    if base != seconds || factor != factor.rounded() {
      diagnostics.report(
        .policyLoss(
          "Airflow rounds each delay up to whole seconds before it doubles it at most; a rule does so with the first.",
          at: exponential.range))
    }
    let most = arguments["max_retry_delay"].flatMap { $0.isNull ? nil : $0 }
    var longest = longestDelay
    if let most, Self.delay(most, "max_retry_delay", in: &diagnostics) != nil, let own = most.number?.double,
      own > 0
    {
      longest = min(own, longestDelay)
    }
    diagnostics.report(
      .policyLoss(
        "Airflow draws a delay between the one here and twice as much, and then cuts it off at the longest; a rule cuts it off first.",
        at: exponential.range))
    return .mapping(
      [
        ("initial", .delay(seconds: 2 * base, at: place, in: &diagnostics)),
        ("multiplier", .multiplier(.decimal(factor, at: exponential.range), factor, in: &diagnostics)),
        ("max", .delay(seconds: longest, at: (most ?? exponential).range, in: &diagnostics)),
        ("jitter", .text("equal", at: exponential.range)),
      ],
      at: place
    )
  }

  /// Always the same delay.
  static func backoff(_ delay: Node, at place: SourceRange) -> Node {
    .mapping(
      [
        ("initial", delay), ("multiplier", .integer(1, at: place)), ("max", .longestDelay(at: place)),
        ("jitter", .text("none", at: place)),
      ],
      at: place
    )
  }

  /// Nil, and reported, if it is no number of seconds.
  static func delay(_ node: Node, _ key: String, in diagnostics: inout Diagnostics) -> Node? {
    // Python has no longer ones.
    guard let seconds = node.number?.double, abs(seconds) < 86_400e9 else {
      diagnostics.report(.policyFault("“\(key)” must be a number of seconds.", at: node.range))
      return nil
    }
    if seconds < 0 {
      diagnostics.report(
        .policyDoubt("With a negative “\(key)” the task is tried again at once. Write 0.", at: node.range))
    }
    return .delay(seconds: max(seconds, 0), at: node.range, in: &diagnostics)
  }
}

// MARK: - Exceptions

/// The exceptions that a rule names.
private struct ExceptionClasses {
  let names: [Node]
  let matchesSubclasses: Bool
  let place: SourceRange

  /// The first one's name, without its module.
  var title: String { names[0].text.split(separator: ".").last.map { String($0) } ?? "" }

  /// Nil, and reported, if no exception can be one of them.
  init?(_ rule: inout LegacyMapping, in diagnostics: inout Diagnostics) {
    let place = rule.node.range
    var matchesSubclasses = true
    if let value = rule.take("match_subclasses") {
      if case .bool(let written) = value.content {
        matchesSubclasses = written
      } else {
        diagnostics.report(.policyFault("“match_subclasses” must be true or false.", at: value.range))
      }
    }
    guard let exception = rule.take("exception") else {
      diagnostics.report(.policyFault("“exception” is missing: Airflow can't read the policy.", at: place))
      return nil
    }
    names = (exception.elements ?? [exception]).compactMap { Self.name($0, in: &diagnostics) }
    if exception.elements?.isEmpty == true {
      diagnostics.report(
        .policyDoubt("This rule matches no exception. Name one, or delete the rule.", at: exception.range))
    }
    guard !names.isEmpty else { return nil }
    self.matchesSubclasses = matchesSubclasses
    self.place = exception.range
  }

  /// The class that a path leads to, by its own name.
  private static func name(_ node: Node, in diagnostics: inout Diagnostics) -> Node? {
    let path = node.string ?? ""
    if node.string != nil, !path.contains(".") {
      diagnostics.report(
        .policyFault(
          "“\(path)” must be a path to import the class by, such as builtins.ValueError. Airflow rejects the policy.",
          at: node.range))
      return nil
    }
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    let isPath = parts.allSatisfy { part in
      part == "<locals>"
        || part.first.map { !$0.isNumber } ?? false
          && part.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
    }
    let known = isPath ? PythonExceptions.othersInModule(of: path) : []
    if let known {
      diagnostics.report(
        .policyDoubt(
          "Airflow finds no exception class here, and never matches it.\(Suggestion.question(for: path, among: known))",
          at: node.range))
    }
    return isPath ? .text(PythonExceptions.ownName(path), at: node.range) : nil
  }
}

/// The conditions of a policy's rules.
private struct ExceptionConditions {
  private var classes = ClassConditions()
  /// Classes behind a rule for all exceptions, which are exceptions: so the checks see that their rules have no effect.
  private(set) var types: [(String, Node)] = []
  /// Where a rule names `Exception`.
  private(set) var all: SourceRange?
  /// Whether a rule matches whatever is raised.
  private(set) var matchedAll = false

  var matchers: [(String, Node)] { classes.matchers }

  /// The value of a rule's `when`; nil if every error fits.
  mutating func condition(of exceptions: ExceptionClasses) -> Node? {
    let place = exceptions.place
    guard exceptions.matchesSubclasses else {
      let names = exceptions.names.flatMap { name in
        PythonExceptions.spellings(name.text).map { Node.text($0, at: name.range) }
      }
      let type = Node.mapping([("equals", .list(names, at: place))], at: place)
      return .mapping([("type", type)], at: place)
    }
    if exceptions.names.contains(where: { $0.text == "BaseException" }) {
      matchedAll = true
      return nil
    }
    let named = exceptions.names.map { name in
      let below = PythonExceptions.classes(below: name.text)
      if name.text == "Exception" {
        all = all ?? name.range
        return ClassConditions.Class(name: name, condition: Self.all(at: name.range))
      }
      if all != nil { declare(below, at: name.range) }
      return ClassConditions.Class(name: name, patterns: Self.patterns(below))
    }
    return classes.condition(of: named, at: place)
  }

  /// Any exception: of `Exception`, or none of the classes beside it.
  private static func all(at place: SourceRange) -> Node {
    func types(_ classes: [String]) -> Node {
      let names = patterns(classes).map { Node.text($0, at: place) }
      return .mapping([("type", .list(names, at: place))], at: place)
    }
    let other = Node.mapping([("not", types(PythonExceptions.notExceptions))], at: place)
    return .any(of: [other, types(["Exception"])], at: place)
  }

  private mutating func declare(_ classes: [String], at place: SourceRange) {
    let ancestors = Node.list([.text("builtins.Exception", at: place)], at: place)
    for name in classes where !name.contains("<") && !types.contains(where: { $0.0 == name }) {
      types.append((name, .mapping([("is", ancestors)], at: place)))
    }
  }

  /// The names of classes, also as ancestors. One without a module would stand for the end of longer ones, too: a star behind it
  /// has it compared from its beginning.
  static func patterns(_ classes: [String]) -> [String] {
    classes.flatMap { PythonExceptions.spellings($0) }.map { $0.contains(".") ? $0 : "\($0)*" }
  }
}
