package import Bytes
package import Engine
internal import Records
package import Secrets

/// The counts of a stream, or of a part of it: those of a worker, of a shard, of a page, and of all that was merged.
package struct StreamCounts: ~Copyable {
  package var lines = LineCounts()
  package var outcomes: OutcomeCounts
  package var detail: DetailCounter
  package var kinds: KindCounts
  /// The errors by the values of a field.
  package private(set) var values: KindCounts
  private var shapes: ShapeCounts
  /// The errors by the values of the fields of gates.
  private let gateValues: [GateValues]
  package var costs: CostCounter
  private let onlySelected: Bool

  /// - Parameters:
  ///   - options: the counts beside those of lines and outcomes; without them, these alone.
  ///   - redactor: hides secrets in the names of kinds.
  package init(
    _ chain: ResponderChain, _ options: CountingOptions = CountingOptions(), _ redactor: Redactor,
    _ limits: Limits
  ) {
    outcomes = OutcomeCounts(chain, redactor, limits)
    detail = DetailCounter(chain, isOn: options.wantsDetail)
    kinds = KindCounts(by: options.kinds, limit: options.mostKinds, redactor, limits)
    values = KindCounts(valuesOf: options.field, redactor, limits)
    shapes = ShapeCounts(options.shapes, chain)
    gateValues = options.gateFields.map { GateValues(KindCounts(valuesOf: $0, redactor, limits)) }
    costs = CostCounter(chain, clock: options.clock)
    onlySelected = options.onlySelected
  }

  /// Counts the last record, whose outcome is cached. The outcome is added lazily (``OutcomeCounts/countKnown(_:)``).
  package mutating func count(
    known answer: CachedOutcome, _ evaluator: borrowing Evaluator, _ ordinal: UInt64
  ) {
    var hashes = KindHashes()
    outcomes.count(known: answer, evaluator, ordinal, &hashes)
    if detail.isOn { detail.count(known: answer.number, evaluator, ordinal) }
    if shapes.isOn { shapes.count(known: answer, evaluator) }
    for values in gateValues { values.count(known: answer.number, evaluator, ordinal) }
    if onlySelected { return }
    if kinds.isOn { kinds.count(known: answer.number, evaluator, ordinal, &hashes) }
    values.count(valueOf: answer.number, evaluator, ordinal)
  }

  /// Counts the last record.
  package mutating func count(_ evaluator: borrowing Evaluator, _ ordinal: UInt64) {
    var hashes = KindHashes()
    outcomes.count(evaluator, ordinal, &hashes)
    if detail.isOn { detail.count(evaluator, ordinal) }
    if shapes.isOn { shapes.count(evaluator.outcome.resolution, evaluator) }
    if !evaluator.outcome.isEvent { for values in gateValues { values.count(evaluator, ordinal) } }
    if !onlySelected { countGroups(evaluator, ordinal, &hashes) }
    if evaluator.outcome.hasUnknownCategory { lines.unknownCategories += 1 }
    lines.wrongAnswers += evaluator.outcome.wrongAnswers
  }

  /// Counts the last record's kind and value, if it is selected.
  package mutating func countGroups(_ evaluator: borrowing Evaluator, _ ordinal: UInt64) {
    var hashes = KindHashes()
    countGroups(evaluator, ordinal, &hashes)
  }

  private mutating func countGroups(
    _ evaluator: borrowing Evaluator, _ ordinal: UInt64, _ hashes: inout KindHashes
  ) {
    guard !evaluator.outcome.isEvent else { return }
    if kinds.isOn {
      kinds.count(evaluator, kinds.owner(of: evaluator.outcome.resolution), ordinal, &hashes)
    }
    values.count(valueOf: evaluator, ordinal)
  }

  /// Takes the counts of a chunk's records, but for what its worker keeps across chunks. The lines stay the chunk's, too.
  ///
  /// - Parameter records: the number of records before the chunk.
  package mutating func take(_ chunk: inout StreamCounts, after records: UInt64) {
    lines += chunk.lines
    outcomes.take(&chunk.outcomes, after: records)
    detail.take(&chunk.detail, after: records)
    chunk.kinds.endChunk(after: records)
    chunk.values.endChunk(after: records)
    for values in chunk.gateValues { values.counts.endChunk(after: records) }
    costs.take(&chunk.costs)
  }

  /// Takes what a worker, or a shard, keeps across its chunks.
  package mutating func settle(_ worker: inout StreamCounts) {
    outcomes.take(&worker.outcomes, after: 0)
    outcomes.takeKinds(&worker.outcomes)
    if kinds.isOn { kinds.take(&worker.kinds) }
    if values.isOn { values.take(&worker.values) }
    if shapes.isOn { shapes.take(&worker.shapes) }
    for (own, other) in zip(gateValues, worker.gateValues) { own.counts.take(&other.counts) }
  }

  /// The errors by shape; nil if they were not counted, or not all of them have one.
  package var errorShapes: ErrorShapes? { shapes.counted }
  package var countsShapes: Bool { shapes.isOn }

  /// The errors by the values of the fields of gates, field by field.
  package var gateTables: [FieldTable] { gateValues.compactMap { $0.counts.table() } }

  /// Codes the counts of a shard's records. Their lines are coded with the chunks.
  package mutating func code(_ chain: ResponderChain, with coder: inout ByteCoder) {
    outcomes.code(with: &coder)
    detail.code(with: &coder, chain)
    kinds.code(with: &coder)
    if values.isOn { values.code(with: &coder) }
    for values in gateValues { values.counts.code(with: &coder) }
  }
}

/// The counts by one of several fields: a list holds no values that can't be copied.
private final class GateValues {
  var counts: KindCounts

  init(_ counts: consuming KindCounts) { self.counts = counts }

  func count(known number: CachedOutcomeIndex, _ evaluator: borrowing Evaluator, _ ordinal: UInt64) {
    counts.count(valueOf: number, evaluator, ordinal)
  }

  func count(_ evaluator: borrowing Evaluator, _ ordinal: UInt64) {
    counts.count(valueOf: evaluator, ordinal)
  }
}
