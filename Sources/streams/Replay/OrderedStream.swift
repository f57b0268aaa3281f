internal import Counting
internal import ErrorStreams
internal import Bytes
internal import SystemPackage

final class OrderedStream {
  let index: Int
  let stream: Replayer.Stream
  let descriptor: FileDescriptor
  var reader: StreamReader
  var lineCounts = LineCounts()
  var rejectedLines: [RejectedLine] = []
  private(set) var text = Buffer<UInt8>(capacity: 1 << 12)
  private(set) var entries = Buffer<SelectedRecord>()
  private(set) var next = 0
  /// The next record's time, or that of the record before it if it has none.
  private(set) var key = Int64.min

  init(
    _ index: Int, _ stream: Replayer.Stream, _ descriptor: FileDescriptor, _ reader: consuming StreamReader
  ) {
    self.index = index
    self.stream = stream
    self.descriptor = descriptor
    self.reader = reader
  }

  var isEmpty: Bool { next == entries.count }

  func removeAll() {
    text.removeAll()
    entries.removeAll()
    next = 0
  }

  func append(_ line: ByteSlice, time: Int64) {
    entries.append(SelectedRecord(start: text.count, count: line.count, time: time))
    text.append(line)
  }

  /// The line is valid until more is read.
  func take() -> (line: ByteSlice, time: Int64) {
    let entry = entries[next]
    next += 1
    lookAhead()
    return (text.slice(entry.start..<(entry.start + entry.count)), entry.time)
  }

  func lookAhead() {
    guard !isEmpty, case let time = entries[next].time, time > .min else { return }
    key = time
  }
}
