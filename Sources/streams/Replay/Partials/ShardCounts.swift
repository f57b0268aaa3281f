internal import Bytes
internal import Engine

/// The counts of a shard's records that stand alone.
struct ShardCounts: ~Copyable {
  var outcomes: OutcomeCounts
  var detail: DetailCounter
  var kinds: KindCounts

  init(_ chain: ResponderChain, _ options: ReplayOptions) {
    outcomes = OutcomeCounts(chain, options.redactor, options.limits)
    detail = DetailCounter(chain, isOn: true)
    kinds = KindCounts(limit: KindCounts.limitOfTables, options.redactor, options.limits)
  }

  /// Takes the counts of a chunk; `records` of the shard precede it.
  mutating func take(_ evaluation: inout ChunkEvaluation, after records: UInt64) {
    outcomes.take(&evaluation.outcomeCounts, after: records)
    detail.take(&evaluation.detail, after: records)
    evaluation.kinds.endChunk(after: records)
  }

  /// Takes what a worker keeps across its chunks.
  mutating func settle(_ evaluation: inout ChunkEvaluation) {
    evaluation.countAllKnown()
    outcomes.take(&evaluation.outcomeCounts, after: 0)
    outcomes.takeKinds(&evaluation.outcomeCounts)
    kinds.take(&evaluation.kinds)
  }

  mutating func code(_ chain: ResponderChain, with coder: inout ByteCoder) {
    outcomes.code(with: &coder)
    detail.code(with: &coder, chain)
    kinds.code(with: &coder)
  }
}
