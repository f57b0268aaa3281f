internal import ErrorStreams
internal import PageAnswers
package import Replay
internal import Bytes
internal import Records
internal import SystemPackage

/// The first records of streams: enough to see what a change of the rules does, and few enough to be evaluated at each
/// keystroke.
package struct StreamHead: Sendable {
  /// A record each, with an end of line.
  package private(set) var text: [UInt8] = []
  package private(set) var count = 0
  private var contents = StreamContents()
  /// The streams contain text, and none of it could be read.
  package var hasNoRecord: Bool { contents.hasNoRecord }
  /// The streams have no more than that.
  package private(set) var isWhole = true

  /// Reads no more of the streams than it needs.
  ///
  /// - Throws: ``Replayer/Failure`` for a stream that can't be read.
  package init(
    _ streams: [Replayer.Stream], _ options: ReplayOptions, most: Int = RecordedLines.most,
    longest: Int = RecordedLines.longest
  ) throws(Replayer.Failure) {
    var record = ErrorRecord(options.limits)
    for stream in streams {
      let descriptor = try stream.open()
      defer { stream.close(descriptor) }
      var reader = RecordReader(
        descriptor, named: stream.name, input: options.input, limits: options.limits, times: options.times,
        chunkSize: options.chunkSize)
      defer { contents += reader.contents }
      var chunk = Chunk()
      do {
        while try reader.read(into: &chunk) {
          guard append(chunk.bytes.slice, most, longest, reading: &record) else { return }
        }
      } catch {
        throw .unreadable(stream: stream.name, error)
      }
      // What is missing of a packed stream is said with the preview.
      if let fault = reader.fault, fault.isFatal { throw .packed(stream: stream.name, fault) }
    }
  }

  /// False if there is room for no more.
  private mutating func append(
    _ lines: ByteSlice, _ most: Int, _ longest: Int, reading record: inout ErrorRecord
  ) -> Bool {
    var start = 0
    while start < lines.count {
      let end = lines.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? lines.count
      guard count < most, text.count + end - start < longest else {
        isWhole = false
        return false
      }
      if contents.records == 0 { contents.count(record.read(lines[start..<end])) }
      text += lines[start..<end].buffer
      text.append(UInt8(ascii: "\n"))
      count += 1
      start = end + 1
    }
    return true
  }
}
