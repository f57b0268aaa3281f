internal import Records
internal import Engine
internal import RuleLanguage
internal import Source

struct CoverageList {
  private let program: RuleProgram
  private let chain: ResponderChain
  private let counts: CoverageCounter.Counts

  init?(_ compilation: RuleSet.Compilation, _ counts: CoverageCounter.Counts) {
    guard let program = compilation.program, let chain = compilation.chain else { return nil }
    self.program = program
    self.chain = chain
    self.counts = counts
  }

  var items: [CoverageItem] {
    let order = Dictionary(
      program.roots.enumerated().map { (ObjectIdentifier($1.range.file), $0) },
      uniquingKeysWith: { first, _ in first })
    let all = unwraps + categories + breakers + clauses + escalations
    return all.enumerated().sorted { left, right in
      let (a, b) = (left.element.place, right.element.place)
      return (order[ObjectIdentifier(a.file)] ?? 0, a.bytes.lowerBound, left.offset)
        < (order[ObjectIdentifier(b.file)] ?? 0, b.bytes.lowerBound, right.offset)
    }.map { $0.element }
  }

  /// Covered if an entry of `defaults.unwrap` replaced an error.
  private var unwraps: [CoverageItem] {
    program.unwraps.enumerated().map { index, entry in
      CoverageItem(
        kind: .unwrap, name: "unwrap #\(index + 1) \(entry.path)", place: entry.range,
        count: counts.unwraps[index], subject: .unwrap(index))
    }
  }

  private var categories: [CoverageItem] {
    program.categories.indices.map { index in
      CoverageItem(
        kind: .category, name: program.categories[index].name.text,
        place: program.categories[index].name.range, count: counts.categories[index],
        subject: .category(index))
    }
  }

  /// Covered if an error found it open.
  private var breakers: [CoverageItem] {
    program.breakers.enumerated().map { index, breaker in
      CoverageItem(
        kind: .breaker, name: breaker.name.text, place: breaker.name.range, count: counts.breakers[index],
        subject: .breaker(index))
    }
  }

  private var escalations: [CoverageItem] {
    program.responders.indices.compactMap { index in
      let responder = program.responders[index]
      guard responder.isEnabled, let parent = responder.parent, hasEvents || !answersAll(responder) else {
        return nil
      }
      return CoverageItem(
        kind: .escalation, name: "\(responder.id.text) → \(program.responders[parent].id.text)",
        place: responder.writtenParent?.range ?? responder.id.range, count: counts.escalations[index],
        subject: .escalation(index))
    }
  }

  private var hasEvents: Bool { program.clauses.contains { $0.kind == .eventRule } }

  /// No error escalates: a rule that matches everything, or `otherwise`, handles the rest.
  private func answersAll(_ responder: RuleProgram.Responder) -> Bool {
    let rules = responder.rules.filter { $0.isEnabled }
    let otherwise =
      responder.policy.otherwise == .undecided ? responder.otherwise : nil
    let isClosed =
      rules.contains { clause in
        guard case .always = clause.condition, clause.rateAtLeast == nil else { return false }
        return clause.decides(responder.policy)
      } || otherwise?.decides(responder.policy) ?? false
    return isClosed && !rules.contains { $0.mayEscalate }
  }

  /// The position of a rule, shared by all responders that inherit it.
  private struct Place: Hashable {
    let file: ObjectIdentifier
    let bytes: Range<Int>
  }

  private var clauses: [CoverageItem] {
    var order: [Place] = []
    var groups: [Place: (clause: RuleProgram.Clause, indices: [Int])] = [:]
    for (index, clause) in program.clauses.enumerated()
    where clause.isEnabled && clause.kind != .always && program.responders[clause.responder].isEnabled {
      let place = Place(file: ObjectIdentifier(clause.range.file), bytes: clause.range.bytes)
      if groups[place] == nil { order.append(place) }
      groups[place, default: (clause, [])].indices.append(index)
    }
    return order.flatMap { place in groups[place].map { items(of: $0.clause, $0.indices) } ?? [] }
  }

