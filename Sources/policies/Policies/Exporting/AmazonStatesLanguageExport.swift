internal import Records
internal import Engine
internal import RuleLanguage
internal import Source

/// Writes `Retry` and `Catch` of a state machine's states (see ``AmazonStatesLanguage``): a state for each origin.
///
/// Parallel and Map states are not written: each state has what its errors meet on their whole way up.
struct AmazonStatesLanguageExport: PolicyExport {
  let name = "asl"
  let summary = "Amazon States Language: Retry and Catch of Task states"

  let textAttributes: [Subject] = []

  func knownErrors(to rules: ExportedRules) -> Condition {
    .all([
      rules.isOne(of: Self.states(of: rules), .field(.origin)), rules.compare(.field(.type), .exists(true)),
      .not(rules.compare(.field(.type), .typeName(StatesErrors.fatal, exactly: false))),
      .not(rules.compare(.field(.cancelled), .equal(.bool(true)))),
    ])
  }

  func document(of rules: ExportedRules, in diagnostics: inout Diagnostics) -> Node? {
    let place = rules.place
    let (origins, names) = (Self.states(of: rules), Self.errorNames(in: rules))
    guard rules.canTry(origins.count, names.count, "states and errors", in: &diagnostics) else { return nil }
    var losses = ExportLosses(rules)
    if rules.program.ignored != nil {
      losses.add("An execution ignores no error: write “defaults: { ignore: none }”.", at: nil)
    }
    var errors = TypicalErrors(rules)
    var states: [(String, Node)] = []
    var targets: Set<String> = []
    for state in origins {
      var handlers = StateHandlers(rules)
      for name in names {
        guard let outcomes = errors.outcomes(of: TypicalError(origin: state, type: name)) else { continue }
        handlers.add(outcomes, name, &losses)
      }
      targets.formUnion(handlers.targets)
      states.append((state, handlers.node(&losses)))
    }
    for target in targets.subtracting(states.map { $0.0 }).sorted() {
      states.append(
        (
          target,
          .mapping([("Type", .text("Pass", at: place)), ("End", .boolean(true, at: place))], at: place)
        ))
    }
    losses.report(in: &diagnostics)
    return .mapping(
      [
        ("StartAt", .text(states.first?.0 ?? "", at: place)),
        ("States", .mapping(states, at: place)),
      ],
      at: place
    )
  }

  /// The names that responders claim; of a responder that claims none and has none below it, its id.
  private static func states(of rules: ExportedRules) -> [String] {
    let parents = Set(rules.program.responders.compactMap { $0.parent })
    var known: Set<String> = []
    return rules.program.responders.enumerated()
      .filter { $0.element.isEnabled }
      .flatMap { index, responder in
        let claimed = responder.origins.map { $0.text }.filter { !$0.hasSuffix("*") }
        return claimed.isEmpty && !parents.contains(index) ? [responder.id.text] : claimed
      }
      .filter { known.insert($0).inserted }
  }

  /// The error names of the rules, then those of the language, then one that nobody uses.
  private static func errorNames(in rules: ExportedRules) -> [String] {
    var names = StatesErrors.reserved.subtracting([StatesErrors.all, StatesErrors.taskFailed])
    for condition in rules.conditions { names.formUnion(condition.texts(of: .field(.type))) }
    names.remove(StatesErrors.fatal)
    return names.filter { !$0.isEmpty }.sorted() + [TypicalError.unnamed]
  }
}

/// The retriers and catchers of one state.
private struct StateHandlers {
  /// The delays of a retrier have no upper bound; nor is a try ever forgotten.
  private static let longest = TimeSpan.seconds(ImportedValue.longestDelayInDays * 86_400)

  private let rules: ExportedRules
  private var retried: [Int: [String]] = [:]
  private var caught: [String: [String]] = [:]
  private var names: [String] = []

  init(_ rules: ExportedRules) {
    self.rules = rules
  }

  var targets: some Sequence<String> { caught.keys }

