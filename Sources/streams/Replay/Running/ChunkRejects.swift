internal import Bytes

/// The lines of a chunk that are not records.
struct ChunkRejects: ~Copyable {
  var lines: [RejectedLine] = []
  /// Where each of them begins, but for those that are too long.
  var starts = Buffer<Int>()
  var unrecognized = UnrecognizedLines()
  /// The keys of the first objects, until an error is found.
  var firstKeys: [String] = []

  mutating func reset() {
    lines.removeAll(keepingCapacity: true)
    starts.removeAll()
    unrecognized = UnrecognizedLines()
    firstKeys.removeAll(keepingCapacity: true)
  }

  mutating func code(with coder: inout ByteCoder) {
    unrecognized.code(with: &coder)
    coder.code(&firstKeys)
    coder.code(list: &lines, empty: RejectedLine(line: 0, column: 0, reason: "")) {
      RejectedLine.code(&$1, with: &$0)
    }
  }
}
