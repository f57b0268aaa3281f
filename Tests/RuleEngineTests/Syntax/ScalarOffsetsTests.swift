import RuleEngine
import Testing

@Suite("Offsets in scalars")
struct ScalarOffsetsTests {
  @Test(
    "map a character of the value to its character in the source",
    .enabled(if: YAMLEvents.isSupported),
    arguments: [
      ("plain", "v: ab*c"), ("plain over lines", "v: ab\n  cd\n\n  e*f"), ("single quotes", "v: 'a''b*c'"),
      ("single quotes over lines", "v: 'a''  \n\n   b*c '"), ("double quotes", "v: \"a\\\"\\u00e9\\x41é*c\""),
      ("double quotes over lines", "v: \"a b\\\n   \\  c\n   d*e\""),
      ("literal", "v: |\n  a\n   b\n\n  c*d\n"),
      ("literal, kept", "v: |+\n  a*b\n\n"), ("literal, stripped", "v: |-  # why\n  a*b\n\n"),
      ("indented literal", "v: |2\n    a\n   b*c\n"),
      ("indented literal in depth", "u:\n   v: |1\n     a\n    b*c\n"),
      ("folded", "v: >\n  a\n  b\n\n  c\n    d\n  e*f\n"), ("folded with tabs", "v: >\n  a\n  \tb\n  c*d\n"),
      ("blank lines first", "v: |\n\n  \n  a*b\n"), ("carriage returns", "v: |\r\n  a\r\n  b*c\r\n"),
      ("folded carriage returns", "v: 'a\r\n  b*c'\r\n"),
    ]
  )
  func yaml(style: String, text: String) throws {
    let node = try #require(Reading.yaml(text).node?.scalars.last)
    try check(node, text)
  }

  @Test("work in JSON strings with escapes and surrogate pairs")
  func json() throws {
    let text = #"{"v": "a\n\ud83d\ude00\/\\é*c"}"#
    try check(try #require(Reading.json(text).node?["v"]), text)
  }

  private func check(_ node: Node, _ text: String) throws {
    let offsets = ScalarOffsets(of: node)
    #expect(offsets.isExact)
    let star = try #require(Array(node.text.utf8).firstIndex(of: UInt8(ascii: "*")))
    let source = try #require(Array(text.utf8).firstIndex(of: UInt8(ascii: "*")))
    #expect(offsets.sourceOffset(of: star) == source)
    #expect(
      offsets.range(of: (star - 1)..<(star + 2)).text
        == SourceRange(file: node.range.file, bytes: (source - 1)..<(source + 2)).text
    )
  }

  @Test("treat an escape as one character")
  func escapes() throws {
    let node = try #require(Reading.json(#"["x\u00e9y"]"#).node?.elements?.first)
    let offsets = ScalarOffsets(of: node)
    #expect(offsets.range(of: 1..<3).text == #"\u00e9"#)
    #expect(offsets.range(of: 0..<2).text == #"x\u00e9"#)
    #expect(offsets.range(of: 2..<2).bytes == 3..<3)
    #expect(offsets.range(of: 4..<4).bytes == 10..<10)
    #expect(offsets.sourceOffset(of: 99) == 10)
  }

  @Test("fall back to the whole scalar if the source does not contain the value")
  func fallBack() {
    let file = SourceFile(name: "rules", text: "abc")
    let range = SourceRange(file: file, bytes: 0..<3)
    let offsets = ScalarOffsets(of: Node(.string("else"), style: .plain, range: range, text: "else"))
    #expect(!offsets.isExact)
    #expect(offsets.range(of: 1..<2).bytes == 0..<3)
  }

  @Test(
    "are exact for every scalar in yaml-test-suite",
    YAMLSuite.isHere,
    .enabled(if: YAMLEvents.isSupported)
  )
  func suite() throws {
    var scalars = 0
    for testCase in try YAMLSuite.cases() {
      for node in YAMLSuite.documents(testCase)?.compactMap({ $0 }).flatMap(\.scalars) ?? [] {
        scalars += 1
        #expect(ScalarOffsets(of: node).isExact, "\(testCase.id): \(node.range.text.debugDescription)")
      }
    }
    print("yaml-test-suite: offsets in \(scalars) scalars")
    #expect(scalars > 500)
  }
}

extension Node {
  /// Every scalar value, in document order.
  var scalars: [Node] {
    switch content {
    case .sequence(let elements): elements.flatMap(\.scalars)
    case .mapping(let members): members.flatMap(\.value.scalars)
    case .null, .bool, .integer, .decimal, .string: [self]
    }
  }
}
