package import Bytes

/// A run of whole lines of a stream, in reused memory.
///
/// A multi-line document is on one line here, and ``numbers`` has its first line.
package struct Chunk: ~Copyable {
  /// The lines, each with its line feed, except perhaps the stream's last.
  package var bytes = Buffer<UInt8>(capacity: 1 << 18)
  /// For each line, the number of its first line in the stream, from 1; empty if the lines are the stream's own.
  package var numbers = Buffer<Int>()
  /// For each line, the index of its stream, if several streams are merged; or else empty.
  package var origins = Buffer<Int32>()
  /// Whether a line over the limit, which was skipped, follows these lines.
  package var precedesLongLine = false
  /// The number of that line in the stream, from 1, if ``numbers`` are given.
  package var longLineNumber = 0
  /// The offset of the lines in the stream's unpacked text, in bytes; with ``numbers``, in the text of all documents.
  package var position = 0
  package var endsInsideLine = false

  /// The months that the lines' dates without a year lie in; nil if that is not known.
  var years: YearWindow?

  /// Whether the lines up to the first that begins a record continue one whose beginning was passed on.
  var beginsInsideRecord = false
  /// Whether the stream ends here, so that nothing follows the last record.
  var endsRecords = false

  package init() {}

  package mutating func removeAll() {
    beginsInsideRecord = false
    endsRecords = false
    bytes.removeAll()
    numbers.removeAll()
    origins.removeAll()
    precedesLongLine = false
    endsInsideLine = false
    position = 0
  }

  mutating func append(_ other: borrowing Chunk) {
    bytes.append(other.bytes.slice)
    for index in 0..<other.numbers.count { numbers.append(other.numbers[index]) }
    precedesLongLine = other.precedesLongLine
    longLineNumber = other.longLineNumber
    endsInsideLine = other.endsInsideLine
  }
}
