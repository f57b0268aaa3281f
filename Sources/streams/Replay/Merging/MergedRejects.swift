internal import ErrorStreams

/// The lines that are not records, as far as they are kept, and whether the stream is a log of another kind.
package struct MergedRejects {
  package var lines: [RejectedLine] = []
  /// The number kept of the current stream.
  package var keptOfStream = 0
  /// The keys of an object that is not an error.
  package var firstKeys: [String] = []
  /// Whether the merger may stop at a log of another kind; only if it is the only stream.
  package var mayStopEarly = true
  private var unrecognized = UnrecognizedLines()
  /// Lines without an error after which the stream is given up.
  private static let probedLines = 100

  /// A file that is not a log, among many, leaves room for the others' rejected lines.
  private var mostOfStream: Int { mayStopEarly ? RejectedLine.kept : RejectedLine.keptOfOne }

  /// - Parameter hasRecords: whether there were records before the chunk.
  /// - Throws: ``NotAnErrorLog``.
  mutating func probe(_ chunk: borrowing ChunkRejects, hasRecords: Bool) throws(NotAnErrorLog) {
    if firstKeys.isEmpty { firstKeys = chunk.firstKeys }
    guard !hasRecords else { return }
    unrecognized.lines += chunk.unrecognized.lines
    unrecognized.objects += chunk.unrecognized.objects
    if mayStopEarly, unrecognized.lines >= Self.probedLines, unrecognized.objects > 0 {
      throw NotAnErrorLog()
    }
  }

  /// - Parameter before: the stream's lines before the chunk.
  mutating func note(_ chunk: [RejectedLine], of stream: Int, after before: Int) {
    for line in chunk {
      guard lines.count < RejectedLine.kept, keptOfStream < mostOfStream else { return }
      keptOfStream += 1
      lines.append(line.placed(in: stream, after: before))
    }
  }
}

package struct NotAnErrorLog: Error {}
