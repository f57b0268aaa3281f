internal import Source
internal import Bytes
internal import Records
internal import RuleLanguage
internal import Secrets

struct StepRecorder: StepSink, ~Copyable {
  private let chain: ResponderChain
  /// The redactor for all texts of the record.
  private let own: Redactor
  /// The open evaluations, the record's own first. Nested ones end before their parents.
  private var nestedEvaluations: [Explanation.Nested]
  /// The step in which each began, by its index in the enclosing evaluation; unused for the record's own.
  private var origins = [0]
  private var errorNodes = [ErrorRecord.recorded]
  /// The groups that are still open, the outermost first.
  private var groups: [Explanation.Group] = []

  init(_ chain: ResponderChain, _ own: Redactor = .off) {
    (self.chain, self.own) = (chain, own)
    nestedEvaluations = [Explanation.Nested(kind: .raised(error: ""))]
  }

  consuming func finish() -> [Explanation.Step] {
    while nestedEvaluations.count > 1 { settle(nil) }
    return nestedEvaluations[0].steps
  }

  // MARK: Questions

  mutating func arrives(at responder: ResponderIndex) {
    begin(.arrival(responder: chain.responders[Int(responder)]), policy: policy(of: Int(responder)))
  }

  mutating func beginsContract(of responder: ResponderIndex) {
    begin(.contract(responder: chain.responders[Int(responder)]))
  }

  private func policy(of responder: Int) -> ResponderPolicy { chain.tables.responders[responder].policy }

  mutating func begins(category: CategoryIndex) {
    begin(category: chain.categories[Int(category)])
  }

  mutating func takes(category: CategoryIndex, from source: CategorySource) {
    begin(category: chain.categories[Int(category)])
    update { step in
      step.result =
        switch source {
        case .record: "own"
        case .defaults: "default"
        }
    }
  }

  mutating func ignores(category: Value) {
    begin(category: String(category.text))
    update { $0.result = "not listed" }
  }

  mutating func beginsIgnored() {
    begin(.ignored)
  }

  mutating func begins(unwrap: UnwrapIndex) {
    let verdict = chain.tables.unwraps[unwrap].verdict
    let path = verdict.kind == .unwrapCause ? "underlying" : "payload.\(verdict.operand)"
    begin(.unwrap(entry: Int(unwrap), path: path))
  }

  mutating func begins(breaker: BreakerIndex) {
    begin(.breaker(chain.breakers[Int(breaker)].name.text))
  }

  mutating func begins(clause index: ClauseIndex) {
    let clause = chain.clauses[Int(index)]
    let responder = chain.responders[clause.responder]
    let kind: Explanation.Step.Kind =
      switch clause.kind {
      case .rule, .eventRule: .rule(responder: responder, rule: clause.name)
      case .otherwise: .otherwise(responder: responder)
      case .always: .always(responder: responder)
      }
    begin(kind, clause: Int(index), policy: policy(of: clause.responder))
  }

  /// A record may have a category that no rule file lists.
  private mutating func begin(category name: String) { begin(.category(own.text(name))) }

  private mutating func begin(
    _ kind: Explanation.Step.Kind, clause: Int? = nil, policy: ResponderPolicy? = nil
  ) {
    groups.removeAll()
    nestedEvaluations[nestedEvaluations.count - 1].steps.append(
      Explanation.Step(kind: kind, clause: clause, policy: policy))
  }

  private mutating func update(_ change: (inout Explanation.Step) -> Void) {
    let current = nestedEvaluations.count - 1
    guard let last = nestedEvaluations[current].steps.indices.last else { return }
    change(&nestedEvaluations[current].steps[last])
  }

  // MARK: Comparisons

  mutating func opens(_ group: StepGroup) {
    groups.append(Explanation.Group(kind: group))
  }

  mutating func closes(holds: Bool) {
    guard var group = groups.popLast() else { return }
    group.holds = holds
    // A group of which all parts must match adds nothing inside another such group.
    if group.kind == .all, groups.last?.kind.isConjunction ?? true {
      for test in group.tests { add(test) }
    } else {
      add(.group(group))
    }
  }

  mutating func compares(_ step: ConditionInstruction, with value: Value, holds: Bool) {
    let source = chain.sources[Int(step.source)]
    let isAboutType = step.operation == .typeName || step.operation == .typeGlob
    add(
      .comparison(
        Explanation.ComparedValue(
          subject: source.subject, operator: source.operator, expected: source.expected,
          found: value.json(hidingBy: own, named: source.subject), holds: holds,
          isAboutType: isAboutType && !step.exactly, isAssumed: source.assumed != nil,
          isStub: source.assumed == .stub)))
  }

