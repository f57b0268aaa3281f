internal import Bytes

extension ResponderChain {
  /// The state that counts errors within windows, in the plural: rates, throttles, retries counted by key, breakers.
  package var windows: [String] {
    (tables.rates.isEmpty ? [] : ["rates"]) + (tables.throttles.isEmpty ? [] : ["throttles"])
      + (tables.budgets.isEmpty ? [] : ["counted retries"]) + (tables.breakers.isEmpty ? [] : ["breakers"])
  }
}
