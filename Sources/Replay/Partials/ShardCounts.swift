internal import Bytes
internal import RuleEngine

/// What a shard's records that stand alone came to.
struct ShardCounts: ~Copyable {
  var outcomes: OutcomeCounts
  var detail: DetailCounter
  var kinds: KindCounts

  init(_ chain: ResponderChain, _ options: ReplayOptions) {
    outcomes = OutcomeCounts(chain, options.redactor, options.limits)
    detail = DetailCounter(chain, isOn: true)
    kinds = KindCounts(limit: KindCounts.limitOfTables, options.redactor, options.limits)
  }

  mutating func code(_ chain: ResponderChain, with coder: inout ByteCoder) {
    outcomes.code(with: &coder)
    detail.code(with: &coder, chain)
    kinds.code(with: &coder)
  }
}