  mutating func add(
    _ outcomes: (first: TypicalErrors.Outcome, last: TypicalErrors.Outcome?), _ name: String,
    _ losses: inout ExportLosses
  ) {
    names.append(name)
    if let retry = outcomes.first.retry { retried[retry.clause, default: []].append(name) }
    let end = outcomes.last ?? outcomes.first
    for outcome in [outcomes.first, end] {
      for clause in outcome.acting where outcome.retry != nil || clause != outcome.clause {
        losses.add("A retrier runs no actions.", atActionsOf: clause)
      }
    }
    if let clause = end.clause, end.evaluation == .proceed {
      if let next = next(of: clause) {
        caught[next, default: []].append(name)
      } else {
        losses.add(
          "A catcher names the next state, and nothing else: “do: [{ set: { next: STATE } }]” with “then: proceed”.",
          at: rules.program.clauses[clause].title)
      }
    } else if end.isHandled || end.evaluation != .abort {
      let message =
        "An error that no catcher gets fails the execution, which is “unhandled: abort” of the root."
      if let clause = end.clause {
        losses.add(message, atVerdictOf: clause)
      } else {
        losses.add(message, at: nil)
      }
    }
  }

  /// The state to which a rule leads, if it does nothing else.
  private func next(of clause: Int) -> String? {
    let actions = rules.program.clauses[clause].actions
    guard actions.count == 1, let action = actions.first, action.members.count == 1,
      action.throttle == nil, action.members[0].key == "set",
      case .mapping(let values) = action.members[0].value, values.count == 1, values[0].key == "next"
    else { return nil }
    switch values[0].value {
    case .scalar(.string(let name)): return name
    case .template(let template):
      let texts = template.parts.map { part in if case .text(let text) = part { text } else { nil as String? }
      }
      return texts.contains(nil) ? nil : texts.compactMap { $0 }.joined()
    default: return nil
    }
  }

  // MARK: Writing

  func node(_ losses: inout ExportLosses) -> Node {
    let place = rules.place
    var members = [("Type", Node.text("Task", at: place))]
    let retriers = self.retriers(&losses)
    if !retriers.isEmpty { members.append(("Retry", .list(retriers, at: place))) }
    let catchers = self.catchers()
    if !catchers.isEmpty { members.append(("Catch", .list(catchers, at: place))) }
    return .mapping(members + [("End", .boolean(true, at: place))], at: place)
  }

  private func retriers(_ losses: inout ExportLosses) -> [Node] {
    let never = [("MaxAttempts", Node.integer(0, at: rules.place))]
    var written: [Node] = []
    var last: Node?
    var open = names.filter { name in !retried.values.contains { $0.contains(name) } }
    // A retrier of timeouts gets heartbeats that fail to appear, too.
    if open.contains(StatesErrors.heartbeatTimeout), !open.contains(StatesErrors.timeout) {
      written.append(handler(of: [StatesErrors.heartbeatTimeout], never))
      open.removeAll { $0 == StatesErrors.heartbeatTimeout }
    }
    for clause in Self.ordered(retried) {
      let group = retried[clause] ?? []
      let members = retrier(rules.retry(of: clause) ?? RetryPolicy(), clause, &losses)
      guard group.contains(TypicalError.unnamed) else {
        written.append(handler(of: group, members))
        continue
      }
      let wildcard = Self.wildcard(for: group)
      if group.contains(where: { $0 != TypicalError.unnamed && !Self.stands(wildcard, for: $0) }) {
        losses.add("States.ALL does not stand for States.DataLimitExceeded.", atVerdictOf: clause)
      }
      let excluded = open.filter { Self.stands(wildcard, for: $0) }
      if !excluded.isEmpty { written.append(handler(of: excluded, never)) }
      last = handler(of: wildcard, members)
    }
    return written + [last].compactMap { $0 }
  }

