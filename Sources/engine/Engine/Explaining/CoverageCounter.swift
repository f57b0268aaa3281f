internal import Bytes
internal import Records
internal import RuleLanguage

/// Counts coverage of a chain. Because it listens, rules are evaluated one by one, without the index.
package struct CoverageCounter: StepSink, ~Copyable {
  package struct ClauseResult: BitwiseCopyable, Sendable {
    /// Evaluations while it was enabled.
    package internal(set) var evaluations = 0
    package internal(set) var matched = 0
    /// Evaluations in which its budget was exhausted.
    package internal(set) var exhausted = 0
    /// Evaluations in which there was no inner error to unwrap.
    package internal(set) var nothingInside = 0
    /// Number of times its verdict took effect: the clause ran, and no button decided instead.
    package internal(set) var said = 0
    /// Number of times that an action failed, so that its verdict took effect.
    package internal(set) var failed = 0

    mutating func add(_ other: ClauseResult) {
      evaluations += other.evaluations
      matched += other.matched
      exhausted += other.exhausted
      nothingInside += other.nothingInside
      said += other.said
      failed += other.failed
    }
  }

  package struct Button: Hashable, Sendable {
    package let clause: Int
    package let index: Int

    package init(clause: Int, index: Int) {
      self.clause = clause
      self.index = index
    }
  }

  /// Coverage of a comparison, or of a group in which all comparisons must match.
  package struct Condition: BitwiseCopyable, Sendable {
    package let clause: ClauseIndex
    package internal(set) var evaluations = 0
    package internal(set) var held = 0
  }

  package struct Counts: Sendable {
    package internal(set) var clauses: [ClauseResult]
    /// The number of times each button of a deciding alert was chosen; assumed answers do not count.
    package internal(set) var buttons: [Button: Int] = [:]
    /// The number of times that each action ran where its failure has a verdict, and that it failed.
    package internal(set) var performed: [Int: Int] = [:]
    package internal(set) var failures: [Int: Int] = [:]
    /// Number of times each category was evaluated, and assigned.
    package internal(set) var categoryEvaluations: [Int]
    package internal(set) var categories: [Int]
    /// The number of errors that each entry of `defaults.unwrap` replaced.
    package internal(set) var unwraps: [Int]
    /// The number of times that each breaker was open when an error was counted or a rule asked it.
    package internal(set) var breakers: [Int]
    /// The number of errors and events that arrived at each responder, and of those that escalated to the parent.
    package internal(set) var arrivals: [Int]
    package internal(set) var escalations: [Int]
    /// Conditions of clauses, by the index of their comparison in the chain.
    package internal(set) var conditions: [UInt32: Condition] = [:]

    package mutating func add(_ other: Counts) {
      for index in other.clauses.indices { clauses[index].add(other.clauses[index]) }
      buttons.merge(other.buttons) { $0 + $1 }
      performed.merge(other.performed) { $0 + $1 }
      failures.merge(other.failures) { $0 + $1 }
      for index in other.categories.indices {
        categories[index] += other.categories[index]
        categoryEvaluations[index] += other.categoryEvaluations[index]
      }
      for index in other.unwraps.indices { unwraps[index] += other.unwraps[index] }
      for index in other.breakers.indices { breakers[index] += other.breakers[index] }
      for index in other.arrivals.indices {
        arrivals[index] += other.arrivals[index]
        escalations[index] += other.escalations[index]
      }
      conditions.merge(other.conditions) { left, right in
        Condition(
          clause: left.clause, evaluations: left.evaluations + right.evaluations, held: left.held + right.held
        )
      }
    }
  }

  private let reference: TablesReference
  private var tables: ChainTables { @inline(__always) unsafeAddress { reference.address } }
  package private(set) var counts: Counts
  private var clause = ClauseIndex.nowhere
  private var category = CategoryIndex.nowhere
  private var unwrap = UnwrapIndex.nowhere
  /// The last visited responder of each nested evaluation, the record's own first.
  private var places = [ResponderIndex.nowhere]
  /// The number of open groups in which not all parts have to match.
  private var openChoices = 0
  private var openGroups: [Bool] = []
  private var answered: Set<ClauseIndex> = []

  /// The chain must outlive this value.
  package init(_ chain: ResponderChain) {
    reference = chain.reference
    counts = Counts(
      clauses: Array(repeating: ClauseResult(), count: chain.clauses.count),
      categoryEvaluations: Array(repeating: 0, count: chain.categories.count),
      categories: Array(repeating: 0, count: chain.categories.count),
      unwraps: Array(repeating: 0, count: chain.tables.unwraps.count),
      breakers: Array(repeating: 0, count: chain.tables.breakers.count),
      arrivals: Array(repeating: 0, count: chain.responders.count),
      escalations: Array(repeating: 0, count: chain.responders.count))
  }

  mutating func begin() {
    (clause, category, unwrap) = (.nowhere, .nowhere, .nowhere)
    places = [.nowhere]
    openChoices = 0
    openGroups.removeAll(keepingCapacity: true)
    answered.removeAll(keepingCapacity: true)
  }

  mutating func arrives(at responder: ResponderIndex) {
    counts.arrivals[Int(responder)] += 1
    let before = places[places.count - 1]
    if !before.isNone { counts.escalations[Int(before)] += 1 }
    places[places.count - 1] = responder
  }

  mutating func begins(category: CategoryIndex) {
    counts.categoryEvaluations[Int(category)] += 1
    self.category = category
    clause = .nowhere
  }

  mutating func takes(category: CategoryIndex, from source: CategorySource) {
    counts.categories[Int(category)] += 1
  }

  mutating func begins(unwrap: UnwrapIndex) {
    self.unwrap = unwrap
  }

  mutating func begins(breaker: BreakerIndex) {
    (clause, category) = (.nowhere, .nowhere)
  }

  mutating func begins(clause: ClauseIndex) {
    counts.clauses[Int(clause)].evaluations += 1
    self.clause = clause
    category = .nowhere
    openChoices = 0
    openGroups.removeAll(keepingCapacity: true)
    switch tables.clauses[clause].kind {
    case .otherwise: counts.clauses[Int(clause)].matched += 1
    case .rule, .eventRule, .always: break
    }
  }

  mutating func beginsContract(of responder: ResponderIndex) {
    (clause, category) = (.nowhere, .nowhere)
  }

  mutating func beginsIgnored() {
    (clause, category) = (.nowhere, .nowhere)
  }

  mutating func opens(_ group: StepGroup) {
    let isChoice =
      switch group {
      case .all, .rootCause, .payload, .cause, .element: false
      case .any, .not, .causes, .payloads, .elements: true
      }
    openGroups.append(isChoice)
    if isChoice { openChoices += 1 }
  }

  mutating func closes(holds: Bool) {
    guard let isChoice = openGroups.popLast() else { return }
    if isChoice { openChoices -= 1 }
  }

  mutating func compares(_ step: ConditionInstruction, with value: Value, holds: Bool) {
    guard !clause.isNone, openChoices == 0 else { return }
    var condition = counts.conditions[step.source] ?? Condition(clause: clause)
    condition.evaluations += 1
    if holds { condition.held += 1 }
    counts.conditions[step.source] = condition
  }

  mutating func runs(_ action: Outcome.RanAction) {
    if action.end != .unasked {
      counts.performed[Int(action.action), default: 0] += 1
      if action.end.isFailure { counts.failures[Int(action.action), default: 0] += 1 }
    }
    guard action.answer != .nowhere, !action.isThrottled else { return }
    guard let alert = tables.responses.alerts.element(at: tables.responses.actions[action.action].alert),
      alert.decides
    else {
      return
    }
    answered.insert(action.clause)
    guard !action.isAssumed, !action.answer.isNone else { return }
    let button = action.answer - alert.buttons.startIndex
    counts.buttons[Button(clause: Int(action.clause), index: button), default: 0] += 1
  }

  mutating func concludes(_ conclusion: Conclusion) {
    if !unwrap.isNone {
      if conclusion == .unwrapped { counts.unwraps[Int(unwrap)] += 1 }
      unwrap = .nowhere
      return
    }
    if !category.isNone {
      if conclusion == .matched { counts.categories[Int(category)] += 1 }
      category = .nowhere
      return
    }
    guard !clause.isNone else { return }
    let index = Int(clause)
    let isRule = tables.clauses[index].kind != .otherwise
    switch conclusion {
    case .disabled:
      counts.clauses[index].evaluations -= 1
    case .notMatched, .matched:
      break
    case .exhausted:
      counts.clauses[index].exhausted += 1
      // The verdict for an exhausted budget is not the rule's own verdict.
      clause = .nowhere
    case .nothingInside:
      counts.clauses[index].nothingInside += 1
    case .failed:
      if isRule { counts.clauses[index].matched += 1 }
      counts.clauses[index].failed += 1
      clause = .nowhere
    case .unanswered:
      if isRule { counts.clauses[index].matched += 1 }
      clause = .nowhere
    case .evaluated, .continued, .ran, .escalated, .transformed, .unwrapped, .emitted, .handled, .raised:
      if isRule { counts.clauses[index].matched += 1 }
      if !answered.contains(clause) { counts.clauses[index].said += 1 }
      clause = .nowhere
    }
  }

  mutating func emits(_ event: ErrorNodeIndex, from clause: ClauseIndex, in record: borrowing ErrorRecord) {
    places.append(.nowhere)
  }

  mutating func raises(_ error: ErrorNodeIndex, from clause: ClauseIndex, in record: borrowing ErrorRecord) {
    places.append(.nowhere)
  }

  mutating func settles(event: Outcome.Event) { leaveEvaluation() }
  mutating func settles(error: Outcome.Resolution) { leaveEvaluation() }

  private mutating func leaveEvaluation() {
    if places.count > 1 { places.removeLast() }
  }

  mutating func reads(_ reading: StateReading, key: IndexRange<SubjectIndex>, within: Int64) {
    if case .breaker(let breaker, _, _, openSince: .some) = reading { counts.breakers[breaker] += 1 }
  }

  mutating func ignores(category: Value) {}
  mutating func replaces(_ old: ErrorNodeIndex, by new: ErrorNodeIndex, in record: borrowing ErrorRecord) {}
}

extension Evaluator {
  /// Evaluates the last record, as ``run(_:ordinal:)`` does, and counts its coverage.
  ///
  /// - Parameter responder: the first responder; nil for the one of the record's origin.
  package mutating func run(
    _ state: inout ChainState, ordinal: UInt64, covering coverage: inout CoverageCounter,
    from responder: Int? = nil
  ) -> Bool {
    coverage.begin()
    return evaluate(&state, reportingTo: &coverage, ordinal: ordinal, clock: time, from: responder)
  }
}

extension ResponderChain {
  /// The comparison by its index in the chain. The operator is nil for a bare value; `expected` is as written.
  package func comparison(_ source: UInt32) -> (subject: String, operator: String?, expected: String) {
    let source = sources[Int(source)]
    return (source.subject, source.operator, source.expected)
  }
}
