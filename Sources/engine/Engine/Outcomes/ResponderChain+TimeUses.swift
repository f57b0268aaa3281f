internal import Bytes

extension ResponderChain {
  /// The state that counts errors within windows, in the plural: rates, throttles, retries counted by key, breakers.
  package var windows: [String] {
    (tables.limits.rates.isEmpty ? [] : ["rates"]) + (tables.limits.throttles.isEmpty ? [] : ["throttles"])
      + (tables.limits.budgets.isEmpty ? [] : ["counted retries"])
      + (tables.breakers.isEmpty ? [] : ["breakers"])
  }
}
