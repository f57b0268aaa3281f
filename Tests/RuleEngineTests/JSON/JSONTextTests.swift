@testable import Bytes
import Testing

@Suite("Text as JSON")
struct JSONTextTests {
  private func escaped(_ bytes: [UInt8]) -> String {
    var text = Buffer<UInt8>()
    bytes.withUnsafeBytes { JSONText.append(escaped: ByteSlice($0), to: &text) }
    return String(text.slice)
  }

  @Test("escapes at any offset of a text of any length, and leaves the rest unchanged")
  func places() {
    let escapes: [(UInt8, String)] = [
      (0x00, "\\u0000"), (0x1F, "\\u001f"), (0x0A, "\\n"), (0x22, "\\\""), (0x5C, "\\\\"), (0x7F, "\\u007f"),
    ]
    for length in 0...26 {
      let plain = (0..<length).map { UInt8(0x20 + ($0 * 37 + length) % 95) }
        .map { $0 == 0x22 || $0 == 0x5C ? 0x21 : $0 }
      #expect(escaped(plain) == String(decoding: plain, as: UTF8.self))
      for (place, escape) in (0..<length).map({ ($0, escapes[($0 + length) % escapes.count]) }) {
        var bytes = plain
        bytes[place] = escape.0
        let before = String(decoding: plain[..<place], as: UTF8.self)
        let after = String(decoding: plain[(place + 1)...], as: UTF8.self)
        #expect(escaped(bytes) == before + escape.1 + after)
        if place + 1 < length {
          bytes[length - 1] = 0x09
          #expect(escaped(bytes) == before + escape.1 + String(after.dropLast()) + "\\t")
        }
      }
    }
  }

  @Test("keeps letters beyond ASCII and escapes terminal control characters", arguments: 0..<9)
  func beyond(length: Int) {
    let plain = String(repeating: "a", count: length)
    #expect(escaped(Array("\(plain)é€😀".utf8)) == "\(plain)é€😀")
    #expect(escaped(Array("\(plain)\u{9B}é\u{202E}".utf8)) == "\(plain)\\u009bé\\u202e")
    #expect(escaped(Array("é\(plain)\n".utf8)) == "é\(plain)\\n")
  }
}
