internal import Bytes
internal import Replay

extension ChunkRejects {
  mutating func code(with coder: inout ByteCoder) {
    unrecognized.code(with: &coder)
    coder.code(&firstKeys)
    coder.code(list: &lines, empty: RejectedLine(line: 0, column: 0, reason: "")) {
      RejectedLine.code(&$1, with: &$0)
    }
  }
}

extension UnrecognizedLines {
  mutating func code(with coder: inout ByteCoder) {
    coder.code(natural: &lines)
    coder.code(natural: &objects)
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
