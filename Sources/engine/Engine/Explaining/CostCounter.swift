internal import Bytes
package import Records

/// Measures the cost of each question. Because it listens, rules are evaluated one by one, without the index.
package struct CostCounter: StepSink, ~Copyable {
  struct OpenQuestion: BitwiseCopyable {
    let place: Int32
    var isMatch = true
    var isDisabled = false
    var patternTests: Int32 = 0
    var nanoseconds: Int64 = 0
  }

  package let isOn: Bool
  private let reference: TablesReference
  private var tables: ChainTables { @inline(__always) unsafeAddress { reference.address } }
  /// A monotonic clock, in nanoseconds.
  private let now: @Sendable () -> Int64
  /// Nanoseconds for one reading of the clock, subtracted from every measurement.
  private var reading: Int64 = 0
  private var costs = Buffer<QuestionCost>(capacity: 1)
  private var open = Buffer<OpenQuestion>()
  private var begin: Int64 = 0

  /// Measures a chain if a clock is given. The chain must outlive this value.
  package init(_ chain: ResponderChain, clock: (@Sendable () -> Int64)?) {
    reference = chain.reference
    isOn = clock != nil
    now = clock ?? { 0 }
    guard isOn else { return }
    costs.append(repeating: QuestionCost(), count: ChainQuestion.count(in: tables))
    reading = .max
    for _ in 0..<64 {
      let first = now()
      reading = min(reading, now() - first)
    }
  }

  package subscript(question: ChainQuestion) -> QuestionCost {
    isOn ? costs[question.place(in: tables)] : QuestionCost()
  }

  package mutating func take(_ other: inout CostCounter) {
    for index in 0..<costs.count where other.costs[index].evaluations > 0 {
      costs[index] += other.costs[index]
      other.costs[index] = QuestionCost()
    }
  }

  /// Ends an evaluation. An incomplete one is run again and is counted then.
  mutating func end(counts: Bool) {
    lapse()
    if counts {
      for index in 0..<open.count where !open[index].isDisabled {
        let question = open[index]
        costs[Int(question.place)] += QuestionCost(
          evaluations: 1, matched: question.isMatch ? 1 : 0, patternTests: Int(question.patternTests),
          nanoseconds: question.nanoseconds)
      }
    }
    open.removeAll()
  }

  private mutating func begin(_ question: ChainQuestion) {
    lapse()
    open.append(OpenQuestion(place: Int32(question.place(in: tables))))
    begin = now()
  }

  private mutating func lapse() {
    guard !open.isEmpty else { return }
    open[open.count - 1].nanoseconds = max(0, now() - begin - reading)
  }

  mutating func begins(category: CategoryIndex) { begin(.category(Int(category))) }
  mutating func begins(unwrap: UnwrapIndex) { begin(.unwrap(Int(unwrap))) }
  mutating func beginsContract(of responder: ResponderIndex) { begin(.contract(Int(responder))) }
  mutating func beginsIgnored() { begin(.ignored) }
  mutating func begins(breaker: BreakerIndex) { begin(.breaker(Int(breaker))) }
  mutating func begins(clause: ClauseIndex) { begin(.clause(Int(clause))) }

  mutating func compares(_ step: ConditionInstruction, with value: Value, holds: Bool) {
    guard step.operation == .matches, !open.isEmpty else { return }
    switch value.kind {
    case .string, .array: open[open.count - 1].patternTests += 1
    default: break
    }
  }

  mutating func concludes(_ conclusion: Conclusion) {
    guard !open.isEmpty else { return }
    switch conclusion {
    case .notMatched: open[open.count - 1].isMatch = false
    case .disabled: open[open.count - 1].isDisabled = true
    case .matched, .exhausted, .nothingInside, .failed, .unanswered, .evaluated, .continued, .ran, .escalated,
      .transformed,
      .unwrapped, .emitted, .handled, .raised:
      break
    }
  }

  mutating func arrives(at responder: ResponderIndex) {}
  mutating func takes(category: CategoryIndex, from source: CategorySource) {}
  mutating func ignores(category: Value) {}
  mutating func opens(_ group: StepGroup) {}
  mutating func closes(holds: Bool) {}
  mutating func reads(_ reading: StateReading, key: IndexRange<SubjectIndex>, within: Int64) {}
  mutating func runs(_ action: Outcome.RanAction) {}
  mutating func replaces(_ old: ErrorNodeIndex, by new: ErrorNodeIndex, in record: borrowing ErrorRecord) {}
  mutating func emits(_ event: ErrorNodeIndex, from clause: ClauseIndex, in record: borrowing ErrorRecord) {}
  mutating func raises(_ error: ErrorNodeIndex, from clause: ClauseIndex, in record: borrowing ErrorRecord) {}
  mutating func settles(event: Outcome.Event) {}
  mutating func settles(error: Outcome.Resolution) {}
}

extension Evaluator {
  package mutating func evaluate(
    _ state: inout ChainState, ordinal: UInt64?, clock: Timestamp?, counting costs: inout CostCounter
  ) -> EvaluatorResult {
    let isDone = evaluate(&state, reportingTo: &costs, ordinal: ordinal, clock: clock)
    costs.end(counts: isDone)
    return isDone ? .evaluated : .needsState
  }
}
