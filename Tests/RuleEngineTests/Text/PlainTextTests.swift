@testable import Bytes
import TestSupport
import Testing

@Suite("Plain text in a string")
struct PlainTextTests {
  @Test("ends at the same byte with vectors and without, for every byte at every offset")
  func everyByte() {
    for byte in UInt8.min...UInt8.max {
      for place in 0...PlainText.step {
        var text = [UInt8](repeating: UInt8(ascii: "a"), count: 2 * PlainText.step)
        text[place] = byte
        let isPlain = byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        text.withUnsafeBufferPointer { buffer in
          guard let start = buffer.baseAddress else { return }
          let expected = isPlain ? PlainText.step : place
          #expect(PlainText.prefix(of: start) == expected)
          #expect(PlainText.portablePrefix(of: start) == expected)
        }
      }
    }
  }

  @Test("ends at the same byte with vectors and without, for random bytes at every alignment")
  func randomBytes() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<2_000 {
      let isDense = Bool.random(using: &random)
      let text = (0..<96).map { _ in
        isDense || UInt8.random(in: 0..<40, using: &random) == 0
          ? UInt8.random(in: 0...255, using: &random) : UInt8.random(in: 0x23...0x5B, using: &random)
      }
      text.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        for alignment in 0...63 {
          #expect(PlainText.prefix(of: start + alignment) == PlainText.portablePrefix(of: start + alignment))
        }
      }
    }
  }

  @Test("continues through valid UTF-8 and stops at the first invalid byte")
  func validText() {
    for lead in UInt8(0x80)...0xFF {
      for second in [0x22, 0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2] as [UInt8] {
        for third in [0x22, 0x80, 0xBF, 0xE3] as [UInt8] {
          let sequence = [lead, second, third, 0x80]
          let text = Array("aé".utf8) + sequence + Array("\"".utf8) + [UInt8](repeating: 0x0A, count: 64)
          text.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            let slice = ByteSlice(start: start, count: text.count)
            var expected = 0
            while slice[expected] != UInt8(ascii: "\""),
              case let length = slice.utf8SequenceLength(at: expected), length > 0
            {
              expected += length
            }
            #expect(PlainText.endOfUTF8(start) - start == expected, "\(sequence)")
          }
        }
      }
    }
  }
}
