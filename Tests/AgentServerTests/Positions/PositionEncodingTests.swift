import JSONRPC
import Source
import Testing

@Suite struct PositionEncodingTests {
  @Test(arguments: PositionEncoding.allCases) func everyCharacterHasOnePosition(encoding: PositionEncoding) {
    let text = "aé€😀\r\n\u{2028}b\rc\n\nz😀"
    let file = SourceFile(name: "x.yaml", text: text)
    var offset = 0
    for character in text.unicodeScalars {
      let position = encoding.position(of: offset, in: file)
      // Inside a line's ending it is the end of the line.
      if character != "\n" || offset == 0 || file.bytes[offset - 1] != 0x0D {
        #expect(encoding.offset(of: position, in: file) == offset)
      }
      offset += UTF8.width(character)
    }
    #expect(encoding.offset(of: encoding.position(of: offset, in: file), in: file) == offset)
  }

  @Test func aByteOrderMarkIsNoCharacter() {
    let file = SourceFile(name: "x.yaml", bytes: [0xEF, 0xBB, 0xBF, 0x61, 0x62])
    #expect(PositionEncoding.utf16.position(of: 4, in: file) == Position(line: 0, character: 1))
    #expect(PositionEncoding.utf16.offset(of: Position(line: 0, character: 1), in: file) == 4)
    #expect(PositionEncoding.utf16.position(of: 0, in: file) == Position(line: 0, character: 0))
  }
}
