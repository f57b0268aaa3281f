internal import Bytes

extension ResponderChain {
  /// Whether a quota gets tokens back from operations that end well.
  package var countsCompletions: Bool {
    if !tables.limits.quotas.isEmpty { return true }
    for index in tables.limits.retryLimits.indices where tables.limits.retryLimits[index].quota == .tokens {
      return true
    }
    return false
  }
}
