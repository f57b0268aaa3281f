package import Bytes

/// Converts text to documents that a mapping can read. It belongs to one thread.
package protocol LineReader {
  func isBeginning(_ line: ByteSlice) -> Bool
  /// Finds the end of the record whose first line was read last: the lines that begin another one.
  var ends: any LineReader { get }
  /// Finds the end of any record.
  var endsOfAny: any LineReader { get }
  func mayBegin(with byte: UInt8) -> Bool
  /// Appends the line as one JSON object with a line feed; false, perhaps after partial output, if it is not
  /// of the format.
  func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool
  /// The same for a line that is a record by itself, unless a plan shows that it is certainly not an error.
  func read(_ line: ByteSlice, by plan: MappingPlan, to text: inout Buffer<UInt8>) -> LineOutcome
}

/// The result of a line of text.
package enum LineOutcome {
  case document
  /// Its level is below that of errors.
  case notAnError
  /// It is not an error: it has no level, and no sign of an error.
  case silent
  /// It is not of the format.
  case unrecognized
}

/// A kind of text with records in lines.
package protocol LineParser: Sendable {
  /// A short description of a line, for the reference.
  var summary: String { get }
  func makeReader() -> any LineReader
  /// The same for lines of unknown format.
  func makeDetector() -> any LineReader
}

extension LineParser {
  package func makeDetector() -> any LineReader { makeReader() }
}

extension LineReader {
  package var ends: any LineReader { self }

  package var endsOfAny: any LineReader { self }

  package func mayBegin(with byte: UInt8) -> Bool { true }

  package func isBeginning(_ line: ByteSlice) -> Bool {
    var text = Buffer<UInt8>(capacity: 256)
    return appendDocument(of: line, to: &text)
  }

  package func read(_ line: ByteSlice, by plan: MappingPlan, to text: inout Buffer<UInt8>) -> LineOutcome {
    appendDocument(of: line, to: &text) ? .document : .unrecognized
  }
}

/// A stateless reader is its own parser.
extension LineParser where Self: LineReader {
  package func makeReader() -> any LineReader { self }
}

extension Buffer where Element == UInt8 {
  mutating func appendMember(_ key: ByteSlice, _ value: ByteSlice, objectAt start: Int) {
    if count > start + 1 { append(UInt8(ascii: ",")) }
    JSONText.append(string: key, to: &self)
    append(UInt8(ascii: ":"))
    JSONText.append(string: value, to: &self)
  }
}
