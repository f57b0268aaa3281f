internal import Bytes

package struct RejectedLine: Sendable {
  /// The line from the start of the chunk until it is merged, then from 1 in its stream.
  package var line: Int
  /// The column in bytes, from 1; 0 if the whole line is rejected.
  package let column: Int
  package let reason: String
  /// ``line`` is already a line number in the stream.
  package var isPlaced = false

  package init(line: Int, column: Int, reason: String, isPlaced: Bool = false) {
    self.line = line
    self.column = column
    self.reason = reason
    self.isPlaced = isPlaced
  }
}

package struct RejectedStreamLine: Sendable {
  /// Kept with their reasons. All are counted.
  package static let kept = 1_000
  /// The number of kept lines of one of several streams.
  static let keptOfOne = 100
  package let stream: Int
  package let line: Int
  /// The column in bytes, from 1; 0 if the whole line is rejected.
  package let column: Int
  package internal(set) var reason: String

  /// - Parameter lines: the stream's lines before the chunk.
  package init(_ rejectedLine: RejectedLine, stream: Int, after lines: Int) {
    self.stream = stream
    line = rejectedLine.isPlaced ? rejectedLine.line : lines + rejectedLine.line
    column = rejectedLine.column
    reason = rejectedLine.reason
  }
}
