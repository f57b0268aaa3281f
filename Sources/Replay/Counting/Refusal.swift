/// A line that was refused, with the reason.
package struct Refusal: Sendable {
  /// The line, counted from the first of its chunk until it is merged, then from 1 in its stream.
  package var line: Int
  /// The column of the fault, from 1, in bytes; 0 where the line as a whole is refused.
  package let column: Int
  package let reason: String
  /// Whether the line is counted from 1 in its stream already.
  package var isPlaced = false
}

/// A refused line of a stream.
package struct StreamRefusal: Sendable {
  /// How many refusals are kept with their reasons, the first ones; all are counted.
  static let kept = 1_000
  /// Which stream, by its place among those replayed.
  package let stream: Int
  /// The line, from 1.
  package let line: Int
  /// The column of the fault in bytes, from 1; 0 where the line as a whole is refused.
  package let column: Int
  package let reason: String

  /// - Parameter lines: the stream's lines before its chunk.
  init(_ refusal: Refusal, stream: Int, after lines: Int) {
    self.stream = stream
    line = refusal.isPlaced ? refusal.line : lines + refusal.line
    column = refusal.column
    reason = refusal.reason
  }
}