  private func items(of clause: RuleProgram.Clause, _ indices: [Int]) -> [CoverageItem] {
    let result = indices.reduce(into: (matched: 0, said: 0, exhausted: 0)) { sum, index in
      sum.matched += counts.clauses[index].matched
      sum.said += counts.clauses[index].said
      sum.exhausted += counts.clauses[index].exhausted
    }
    let kind: CoverageItem.Kind =
      switch clause.kind {
      case .rule: .rule
      case .eventRule: .eventRule
      case .otherwise, .always: .otherwise
      }
    let name = chain.name(ofClause: indices[0])
    var decided = 0
    var isExhaustible = false
    if case .retry(let policy) = clause.verdict {
      isExhaustible = true
      if case .continue = policy.exhausted { decided = 0 } else { decided = result.exhausted }
    }
    var items = [
      CoverageItem(
        kind: kind, name: name, place: clause.title, count: result.matched + decided,
        subject: .clause(indices))
    ]
    if let verdict = clause.verdict, let then = clause.then {
      items.append(
        CoverageItem(
          kind: .verdict, name: "\(name): \(verdict.word)", place: then.keyRange, count: result.said,
          subject: .verdict(indices, isExhausted: false)))
      if isExhaustible {
        items.append(
          CoverageItem(
            kind: .verdict, name: "\(name): exhausted", place: then.keyRange, count: result.exhausted,
            subject: .verdict(indices, isExhausted: true)))
      }
    }
    items += failures(of: clause, indices, name)
    for (place, action) in clause.actions.enumerated() {
      guard let alert = action.alert, alert.decides else { continue }
      for (button, shown) in alert.buttons.enumerated() {
        let isRecovering = alert.isRecovery && button == 1
        let title =
          alert.isRecovery
          ? (isRecovering ? "an option that recovers" : "an option that does not recover") : shown.title
        items.append(
          CoverageItem(
            kind: .button, name: "\(name): \(title)",
            place: self.place(ofButton: button, at: clause, action: place),
            count: indices.reduce(0) { $0 + (counts.buttons[.init(clause: $1, index: button)] ?? 0) },
            subject: .button(indices, index: button)))
      }
    }
    return items
  }

  /// The verdicts of its actions' failures.
  private func failures(of clause: RuleProgram.Clause, _ indices: [Int], _ name: String) -> [CoverageItem] {
    let places = failurePlaces(in: clause.actionNodes)
    let actions = indices.map { chain.failures(atClause: $0) }
    return (actions.first ?? []).indices.map { position in
      let own = actions.compactMap { $0.indices.contains(position) ? $0[position] : nil }
      return CoverageItem(
        kind: .verdict, name: "\(name): \(chain.provided(byAction: own[0])) failed",
        place: places.indices.contains(position) ? places[position] : clause.title,
        count: own.reduce(0) { $0 + (counts.failures[$1] ?? 0) }, subject: .failure(indices, actions: own))
    }
  }

  /// The places in the order of the actions, those behind buttons after their alert.
  private func failurePlaces(in actions: Node?) -> [SourceRange] {
    (actions?.elements ?? []).flatMap { action -> [SourceRange] in
      if let failed = action.members?.first(where: { $0.key == "failed" }) { return [failed.keyRange] }
      var alert = action["present"]
      if let name = alert?.string { alert = program.alerts.first { $0.key == name }?.value }
      return (alert?["buttons"]?.elements ?? []).flatMap { failurePlaces(in: $0["do"]) }
    }
  }

  private func place(ofButton button: Int, at clause: RuleProgram.Clause, action: Int) -> SourceRange {
    guard let nodes = clause.actionNodes?.elements, action < nodes.count else { return clause.title }
    var alert = nodes[action]["present"]
    if let name = alert?.string { alert = program.alerts.first { $0.key == name }?.value }
    guard let buttons = alert?["buttons"]?.elements, button < buttons.count else {
      return nodes[action].range
    }
    return buttons[button].range
  }
}

extension Verdict {
  var word: String {
    switch self {
    case .evaluation(let evaluation): evaluation.name
    case .retry, .retryByPerson: "retry"
    case .continue: "continue"
    case .escalate: "escalate"
    case .transform: "transform"
    case .unwrapPayload, .unwrapCause: "unwrap"
    case .emit: "emit"
    case .handled: "handled"
    case .raise: "raise"
    }
  }
}

extension RuleProgram.Clause {
  private var choices: [Verdict] {
    actions.flatMap { $0.alert?.buttons ?? [] }.compactMap { $0.verdict } + failures
  }

  /// It handles every error that it matches.
  fileprivate func decides(_ policy: ResponderPolicy) -> Bool {
    if let verdict { return verdict.answers && choices.allSatisfy { $0.answers } }
    return choices.isEmpty ? policy.match == .all || kind == .otherwise : choices.allSatisfy { $0.answers }
  }

  fileprivate var mayEscalate: Bool {
    ([verdict].compactMap { $0 } + choices).contains { verdict in
      switch verdict {
      case .escalate: true
      case .retry(let policy): if case .escalate = policy.exhausted { true } else { false }
      case .evaluation, .retryByPerson, .continue, .transform, .unwrapPayload, .unwrapCause, .emit, .handled,
        .raise:
        false
      }
    }
  }
}

extension Verdict {
  fileprivate var answers: Bool {
    switch self {
    case .evaluation, .retryByPerson, .emit: true
    case .retry, .continue, .escalate, .transform, .unwrapPayload, .unwrapCause, .handled, .raise: false
    }
  }
}
