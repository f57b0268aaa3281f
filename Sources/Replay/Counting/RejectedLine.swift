/// A rejected line with its reason.
package struct RejectedLine: Sendable {
  /// The line: from the start of the chunk until it is merged, then from 1 in its stream.
  package var line: Int
  /// The column of the fault in bytes, from 1; 0 if the whole line is rejected.
  package let column: Int
  package let reason: String
  /// Whether ``line`` is already a line number in the stream.
  package var isPlaced = false
}

/// A rejected line of a stream.
package struct RejectedStreamLine: Sendable {
  /// The most rejected lines kept with their reasons, the first ones. All are counted.
  static let kept = 1_000
  package let stream: Int
  package let line: Int
  /// The column of the fault in bytes, from 1; 0 if the whole line is rejected.
  package let column: Int
  package let reason: String

  /// - Parameter lines: the stream's lines before the chunk.
  init(_ rejectedLine: RejectedLine, stream: Int, after lines: Int) {
    self.stream = stream
    line = rejectedLine.isPlaced ? rejectedLine.line : lines + rejectedLine.line
    column = rejectedLine.column
    reason = rejectedLine.reason
  }
}
