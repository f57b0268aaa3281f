internal import Engine

extension StreamCounts {
  init(_ chain: ResponderChain, _ options: ReplayOptions) {
    outcomes = OutcomeCounts(chain, options.redactor, options.limits)
    detail = DetailCounter(chain, isOn: options.wantsDetail)
    kinds = KindCounts(
      isOn: options.wantsKinds, limit: KindCounts.limitOfTables, options.redactor, options.limits)
    costs = CostCounter(chain, clock: options.profileClock)
  }

  /// The counts under the second rule set of a comparison: outcomes alone.
  init(outcomesOf chain: ResponderChain, _ options: ReplayOptions) {
    var options = options
    (options.wantsDetail, options.wantsKinds, options.profileClock) = (false, false, nil)
    self.init(chain, options)
  }

  /// The counts of a shard, of everything that a report may show.
  init(shardOf chain: ResponderChain, _ options: ReplayOptions) {
    var options = options
    (options.wantsDetail, options.wantsKinds) = (true, true)
    self.init(chain, options)
  }
}
