extension ResponderChain {
  /// Whether there is something that records must match to be answered at all.
  package var hasSieve: Bool { !tables.sieve.isNone }
}
