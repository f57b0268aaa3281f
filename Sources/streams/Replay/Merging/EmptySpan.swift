package import Counting
package import Records

/// A selection by time that leaves out every record.
package struct EmptySpan: Sendable, Equatable {
  /// The times of the records that are left out.
  package let first: Timestamp
  package let last: Timestamp
  let countsFromNow: Bool

  /// Nil if no record that was left out has a time.
  package init?(_ times: FilteredTimes, countsFromNow: Bool) {
    guard let first = times.first, let last = times.last else { return nil }
    (self.first, self.last, self.countsFromNow) = (first, last, countsFromNow)
  }

  /// Nil if a record is left, or no record has a time.
  init?(_ counts: LineCounts, countsFromNow: Bool) {
    guard counts.records == 0 else { return nil }
    self.init(counts.filteredTimes, countsFromNow: countsFromNow)
  }
}
