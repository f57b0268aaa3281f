internal import Bytes

package struct RejectedLine: Sendable {
  /// The line from the start of the chunk until it is merged, then from 1 in its stream.
  package var line: Int
  /// The column in bytes, from 1; 0 if the whole line is rejected.
  package let column: Int
  package let reason: String
  /// ``line`` is already a line number in the stream.
  package var isPlaced = false
}

package struct RejectedStreamLine: Sendable {
  /// Kept with their reasons. All are counted.
  static let kept = 1_000
  /// The number of kept lines of one of several streams.
  static let keptOfOne = 100
  package let stream: Int
  package let line: Int
  /// The column in bytes, from 1; 0 if the whole line is rejected.
  package let column: Int
  package internal(set) var reason: String

  /// - Parameter lines: the stream's lines before the chunk.
  init(_ rejectedLine: RejectedLine, stream: Int, after lines: Int) {
    self.stream = stream
    line = rejectedLine.isPlaced ? rejectedLine.line : lines + rejectedLine.line
    column = rejectedLine.column
    reason = rejectedLine.reason
  }
}

extension RejectedLine {
  /// Codes a rejected line with its line in the stream.
  static func code(_ line: inout RejectedLine, with coder: inout ByteCoder) {
    var (number, column, reason) = (line.line, line.column, line.reason)
    coder.code(natural: &number)
    coder.code(natural: &column)
    coder.code(&reason)
    line = RejectedLine(line: number, column: column, reason: reason, isPlaced: true)
  }
}
