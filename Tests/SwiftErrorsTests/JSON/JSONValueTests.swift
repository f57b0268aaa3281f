import Foundation
import SwiftErrors
import Testing

struct JSONValueTests {
  private func text(_ value: JSONValue) -> String { String(decoding: value.bytes, as: UTF8.self) }

  @Test func `every control character is escaped, and every reader gets it back`() throws {
    let all =
      String(String.UnicodeScalarView((0...0xFF).compactMap { Unicode.Scalar($0) }))
      + "\u{2028}\u{2029}😀é\"\\"
    let value = JSONValue.object([.init(all, .string(all))])
    let written = text(value)
    #expect(written.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    #expect(!written.contains("\u{2028}") && !written.contains("\u{1B}"))
    let read = try #require(JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String: String])
    #expect(read[all] == all)
  }

  @Test func `numbers read back as what they were`() {
    #expect(
      text([.integer(.min), .integer(.max), 0.1, 1e300, -0.0, 1.0])
        == "[-9223372036854775808,9223372036854775807,0.1,1e+300,-0.0,1.0]"
    )
    #expect(text([.decimal(.nan), .decimal(.infinity), .decimal(-.infinity)]) == #"["nan","inf","-inf"]"#)
  }

  @Test func `objects keep their order and decoded ones are sorted`() throws {
    #expect(
      text(["b": 1, "a": [nil, true, false, []], "c": [:]]) == #"{"b":1,"a":[null,true,false,[]],"c":{}}"#
    )
    let decoded = try JSONDecoder().decode(
      JSONValue.self,
      from: Data(#"{"b": 1, "a": [null, true, 1.5, "x"]}"#.utf8)
    )
    #expect(decoded == ["a": [nil, true, 1.5, "x"], "b": 1])
  }
}