  private mutating func add(_ test: Explanation.Test) {
    if groups.isEmpty {
      update { $0.tests.append(test) }
    } else {
      groups[groups.count - 1].tests.append(test)
    }
  }

  // MARK: State, actions and changes

  mutating func reads(_ reading: StateReading, key: IndexRange<SubjectIndex>, within: Int64) {
    var name: String?
    switch reading {
    case .breaker(let index, _, _, _): name = chain.breakers[index].name.text
    case .shared(let index, _, _, _): name = chain.quotas[index].name.text
    case .tries, .asked, .deadline, .quota, .quotaOfTries, .tokens, .rate, .throttle, .alertQueue: break
    }
    let read = Explanation.Reading(
      breaker: name, state: reading, within: TimeSpan(microseconds: within).shortText, subjects: key,
      errorNode: errorNodes[errorNodes.count - 1])
    update { $0.readings.append(read) }
  }

  mutating func runs(_ action: Outcome.RanAction) {
    update { step in
      for index in step.readings.indices.reversed() {
        guard step.readings[index].isAboutAction, step.readings[index].action == nil else { break }
        step.readings[index].action = step.actions.count
      }
      step.actions.append(Explanation.Action(ran: action))
    }
  }

  mutating func replaces(_ old: ErrorNodeIndex, by new: ErrorNodeIndex, in record: borrowing ErrorRecord) {
    errorNodes[errorNodes.count - 1] = new
    let changes = Explanation.Change.between(old, new, in: record, hidingBy: own)
    let isEvent = isEvent(record)
    let names = [old, new].map { errorNode in
      isEvent ? String(record.value(.event, of: errorNode).text) : record.identityName(of: errorNode)
    }
    let becomes = names[0] == names[1] ? nil : own.text(names[1])
    update { step in
      step.changes += changes
      if let becomes { step.becomes = becomes }
    }
  }

  /// An event takes other fields from the error that emitted it.
  private func isEvent(_ record: borrowing ErrorRecord) -> Bool {
    guard nestedEvaluations.count > 1 else { return record.isEvent }
    if case .event = nestedEvaluations[nestedEvaluations.count - 1].kind { return true } else { return false }
  }

  // MARK: Nested evaluations

  mutating func emits(_ event: ErrorNodeIndex, from clause: ClauseIndex, in record: borrowing ErrorRecord) {
    let name = own.text(String(record.value(.event, of: event).text))
    let responder = chain.clauses[Int(clause)].responder
    open(.event(name: name, from: chain.responders[responder]), event, from: clause)
  }

  mutating func raises(_ error: ErrorNodeIndex, from clause: ClauseIndex, in record: borrowing ErrorRecord) {
    open(.raised(error: own.text(record.identityName(of: error))), error, from: clause)
  }

  private mutating func open(
    _ kind: Explanation.Nested.Kind, _ error: ErrorNodeIndex, from place: ClauseIndex
  ) {
    // The responder's `always` may stand between the emitting rule and its event.
    let steps = nestedEvaluations[nestedEvaluations.count - 1].steps
    origins.append(steps.lastIndex { $0.clause == Int(place) } ?? max(0, steps.count - 1))
    nestedEvaluations.append(Explanation.Nested(kind: kind))
    errorNodes.append(error)
  }

  mutating func settles(event: Outcome.Event) {
    var outcome = Outcome.Resolution()
    outcome.isEvent = true
    outcome.state = event.isHandled ? .handled : .open
    outcome.clause = event.by
    outcome.root = event.root
    settle(outcome)
  }

  mutating func settles(error: Outcome.Resolution) {
    settle(error)
  }

  private mutating func settle(_ outcome: Outcome.Resolution?) {
    guard nestedEvaluations.count > 1, var nested = nestedEvaluations.popLast(),
      let origin = origins.popLast()
    else { return }
    errorNodes.removeLast()
    groups.removeAll()
    nested.outcome = outcome
    let current = nestedEvaluations.count - 1
    guard nestedEvaluations[current].steps.indices.contains(origin) else { return }
    nestedEvaluations[current].steps[origin].nestedEvaluations.append(nested)
  }

  // MARK: Results