  private func catchers() -> [Node] {
    var written: [Node] = []
    var last: Node?
    for next in Self.ordered(caught) {
      let group = caught[next] ?? []
      let target = [("Next", Node.text(next, at: rules.place))]
      guard group.contains(TypicalError.unnamed) else {
        written.append(handler(of: group, target))
        continue
      }
      let wildcard = Array(Self.wildcard(for: group).prefix(1))
      let others = group.filter { $0 != TypicalError.unnamed && !Self.stands(wildcard, for: $0) }
      if !others.isEmpty { written.insert(handler(of: others, target), at: 0) }
      last = handler(of: wildcard, target)
    }
    return written + [last].compactMap { $0 }
  }

  /// The groups with heartbeats before timeouts, which stand for both.
  private static func ordered<Key: Comparable>(_ groups: [Key: [String]]) -> [Key] {
    func isOfTimeouts(_ key: Key) -> Int { groups[key]?.contains(StatesErrors.timeout) == true ? 1 : 0 }
    return groups.keys.sorted { (isOfTimeouts($0), $0) < (isOfTimeouts($1), $1) }
  }

  private func handler(of names: [String], _ members: [(String, Node)]) -> Node {
    let list = Node.list(names.map { .text($0, at: rules.place) }, at: rules.place)
    return .mapping([("ErrorEquals", list)] + members, at: rules.place)
  }

  /// The list of a retrier or catcher of some errors and all that nobody names.
  private static func wildcard(for group: [String]) -> [String] {
    if group.contains(StatesErrors.timeout) { return [StatesErrors.all] }
    return [StatesErrors.taskFailed]
      + group.filter { $0 == StatesErrors.dataLimit || $0 == StatesErrors.heartbeatTimeout }
  }

  private static func stands(_ wildcard: [String], for name: String) -> Bool {
    let excluded = wildcard.contains(StatesErrors.all) ? [] : StatesErrors.timeouts
    return wildcard.contains(name) || !(excluded + StatesErrors.terminal).contains(name)
  }

  private func retrier(_ policy: RetryPolicy, _ clause: Int, _ losses: inout ExportLosses) -> [(String, Node)]
  {
    let place = rules.place
    if policy.per != [.field(.operation), .field(.origin)] {
      losses.add(
        "A retrier counts its tries for each state: write “per: [operation, origin]”.", atVerdictOf: clause)
    }
    if policy.within < Self.longest {
      losses.add(
        "A retrier never forgets a try: write “within: \(ImportedValue.longestDelayInDays)d”.",
        atVerdictOf: clause)
    }
    if case .escalate = policy.exhausted {
    } else {
      losses.add(
        "A retrier whose tries are used up leaves the error to the catchers: write “exhausted: escalate”.",
        atVerdictOf: clause)
    }
    if policy.deadline != nil { losses.add("A retrier has no deadline.", atVerdictOf: clause) }
    if policy.quota != nil { losses.add("A retrier has no quota.", atVerdictOf: clause) }
    losses.add(delaysOf: policy, of: "A retrier", clause)
    let backoff = policy.backoff
    var members = [
      ("IntervalSeconds", seconds(backoff.delays.first ?? backoff.initial, clause, at: place, &losses))
    ]
    members.append(("MaxAttempts", .integer(Int64(policy.maxAttempts - 1), at: place)))
    members.append(("BackoffRate", .factor(backoff.multiplier, at: place)))
    if backoff.max < Self.longest {
      members.append(("MaxDelaySeconds", seconds(backoff.max, clause, at: place, &losses)))
    }
    switch backoff.jitter {
    case .none: break
    case .full: members.append(("JitterStrategy", .text("FULL", at: place)))
    case .equal, .share, .add:
      losses.add("The delays of a retrier are drawn from zero, or not at all.", atVerdictOf: clause)
      members.append(("JitterStrategy", .text("FULL", at: place)))
    }
    return members
  }

  /// The duration in whole seconds, at least one.
  private func seconds(_ span: TimeSpan, _ clause: Int, at place: SourceRange, _ losses: inout ExportLosses)
    -> Node
  {
    let seconds = max(1, (span.microseconds + 999_999) / 1_000_000)
    if seconds * 1_000_000 != span.microseconds {
      losses.add("The delays of a retrier are whole seconds, at least one.", atVerdictOf: clause)
    }
    return .integer(seconds, at: place)
  }
}
