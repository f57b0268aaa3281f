import JSONRPC
import Testing

@Suite struct FrameReaderTests {
  private func frames(_ text: String, inPiecesOf size: Int) -> [FrameReader.Frame] {
    var reader = FrameReader()
    var frames: [FrameReader.Frame] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.append(bytes[start..<min(bytes.count, start + size)])
      while let frame = reader.next() { frames.append(frame) }
    }
    return frames
  }

  @Test(arguments: [1, 2, 7, 1_000]) func messagesAreFoundHoweverTheyArrive(size: Int) {
    let text =
      "Content-Length: 2\r\n\r\n{}content-length:3\r\nContent-Type: x\r\n\r\nabcContent-Length: 0\r\n\r\n"
    #expect(
      frames(text, inPiecesOf: size) == [
        .message(Array("{}".utf8)), .message(Array("abc".utf8)), .message([]),
      ]
    )
  }

  @Test(arguments: [
    "Content-Type: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: 1e3\r\n\r\n",
    "Content-Length:\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n", "nonsense\r\n\r\n", "\r\n\r\n",
    "Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
  ]) func aHeaderWithoutOneLengthIsReportedAndLeftOut(header: String) {
    let found = frames(header + "Content-Length: 2\r\n\r\n{}", inPiecesOf: 3)
    #expect(found.count == 2)
    guard case .fault(let text)? = found.first else { return #expect(Bool(false)) }
    #expect(text.contains("Content-Length"))
    #expect(found.last == .message(Array("{}".utf8)))
  }

  @Test func aHeaderWithoutEndIsReported() {
    guard case .fault? = frames(String(repeating: "x", count: 5_000), inPiecesOf: 5_000).first else {
      return #expect(Bool(false))
    }
  }

  @Test func aMessageThatIsTooLongIsSkipped() {
    var reader = FrameReader()
    let length = FrameReader.longest + 1
    reader.append(Array("Content-Length: \(length)\r\n\r\n".utf8))
    guard case .fault? = reader.next() else { return #expect(Bool(false)) }
    let block = [UInt8](repeating: 0x20, count: 1 << 20)
    var left = length
    while left > 0 {
      let count = min(left, block.count)
      reader.append(block[..<count])
      #expect(reader.next() == nil)
      left -= count
    }
    reader.append(Array("Content-Length: 2\r\n\r\n{}".utf8))
    #expect(reader.next() == .message(Array("{}".utf8)))
  }
}
