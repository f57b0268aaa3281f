package import Bytes

/// Objects on one line each, or on several where the first line does not end one: Elasticsearch writes the frames of
/// a stack trace on lines of their own.
package struct SpreadObjectParser: LineParser, LineReader {
  package init() {}

  package var summary: String { "JSON objects that may go on in the next lines" }

  package var wholeRecords: TextMapping.Continuation? { .all }

  package var readsObjects: Bool { true }

  package func mayBegin(with byte: UInt8) -> Bool { byte == UInt8(ascii: "{") }

  package func isBeginning(_ line: ByteSlice) -> Bool { !line.isEmpty && line[0] == UInt8(ascii: "{") }

  package func ends(after first: ByteSlice) -> any LineReader {
    first.trimmedAtEnd.hasSuffix(ByteSlice("}")) ? EveryLine() : self
  }

  package func appendDocument(of record: ByteSlice, to text: inout Buffer<UInt8>) -> Bool {
    guard isBeginning(record) else { return false }
    // No string has a line feed, and a document is one line.
    var start = 0
    while let feed = record.firstIndex(of: UInt8(ascii: "\n"), from: start) {
      text.append(record[start..<feed])
      text.append(UInt8(ascii: " "))
      start = feed + 1
    }
    text.append(record[start..<record.count])
    text.append("\n")
    return true
  }

  private struct EveryLine: LineReader {
    func isBeginning(_ line: ByteSlice) -> Bool { true }

    func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool { false }
  }
}
