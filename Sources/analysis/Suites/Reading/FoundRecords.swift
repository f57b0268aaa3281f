package import ErrorStreams
package import Bytes
internal import Records
internal import Source
package import SystemPackage

/// Records of a stream by id: their own, or their number from 1.
package struct FoundRecords: Sendable {
  /// The stream's name. Nil if the suite has none.
  private var stream: String?
  private var lines: [String: [UInt8]] = [:]
  private var ids: [String] = []
  private var count: UInt64 = 0
  private static let rememberedIDs = 20_000

  /// No records, for a suite without a stream.
  package init() {
    stream = nil
  }

  /// No records, for a stream that can't be read. Missing records are not reported then.
  package static let unavailable: FoundRecords = {
    var records = FoundRecords()
    records.isAtHand = false
    return records
  }()

  private var isAtHand = true
  /// The reason for which a part of the stream is missing.
  package private(set) var fault: StreamFault?

  package enum Failure: Error {
    case unreadable(Errno)
  }

  package init(
    _ wanted: Set<String>, in descriptor: FileDescriptor, named name: String, limits: Limits,
    times: TimeDefaults = TimeDefaults()
  ) throws(Failure) {
    stream = name
    var record = ErrorRecord(limits)
    var found = self
    (_, found.fault) = try Self.lines(of: descriptor, named: name, limits: limits, times: times) { line in
      let fault = record.read(line)
      if fault == nil { found.take(line, record, wanted) }
      return fault
    }
    self = found
  }

  /// Calls `take` with every line of a stream that is not too long. It reads the line as a record.
  static func lines(
    of descriptor: FileDescriptor, named name: String, limits: Limits, times: TimeDefaults,
    _ take: (ByteSlice) -> RecordFault?
  ) throws(Failure) -> (StreamContents, StreamFault?) {
    var reader = RecordReader(descriptor, named: name, limits: limits, times: times)
    var chunk = Chunk()
    var contents = StreamContents()
    do throws(Errno) {
      while try reader.read(into: &chunk) {
        let bytes = chunk.bytes.slice
        var start = 0
        while start < bytes.count {
          let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
          if end - start <= limits.recordBytes { contents.count(take(bytes[start..<end])) }
          start = end + 1
        }
      }
    } catch {
      throw .unreadable(error)
    }
    contents += reader.contents
    return (contents, reader.fault)
  }

  private mutating func take(_ line: ByteSlice, _ record: borrowing ErrorRecord, _ wanted: Set<String>) {
    count += 1
    let id = record.ownID ?? "\(count)"
    if ids.count < Self.rememberedIDs { ids.append(id) }
    guard wanted.contains(id), lines[id] == nil else { return }
    lines[id] = (0..<line.count).map { line[$0] }
  }

  func line(of id: String) -> [UInt8]? { lines[id] }

  func absence(of id: String, at place: SourceRange) -> Diagnostic? {
    guard isAtHand else { return nil }
    guard let stream else {
      return Diagnostic(
        "unknown-record", "This suite names no stream. Add “stream: FILE” at its top.", at: place)
    }
    let near = Suggestion.nearest(to: id, among: ids, atMost: 2).map { "“\($0)”" }
    let question = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
    let records = count == 1 ? "1 record" : "\(count) records"
    let loss = fault.map { " \($0.message)" } ?? ""
    return Diagnostic(
      "unknown-record", "No record of \(stream) has the id “\(id)”.\(question) It has \(records).\(loss)",
      at: place)
  }
}
