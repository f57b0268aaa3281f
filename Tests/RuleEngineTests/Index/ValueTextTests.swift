@testable import Bytes
@testable import Records
@testable import Engine
import RuleEngine
import Testing

@Suite("The lookup key of a text")
struct ValueTextTests {
  /// The text of a type in a stream's line, with other text after it.
  private func inStream(_ text: [UInt8]) throws -> ValueText {
    var record = ErrorRecord()
    var bytes = Buffer<UInt8>()
    bytes.append(#"{"type":""#)
    for byte in text { bytes.append(byte) }
    bytes.append(#"","message":"and what follows it"}"#)
    bytes.append(UInt8(ascii: "\n"))
    let isRead = record.read(lineAt: 0, of: bytes.padded()) != nil
    #expect(isRead)
    let text = record.shortText(.type)
    return ValueText(try #require(text))
  }

  @Test("is the same for a text on its own and in a stream", arguments: 0...32)
  func alike(length: Int) throws {
    let text = (0..<length).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    let alone = text.withUnsafeBytes { ValueText(ByteSlice($0)) }
    let found = try inStream(text)
    #expect(alone == found)
    #expect(alone.hash(with: 3) == found.hash(with: 3))
    #expect(!alone.isLong)
  }

  @Test("differs if a byte or the length differs", arguments: 1...40)
  func apart(length: Int) {
    let text = (0..<length).map { UInt8(0x41 + $0 % 26) }
    let whole = text.withUnsafeBytes { ValueText(ByteSlice($0)) }
    let shorter = text.dropLast().withUnsafeBytes { ValueText(ByteSlice($0)) }
    #expect(whole != shorter)
    let zeroed = (text.dropLast() + [0]).withUnsafeBytes { ValueText(ByteSlice($0)) }
    #expect(zeroed != shorter)
    // The middle of a long text is compared elsewhere.
    for index in text.indices where length <= 32 || index < 16 || index >= length - 16 {
      var other = text
      other[index] ^= 0x20
      let changed = other.withUnsafeBytes { ValueText(ByteSlice($0)) }
      #expect(whole != changed)
    }
  }
}
