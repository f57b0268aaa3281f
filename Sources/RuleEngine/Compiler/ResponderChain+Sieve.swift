extension ResponderChain {
  /// Whether only records that match a filter are evaluated.
  package var hasSieve: Bool { !tables.sieve.isNone }
}
