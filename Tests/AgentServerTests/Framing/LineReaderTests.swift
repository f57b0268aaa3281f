import JSONRPC
import Testing

@Suite struct LineReaderTests {
  private func lines(_ text: String, inPiecesOf size: Int) -> [LineReader.Line] {
    var reader = LineReader()
    var lines: [LineReader.Line] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.append(bytes[start..<min(bytes.count, start + size)])
      while let line = reader.next() { lines.append(line) }
    }
    if let line = reader.last() { lines.append(line) }
    return lines
  }

  @Test(arguments: [1, 2, 7, 1_000]) func messagesAreFoundHoweverTheyArrive(size: Int) {
    #expect(
      lines("{}\n\n  \r\n[1]\r\n{\"a\": \"é\"}", inPiecesOf: size) == [
        .message(Array("{}".utf8)), .message(Array("[1]\r".utf8)), .message(Array("{\"a\": \"é\"}".utf8)),
      ]
    )
  }

  @Test(arguments: [1 << 10, 1 << 16, 16 << 20]) func aLineThatIsTooLongIsReportedOnceAndSkipped(size: Int) {
    let long = String(repeating: "x", count: LineReader.longest + 1)
    let found = lines("1\n\(long)\n2\n", inPiecesOf: size)
    #expect(found.count == 3)
    #expect(found.first == .message(Array("1".utf8)))
    #expect(found.last == .message(Array("2".utf8)))
    guard case .fault(let text) = found[1] else { return #expect(Bool(false)) }
    #expect(text.contains("\(LineReader.longest) bytes"))
  }

  @Test func aLineOfTheLongestLengthIsAMessage() {
    let long = String(repeating: "x", count: LineReader.longest)
    #expect(lines(long + "\n", inPiecesOf: 1 << 16) == [.message(Array(long.utf8))])
  }
}
