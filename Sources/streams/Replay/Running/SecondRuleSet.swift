internal import Counting
internal import Bytes
internal import Engine
internal import Records

struct SecondRuleSet: ~Copyable {
  var evaluator: Evaluator
  var counts: StreamCounts
  /// Delays that can be drawn only once the ordinal is known.
  var gaps = Buffer<Gap>()
  var moves = MoveTable()
  var load: LoadNotes
  /// For each clause of this rule set, the one of the same kind and name in the first. The same for categories.
  private let counterparts: [ClauseIndex]
  private let categories: [CategoryIndex]
  private var effects = Buffer<UInt8>()
  private var otherEffects = Buffer<UInt8>()
  private var noGaps = Buffer<Gap>()

  init(_ chain: ResponderChain, besides first: ResponderChain, _ options: ReplayOptions) {
    let answers = options.unrecorded.otherPresetAnswers
    evaluator = Evaluator(chain, limits: options.limits, presetAnswers: answers, besides: first, reads: false)
    evaluator.seed = options.seed
    if !options.unrecorded.failing.isEmpty { evaluator.fail(actionsNamed: options.unrecorded.failing) }
    counts = StreamCounts(
      chain, options.counting.ofSecond, options.redactor, options.limits)
    load = LoadNotes(options.load)
    var names: [String: Int] = [:]
    for index in first.clauses.indices { names[Self.name(index, first)] = index }
    counterparts = chain.clauses.indices.map { ClauseIndex(names[Self.name($0, chain)]) }
    // Neither a category of the first rule set nor none.
    let unknown = CategoryIndex(-2)
    categories = chain.categories.map {
      first.categories.firstIndex(of: $0).map { CategoryIndex($0) } ?? unknown
    }
  }

  private static func name(_ clause: Int, _ chain: ResponderChain) -> String {
    "\(chain.clauses[clause].kind) \(chain.name(ofClause: clause))"
  }

  mutating func reset() {
    gaps.removeAll()
    load.removeAll()
    counts.lines = LineCounts()
  }

  /// The first evaluator has read the record.
  mutating func evaluate(
    _ reader: borrowing Evaluator, _ state: inout ChainState, ordinal: UInt64?, clock: Timestamp?
  ) -> EvaluatorResult {
    evaluator.read(from: reader)
    return evaluator.evaluate(&state, ordinal: ordinal, clock: clock)
  }

  /// The first evaluator has read a record that says that an operation ended well.
  mutating func complete(_ reader: borrowing Evaluator, _ state: inout ChainState, clock: Timestamp?) -> Bool
  {
    evaluator.read(from: reader)
    return evaluator.complete(&state, clock: clock)
  }

  mutating func finish(_ result: EvaluatorResult, _ record: NotedRecord, isDeferred: Bool) {
    if load.isOn, !load.isSimulated {
      load.note(result, evaluator, record.ordinal, clock: record.clock, isDeferred: isDeferred)
    }
    if case .known(let answer) = result { return counts.count(known: answer, evaluator, record.ordinal) }
    counts.count(evaluator, record.ordinal)
    evaluator.appendDelays(ordinal: record.ordinal, at: 0, to: &gaps)
  }

  mutating func countKnown() { counts.outcomes.countKnown(&evaluator) }

  mutating func count(
    _ mine: EvaluatorResult, besides old: EvaluatorResult, _ first: inout Evaluator,
    _ record: NotedRecord
  ) {
    if case .known(let answer) = old, case .known(let other) = mine {
      let place: MoveTable.Place
      if let known = moves.pairs[answer.number, other.number] {
        place = known
      } else {
        first.take(answer.number)
        evaluator.take(other.number)
        place = self.place(besides: &first)
        moves.pairs.remember(answer.number, other.number, place)
      }
      moves.count(place, record.ordinal, at: record.start, record.count)
      return
    }
    if case .known(let answer) = old { first.take(answer.number) }
    if case .known(let answer) = mine { evaluator.take(answer.number) }
    moves.count(place(besides: &first), record.ordinal, at: record.start, record.count)
  }

  private mutating func place(besides first: inout Evaluator) -> MoveTable.Place {
    let (old, new) = (first.outcome.resolution, evaluator.outcome.resolution)
    let endings = (OutcomeKind(old), OutcomeKind(new))
    var changes: MovedGroup.Changes = []
    if endings.0 != endings.1 || !old.isEvent && old.evaluation != new.evaluation { changes.insert(.outcome) }
    if !hasSameClause(old, new) { changes.insert(.decider) }
    if !evaluator.retries(as: first) { changes.insert(.retry) }
    effects.removeAll()
    otherEffects.removeAll()
    first.appendEffects(to: &otherEffects, gaps: &noGaps)
    evaluator.appendEffects(to: &effects, gaps: &noGaps)
    if effects.slice != otherEffects.slice { changes.insert(.effects) }
    if evaluator.endsWithAnotherError(than: first) { changes.insert(.error) }
    let category = new.category.place.map { categories[$0] } ?? CategoryIndex.nowhere
    let move = Move(
      old: Self.clause(old), new: Self.clause(new), oldEnding: UInt8(endings.0.rawValue),
      newEnding: UInt8(endings.1.rawValue), oldEvaluation: old.isEvent ? 0 : old.evaluation.rawValue,
      newEvaluation: new.isEvent ? 0 : new.evaluation.rawValue, changes: changes.rawValue)
    return moves.place(
      of: move, cell: OutcomeMatrix.place(endings.0, endings.1),
      isRecategorised: !old.isEvent && category != old.category)
  }

  private func hasSameClause(_ old: Outcome.Resolution, _ new: Outcome.Resolution) -> Bool {
    guard !old.clause.isNone, !new.clause.isNone else { return Self.clause(old) == Self.clause(new) }
    return counterparts[Int(new.clause)] == old.clause
  }

  private static func clause(_ resolution: Outcome.Resolution) -> ClauseIndex {
    resolution.isIgnored ? .ignored : resolution.clause
  }
}

extension CountingOptions {
  /// The counts of a second rule set: its values, and those of gates.
  var ofSecond: CountingOptions {
    var options = CountingOptions(field: field)
    options.gateFields = gateFields
    return options
  }
}
