package import Records

/// The place of a record in its chunk, with its ordinal there.
package struct NotedRecord: BitwiseCopyable {
  package var start = 0
  package var count = 0
  package var ordinal: UInt64 = 0
  /// The latest time read in the chunk before it; or before and with it, if it is noted for later.
  package var clock: Timestamp?

  package init() {}

  init(start: Int, count: Int, ordinal: UInt64, clock: Timestamp?) {
    self.start = start
    self.count = count
    self.ordinal = ordinal
    self.clock = clock
  }
}
