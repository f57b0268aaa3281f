package import Bytes

/// Whole lines of a stream, in reused memory. A multi-line document is one line; ``numbers`` has its first.
package struct Chunk: ~Copyable {
  /// Each line with its line feed, except perhaps the stream's last.
  package var bytes = Buffer<UInt8>(capacity: 1 << 18)
  /// The first line of each in the stream, from 1; empty if the lines are the stream's own.
  package var numbers = Buffer<Int>()
  /// The stream of each line, if several are merged; or else empty.
  package var origins = Buffer<Int32>()
  /// A line over the limit, which was skipped, follows.
  package var precedesLongLine = false
  /// The number of the line in the stream, from 1, if ``numbers`` are given.
  package var longLineNumber = 0
  /// The position in the stream's unpacked text, in bytes; with ``numbers``, in the text of all documents.
  package var position = 0
  package var endsInsideLine = false
  /// Blank lines before those of ``bytes``, which a stream begins with and which are not kept.
  package var blankLines = 0
  /// The lines that stand elsewhere in the stream.
  var moved = MovedLines()
  /// No format fits the first records of the stream.
  package internal(set) var isUnknown = false

  /// The months of the lines' dates without a year; nil if unknown.
  var years: YearWindow?

  /// The line before this chunk that names the columns of its rows; empty for the first row of the stream.
  var header = Buffer<UInt8>()
  /// The lines up to the first that begins a record continue one whose beginning was passed on.
  var beginsInsideRecord = false
  var endsRecords = false

  package init() {}

  package mutating func removeAll() {
    beginsInsideRecord = false
    endsRecords = false
    header.removeAll()
    bytes.removeAll()
    numbers.removeAll()
    origins.removeAll()
    moved.removeAll()
    precedesLongLine = false
    endsInsideLine = false
    blankLines = 0
    position = 0
  }

  mutating func append(_ other: borrowing Chunk) {
    if bytes.isEmpty { blankLines += other.blankLines }
    if !moved.isEmpty || !other.moved.isEmpty {
      moved.append(other.moved, after: bytes.slice.lineCount)
    }
    bytes.append(other.bytes.slice)
    for index in 0..<other.numbers.count { numbers.append(other.numbers[index]) }
    precedesLongLine = other.precedesLongLine
    longLineNumber = other.longLineNumber
    endsInsideLine = other.endsInsideLine
  }

  /// Moves the text from a line's beginning on to the end of another text, which is empty.
  mutating func moveText(from place: Int, to text: inout Buffer<UInt8>, _ lines: inout MovedLines) {
    if !moved.isEmpty { moved.moveAll(from: bytes.slice[0..<place].lineCount, to: &lines) }
    text.append(bytes.slice(place..<bytes.count))
    bytes.removeLast(bytes.count - place)
  }
}