  mutating func concludes(_ conclusion: Conclusion) {
    let current = nestedEvaluations.count - 1
    // A rule concludes again after the category of its replaced error, or after an `always`.
    guard let index = nestedEvaluations[current].steps.lastIndex(where: { $0.isConcluded(by: conclusion) })
    else { return }
    if nestedEvaluations[current].steps[index].result.isEmpty {
      nestedEvaluations[current].steps[index].result = conclusion.word
    } else if conclusion == .exhausted {
      nestedEvaluations[current].steps[index].isExhaustedAfterFailure = true
    } else if nestedEvaluations[current].steps[index].verdict == nil,
      conclusion != .continued || nestedEvaluations[current].steps[index].result == Conclusion.failed.word
    {
      // “Exhausted”, a failed action or an alert's answer says more than the verdict that follows from it.
      nestedEvaluations[current].steps[index].verdict = conclusion.word
    }
  }
}

extension Explanation.Step {
  fileprivate func isConcluded(by conclusion: Conclusion) -> Bool {
    switch kind {
    case .rule, .otherwise, .unwrap: true
    case .category, .ignored, .contract, .breaker: conclusion == .matched || conclusion == .notMatched
    case .arrival, .always: false
    }
  }
}

extension Explanation.Reading {
  fileprivate var isAboutAction: Bool {
    switch state {
    case .throttle, .alertQueue: true
    case .tries, .asked, .deadline, .quota, .quotaOfTries, .tokens, .shared, .rate, .breaker: false
    }
  }
}

extension StepGroup {
  fileprivate var isConjunction: Bool {
    switch self {
    case .all, .cause, .rootCause, .payload, .element: true
    case .any, .not, .causes, .payloads, .elements: false
    }
  }
}

extension Conclusion {
  var word: String {
    switch self {
    case .matched: "matched"
    case .notMatched: "not matched"
    case .disabled: "disabled"
    case .exhausted: "exhausted"
    case .nothingInside: "nothing inside"
    case .failed: "failed"
    case .unanswered: "unanswered"
    case .evaluated(let evaluation): evaluation.name
    case .continued: "continue"
    case .ran: "ran"
    case .escalated: "escalate"
    case .transformed: "transform"
    case .unwrapped: "unwrap"
    case .emitted: "emit"
    case .handled: "handled"
    case .raised: "raise"
    }
  }
}

extension Explanation.Change {
  static func between(
    _ old: ErrorNodeIndex, _ new: ErrorNodeIndex, in record: borrowing ErrorRecord, hidingBy own: Redactor
  ) -> [Self] {
    var changes: [Self] = []
    for field in Field.allCases {
      let before = value(field, of: old, record)
      let after = value(field, of: new, record)
      guard before != after else { continue }
      // Existing attributes stay; those of an inner error are added.
      func shown(_ json: String) -> String { own.json(json, named: field.name) }
      changes.append(
        Self(
          field: field.name, before: field == .attributes ? nil : before.map(shown), after: after.map(shown)))
    }
    return changes
  }

  private static func value(_ field: Field, of errorNode: ErrorNodeIndex, _ record: borrowing ErrorRecord)
    -> String?
  {
    switch field {
    case .underlying: causes(of: errorNode, record)
    case .status: record.status(of: errorNode).json
    default: record.value(field, of: errorNode).json
    }
  }

  private static func causes(of errorNode: ErrorNodeIndex, _ record: borrowing ErrorRecord) -> String? {
    var names: [String] = []
    for cause in record.gatheredCauses(of: errorNode) { names.append(record.identityName(of: cause).json) }
    return names.isEmpty ? nil : "[\(names.joined(separator: ","))]"
  }
}

extension Value {
  /// The value as JSON, found under a name, without secrets.
  func json(hidingBy redactor: Redactor, named name: String = "") -> String? {
    json.map { redactor.json($0, named: name) }
  }

  /// The value as JSON on one line; nil if it is missing. A recorded value may span several lines.
  var json: String? {
    switch kind {
    case .missing: return nil
    case .string: return String(text).json
    case .null, .bool, .integer, .decimal: return String(text)
    case .array, .object:
      var tape = JSONTape()
      var json = Buffer<UInt8>()
      // It comes from a record that was parsed, so it parses without fault.
      _ = tape.scan(text, depthLimit: .max, valueLimit: .max, repairs: true)
      tape.appendJSON(at: 0, to: &json)
      return String(json.slice)
    }
  }
}
