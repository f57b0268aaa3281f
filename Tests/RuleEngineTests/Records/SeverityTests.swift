import TestSupport
import Testing

@testable import Bytes
@testable import Records

@Suite("The name of a severity")
struct SeverityTests {
  private func level(_ bytes: [UInt8]) -> Severity? {
    bytes.withUnsafeBytes { Severity(word: ByteSlice($0)) }
  }

  @Test("gives its level", arguments: Severity.allCases)
  func levels(level: Severity) {
    #expect(self.level(Array(level.name.utf8)) == level)
  }

  @Test("gives no level with a byte added, removed or changed", arguments: Severity.allCases)
  func others(level: Severity) {
    let word = Array(level.name.utf8)
    for byte in UInt8.min...UInt8.max {
      #expect(self.level(word + [byte]) == nil)
      #expect(self.level([byte] + word) == nil)
      for place in word.indices where word[place] != byte {
        var other = word
        other[place] = byte
        #expect(self.level(other) == nil, "\(other)")
      }
    }
    for place in word.indices {
      var shorter = word
      shorter.remove(at: place)
      #expect(self.level(shorter) == nil, "\(shorter)")
    }
  }

  @Test("is not recognized in empty text, zeros or any other eight bytes")
  func unrecognizedLines() {
    for count in 0...9 { #expect(level([UInt8](repeating: 0, count: count)) == nil) }
    var random = SeededRandom(seed: 11)
    for _ in 1...10_000 {
      let bytes = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &random)
      }
      let named = Severity(name: String(decoding: bytes, as: UTF8.self))
      #expect(level(bytes) == named)
    }
  }
}
