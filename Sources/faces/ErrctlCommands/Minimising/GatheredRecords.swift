import ErrorStreams
import Replay
internal import Bytes
internal import Engine
import Secrets
import SystemPackage

/// The lines of streams as errctl's own records, and where they stand in a log of another format.
struct GatheredRecords {
  private(set) var text: [UInt8] = []
  /// The records' lines in the text, without line feeds.
  private(set) var ranges: [Range<Int>] = []
  /// The offsets of the records in their log.
  private(set) var places: [Int] = []
  /// A log of another format, if it is the only stream.
  private(set) var log: FilePath?
  private(set) var missing = MissingParts()

  init(_ inputs: StreamFiles, _ options: ReplayOptions, redactor: Redactor?) throws {
    var gathered = Self()
    missing = try inputs.each { stream, descriptor in
      var reader = RecordReader(
        descriptor, named: stream.name, input: options.input, limits: options.limits, times: options.times,
        chunkSize: options.chunkSize, wake: options.wake)
      var chunk = Chunk()
      do throws(Errno) {
        while try reader.read(into: &chunk) { gathered.add(chunk, of: reader, redactor) }
      } catch {
        if Interruption.signal != nil { throw CommandFailure(Interruption.status) }
        throw CommandFailure(.unusableInput, "\(stream.name): \(InputFile.reason(error))")
      }
      if !reader.isNative, inputs.names.count == 1, redactor == nil, case .file(let path) = stream.source {
        gathered.log = path
      }
      return .ended(reader.fault)
    }
    let missing = missing
    self = gathered
    self.missing = missing
  }

  private init() {}

  private mutating func add(
    _ chunk: borrowing Chunk, of reader: borrowing RecordReader, _ redactor: Redactor?
  ) {
    let bytes = chunk.bytes.slice
    var (start, line) = (0, 0)
    while start < bytes.count {
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      if !bytes[start..<end].isBlank {
        let first = text.count
        if let redactor {
          text += redactor.json(String(bytes[start..<end])).utf8
        } else {
          text += bytes[start..<end].buffer
        }
        ranges.append(first..<text.count)
        places.append(reader.place(ofLine: line, at: start).position)
        text.append(UInt8(ascii: "\n"))
      }
      (start, line) = (end + 1, line + 1)
    }
  }

  /// A record, without a line feed.
  func line(_ record: Int) -> ArraySlice<UInt8> { text[ranges[record]] }

  /// The records, with line feeds.
  func text(of records: [Int]) -> [UInt8] {
    var bytes: [UInt8] = []
    for record in records { bytes += text[ranges[record].lowerBound...ranges[record].upperBound] }
    return bytes
  }

  /// A line of a log.
  struct LogLine {
    let bytes: [UInt8]
    /// Whether a record begins here. Without it, the record's other lines would belong to the one before.
    let isFirst: Bool
  }

  /// The lines of the log from each of these records up to the next one; nil without a log.
  func logLines(of records: [Int]) -> [LogLine]? {
    guard let log, let descriptor = try? FileDescriptor.open(log, .readOnly) else { return nil }
    defer { try? descriptor.close() }
    guard let size = try? Int(descriptor.seek(offset: 0, from: .end)) else { return nil }
    let starts = Array(Set(places)).sorted()
    var lines: [LogLine] = []
    for place in Array(Set(records.map { places[$0] })).sorted() {
      let end = starts.first { $0 > place } ?? size
      guard place < end, end <= size else { return nil }
      var bytes = [UInt8](repeating: 0, count: end - place)
      let read = try? bytes.withUnsafeMutableBytes {
        try descriptor.read(fromAbsoluteOffset: Int64(place), into: $0)
      }
      guard read == bytes.count else { return nil }
      let own = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      lines += own.enumerated().map { LogLine(bytes: Array($1), isFirst: $0 == 0) }
      if lines.last?.bytes.isEmpty == true { lines.removeLast() }
    }
    return lines
  }
}
