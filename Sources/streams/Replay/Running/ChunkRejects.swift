internal import Bytes

/// The lines of a chunk that are not records.
package struct ChunkRejects: ~Copyable {
  package var lines: [RejectedLine] = []
  /// Where each of them begins, but for those that are too long.
  var starts = Buffer<Int>()
  package var unrecognized = UnrecognizedLines()
  /// The keys of the first objects, until an error is found.
  package var firstKeys: [String] = []

  package mutating func reset() {
    lines.removeAll(keepingCapacity: true)
    starts.removeAll()
    unrecognized = UnrecognizedLines()
    firstKeys.removeAll(keepingCapacity: true)
  }
}
