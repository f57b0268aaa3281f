internal import Bytes
internal import Engine
internal import Records

/// The counts of a stream, or of a part of it: those of a worker, of a shard, and of all that was merged.
struct StreamCounts: ~Copyable {
  var lines = LineCounts()
  var outcomes: OutcomeCounts
  var detail: DetailCounter
  var kinds: KindCounts
  var costs: CostCounter

  /// Counts the last record, whose outcome is cached. The outcome is added lazily (``countKnown(_:)``).
  @inline(__always)
  mutating func count(known answer: CachedOutcome, _ evaluator: borrowing Evaluator, _ ordinal: UInt64) {
    var hashes = KindHashes()
    outcomes.count(known: answer, evaluator, ordinal, &hashes)
    if detail.isOn { detail.count(known: answer.number, evaluator, ordinal) }
    if kinds.isOn { kinds.count(known: answer.number, evaluator, ordinal, &hashes) }
  }

  /// Counts the last record.
  mutating func count(_ evaluator: borrowing Evaluator, _ ordinal: UInt64) {
    var hashes = KindHashes()
    outcomes.count(evaluator, ordinal, &hashes)
    if detail.isOn { detail.count(evaluator, ordinal) }
    if kinds.isOn, !evaluator.outcome.isEvent {
      kinds.count(evaluator, KindCounts.Owner(evaluator.outcome.resolution), ordinal, &hashes)
    }
    if evaluator.outcome.hasUnknownCategory { lines.unknownCategories += 1 }
    lines.wrongAnswers += evaluator.outcome.wrongAnswers
  }

  /// Takes the counts of a chunk's records, but for what its worker keeps across chunks. The lines stay the chunk's, too.
  ///
  /// - Parameter records: the number of records before the chunk.
  mutating func take(_ chunk: inout StreamCounts, after records: UInt64) {
    lines += chunk.lines
    outcomes.take(&chunk.outcomes, after: records)
    detail.take(&chunk.detail, after: records)
    chunk.kinds.endChunk(after: records)
    costs.take(&chunk.costs)
  }

  /// Takes what a worker, or a shard, keeps across its chunks.
  mutating func settle(_ worker: inout StreamCounts) {
    outcomes.take(&worker.outcomes, after: 0)
    outcomes.takeKinds(&worker.outcomes)
    if kinds.isOn { kinds.take(&worker.kinds) }
  }
}

extension StreamCounts {
  /// Codes the counts of a shard's records. Their lines are coded with the chunks.
  mutating func code(_ chain: ResponderChain, with coder: inout ByteCoder) {
    outcomes.code(with: &coder)
    detail.code(with: &coder, chain)
    kinds.code(with: &coder)
  }
}
