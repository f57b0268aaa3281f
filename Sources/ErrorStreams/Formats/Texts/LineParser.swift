package import Bytes

/// What makes a document of a text, so that a mapping can read it. It belongs to one thread.
package protocol LineReader {
  /// Whether a record begins with the line, which has no line feed.
  func isBeginning(_ line: ByteSlice) -> Bool
  /// What says where the record ends whose first line was looked at last: lines that begin another one.
  var ends: any LineReader { get }
  /// What says where a record ends whatever its first line was.
  var endsOfAny: any LineReader { get }
  /// Whether a record may begin with such a byte.
  func mayBegin(with byte: UInt8) -> Bool
  /// Appends the line as one JSON object with a line feed; false, and perhaps something, where it is no such line.
  func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool
  /// The same for a line that is a record of its own, unless it is surely no error by a plan.
  func read(_ line: ByteSlice, by plan: MappingPlan, to text: inout Buffer<UInt8>) -> LineOutcome
}

/// What became of a line of text.
package enum LineOutcome {
  case document
  /// It says a level below that of errors.
  case notAnError
  /// It is no error, since nothing in it says that it is one, and no level that it is none.
  case silent
  /// It is no such line.
  case stranger
}

/// A kind of text whose lines are records.
package protocol LineParser: Sendable {
  /// What a line looks like, in a few words, for the reference.
  var summary: String { get }
  /// What one thread reads lines with.
  func makeReader() -> any LineReader
  /// The same where it is not known of which format a line is.
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
    appendDocument(of: line, to: &text) ? .document : .stranger
  }
}

/// A reader that needs to remember nothing is what it is made by.
extension LineParser where Self: LineReader {
  package func makeReader() -> any LineReader { self }
}

extension Buffer where Element == UInt8 {
  /// Appends a member of an object that began at `start`.
  mutating func appendMember(_ key: ByteSlice, _ value: ByteSlice, objectAt start: Int) {
    if count > start + 1 { append(UInt8(ascii: ",")) }
    JSONText.append(string: key, to: &self)
    append(UInt8(ascii: ":"))
    JSONText.append(string: value, to: &self)
  }
}
