internal import Secrets

package struct RejectedLine: Sendable {
  /// Kept with their reasons. All are counted.
  package static let kept = 1_000
  /// The number of kept lines of one of several streams.
  static let keptOfOne = 100
  package private(set) var stream = 0
  /// The line from the start of the chunk until it is merged, then from 1 in its stream.
  package var line = 0
  /// The column in bytes, from 1; 0 if the whole line is rejected.
  package var column = 0
  package var reason = ""
  /// ``line`` is already a line number in the stream.
  package var isPlaced = false

  package init() {}

  init(line: Int, column: Int, reason: String, isPlaced: Bool = false) {
    self.line = line
    self.column = column
    self.reason = reason
    self.isPlaced = isPlaced
  }

  /// The line with its place.
  ///
  /// - Parameter lines: the stream's lines before the chunk.
  package func placed(in stream: Int, after lines: Int) -> RejectedLine {
    var placed = self
    placed.stream = stream
    if !isPlaced { placed.line += lines }
    placed.isPlaced = true
    return placed
  }
}

extension RejectedLine {
  func redacted(by redactor: Redactor) -> RejectedLine {
    var line = self
    line.reason = redactor.text(reason)
    return line
  }
}
