@testable import Records
import Testing

@Suite("The pattern of a key")
struct KeyNodeTests {
  /// Up to 32 bytes after the text may be loaded.
  private func withBytes<Result>(_ text: String, _ body: (UnsafePointer<UInt8>) throws -> Result) rethrows
    -> Result
  {
    let bytes = Array(text.utf8) + [UInt8](repeating: UInt8(ascii: "\n"), count: 32)
    return try bytes.withUnsafeBufferPointer { try body($0.baseAddress.unsafelyUnwrapped) }
  }

  private func pattern(_ key: String) -> KeyNode.Pattern {
    withBytes(",\"\(key)\":") { KeyNode.Pattern(keyAt: $0 + 1, count: key.utf8.count) }
  }

  @Test("is found exactly where all of its bytes precede a value", arguments: 0...KeyNode.Pattern.longestKey)
  func bytes(_ count: Int) {
    let key = String("domaincode78".prefix(count))
    let text = ",\"\(key)\":1"
    let pattern = pattern(key)
    #expect(pattern.length == count + 4)
    withBytes(text) { start in
      #expect(pattern.matches(start) && pattern.matches(afterFirst: start))
    }
    for place in 0..<pattern.length {
      for other in [0, 0x20, 0x22, 0x2C, 0x7B, 0x80, 0xFF] as [UInt8] {
        var bytes = Array(text.utf8) + [UInt8](repeating: UInt8(ascii: "\n"), count: 32)
        guard bytes[place] != other else { continue }
        bytes[place] = other
        bytes.withUnsafeBufferPointer { buffer in
          let start = buffer.baseAddress.unsafelyUnwrapped
          #expect(!pattern.matches(start))
          #expect(pattern.matches(afterFirst: start) == (place == 0))
        }
      }
    }
  }

  @Test("of no key matches no text")
  func none() {
    for byte in UInt8.min...UInt8.max {
      let bytes = [UInt8](repeating: byte, count: 32)
      bytes.withUnsafeBufferPointer { buffer in
        let start = buffer.baseAddress.unsafelyUnwrapped
        #expect(!KeyNode.Pattern.none.matches(start) && !KeyNode.Pattern.none.matches(afterFirst: start))
      }
    }
  }
}
