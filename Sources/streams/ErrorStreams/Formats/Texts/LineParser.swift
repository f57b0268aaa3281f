package import Bytes

/// Converts text to documents that a mapping can read. It belongs to one thread.
package protocol LineReader {
  func isBeginning(_ line: ByteSlice) -> Bool
  /// Finds the lines that end the record whose first line was read last.
  var ends: any LineReader { get }
  /// Finds the lines that end a record that is read as a whole.
  func ends(after first: ByteSlice) -> any LineReader
  var endsOfAny: any LineReader { get }
  /// Set if each line of a record has a prefix.
  var prefixed: PrefixedLines? { get }
  /// Appends one JSON object with a line feed; false, perhaps after partial output, if the line is not of the
  /// format.
  func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool
  /// Reads a line that is a record by itself; makes no document if the plan shows that it is certainly not an error.
  func read(_ line: ByteSlice, by plan: MappingPlan, to text: inout Buffer<UInt8>) -> LineStatus
}

package enum LineStatus {
  case document
  /// The level is below that of errors.
  case notAnError
  /// No level, and no sign of an error.
  case silent
  case unrecognized
}

package protocol LineParser: Sendable {
  /// The description of the lines in the reference.
  var summary: String { get }
  func makeReader() -> any LineReader
  /// A reader for lines of unknown format.
  func makeDetector() -> any LineReader
  /// Whether a detector may read a line that begins with this byte.
  func mayBegin(with byte: UInt8) -> Bool
  /// The lines that belong to a record, if its document is made of all of them; nil if of its first line.
  var wholeRecords: TextMapping.Continuation? { get }
  /// The records are JSON, and known by their members.
  var readsObjects: Bool { get }
  /// The log itself has the names of its members.
  var hasNames: Bool { get }
}

extension LineParser {
  package var wholeRecords: TextMapping.Continuation? { nil }

  package var readsObjects: Bool { false }

  package var hasNames: Bool { readsObjects }

  package func makeDetector() -> any LineReader { makeReader() }

  package func mayBegin(with byte: UInt8) -> Bool { true }
}

extension LineReader {
  package var ends: any LineReader { self }

  package func ends(after first: ByteSlice) -> any LineReader { ends }

  package var endsOfAny: any LineReader { self }

  package var prefixed: PrefixedLines? { nil }

  package func isBeginning(_ line: ByteSlice) -> Bool {
    var text = Buffer<UInt8>(capacity: 256)
    return appendDocument(of: line, to: &text)
  }

  package func read(_ line: ByteSlice, by plan: MappingPlan, to text: inout Buffer<UInt8>) -> LineStatus {
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
