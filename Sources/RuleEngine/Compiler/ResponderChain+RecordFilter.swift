extension ResponderChain {
  /// Whether only records that match a filter are evaluated.
  package var hasRecordFilter: Bool { !tables.recordFilter.isNone }
}
