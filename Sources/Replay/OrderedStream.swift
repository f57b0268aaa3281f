internal import ErrorStreams
internal import RuleEngine
internal import SystemPackage

/// One of the streams that are merged by time: the records that were read of it and not handed on yet.
///
/// It belongs to the ``OrderedSource`` that made it.
final class OrderedStream {
  let index: Int
  let stream: Replayer.Stream
  let descriptor: FileDescriptor
  var reader: StreamReader
  /// Where its lines went, as far as they were read.
  var ledger = Ledger()
  var refusals: [StreamRefusal] = []
  private(set) var text = Buffer<UInt8>(capacity: 1 << 12)
  private(set) var entries = Buffer<SiftedRecord>()
  private(set) var next = 0
  /// What the next record goes by: its time, or that of the one before it where it has none.
  private(set) var key = Int64.min

  init(
    _ index: Int,
    _ stream: Replayer.Stream,
    _ descriptor: FileDescriptor,
    _ reader: consuming StreamReader
  ) {
    self.index = index
    self.stream = stream
    self.descriptor = descriptor
    self.reader = reader
  }

  /// Whether all that was read is handed on.
  var isEmpty: Bool { next == entries.count }

  func removeAll() {
    text.removeAll()
    entries.removeAll()
    next = 0
  }

  func append(_ line: ByteSlice, time: Int64) {
    entries.append(SiftedRecord(start: text.count, count: line.count, time: time))
    text.append(line)
  }

  /// The next record; its line is valid until more is read.
  func take() -> (line: ByteSlice, time: Int64) {
    let entry = entries[next]
    next += 1
    lookAhead()
    return (text.slice(entry.start..<(entry.start + entry.count)), entry.time)
  }

  /// Finds out what the next record goes by.
  func lookAhead() {
    guard !isEmpty, case let time = entries[next].time, time > .min else { return }
    key = time
  }
}
