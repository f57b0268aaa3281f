package import Bytes

/// A run of whole lines of a stream, read into memory that is used again.
///
/// Where documents stretch over several lines each stands on one line here, and ``numbers`` says where it began.
package struct Chunk: ~Copyable {
  /// The lines, each with its line feed but perhaps the stream's last.
  package var bytes = Buffer<UInt8>(capacity: 1 << 18)
  /// Of each line here, the line of the stream where it begins, from 1; empty where the lines are the stream's own.
  package var numbers = Buffer<Int>()
  /// Of each line the stream it comes from, by its place, where those of several streams are merged; else empty.
  package var origins = Buffer<Int32>()
  /// Whether a line that is too long to be read follows these lines, and was passed over.
  package var precedesLongLine = false
  /// The line of the stream where that begins, from 1, where ``numbers`` are given.
  package var longLineNumber = 0
  /// Where in the stream's text the lines begin, in bytes, whatever they were read in; where ``numbers`` are given, of
  /// the text of all documents.
  package var position = 0
  /// Whether the stream ends here, inside a line.
  package var endsInsideLine = false

  /// Whether the lines up to the first that begins a record belong to one whose beginning was handed over already.
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

  /// Appends what another chunk holds.
  mutating func append(_ other: borrowing Chunk) {
    bytes.append(other.bytes.slice)
    for index in 0..<other.numbers.count { numbers.append(other.numbers[index]) }
    precedesLongLine = other.precedesLongLine
    longLineNumber = other.longLineNumber
    endsInsideLine = other.endsInsideLine
  }
}
