internal import Records

/// The times of all records that were merged, and which of them are out of order.
struct MergedTimes {
  private(set) var all = RecordTimes()
  /// The records that were earlier than one before them in any stream.
  private(set) var late = 0
  /// The latest time read in any stream.
  private var clock: Timestamp?
  /// The latest time by stream. A record is out of order only within its own stream.
  private var clocks: [Timestamp?] = []

  /// - Parameter outOfOrder: the records out of order within the chunk; afterwards, within the stream.
  mutating func take(_ chunk: borrowing ChunkTimes, of stream: Int, outOfOrder: inout Int) {
    while clocks.count <= stream { clocks.append(nil) }
    all += chunk.all(outOfOrder: outOfOrder)
    late += outOfOrder + chunk.records(before: clock)
    outOfOrder += chunk.records(before: clocks[stream])
    guard let latest = chunk.clock else { return }
    clock = clock.map { max($0, latest) } ?? latest
    clocks[stream] = clocks[stream].map { max($0, latest) } ?? latest
  }
}
