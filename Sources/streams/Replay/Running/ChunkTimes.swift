package import Bytes
package import Records

/// The times of a chunk's records and completed operations.
package struct ChunkTimes: ~Copyable {
  /// The latest time read.
  package var clock: Timestamp?
  /// The times in microseconds, without records that are out of order within the chunk.
  package var ascending = Buffer<Int64>()
  /// The earliest time of records out of order and completed operations, in microseconds; Int64.max for none.
  package var earliestOther = Int64.max

  package mutating func reset() {
    clock = nil
    ascending.removeAll()
    earliestOther = .max
  }

  /// Takes note of a record's time. False if the record is out of order.
  mutating func note(_ time: Timestamp) -> Bool {
    if let clock, time.microseconds < clock.microseconds {
      earliestOther = min(earliestOther, time.microseconds)
      return false
    }
    clock = time
    ascending.append(time.microseconds)
    return true
  }

  mutating func note(completion time: Timestamp) {
    earliestOther = min(earliestOther, time.microseconds)
    if clock.map({ $0 < time }) ?? true { clock = time }
  }

  /// The times before records out of order are counted across chunks.
  ///
  /// - Parameter outOfOrder: the records out of order within the chunk.
  package func all(outOfOrder: Int) -> RecordTimes {
    guard let clock else { return RecordTimes() }
    let first = ascending.isEmpty ? clock.microseconds : ascending[0]
    return RecordTimes(
      first: Timestamp(microseconds: min(first, earliestOther)), last: clock,
      count: ascending.count + outOfOrder)
  }

  /// In-order records that are earlier than a time read before the chunk.
  func records(before time: Timestamp?) -> Int {
    guard let time else { return 0 }
    var low = 0
    var high = ascending.count
    while low < high {
      let middle = (low + high) / 2
      if ascending[middle] < time.microseconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
