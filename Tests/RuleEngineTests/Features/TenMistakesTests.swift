import Foundation
import RuleEngine
import Testing

@Suite("A rule file with ten mistakes")
struct TenMistakesTests {
  @Test("reports all ten at their columns, in one run", arguments: ["yaml", "json"])
  func all(ending: String) throws {
    if ending == "yaml", !YAMLEvents.isSupported { return }
    let fixture = FaultFixture(name: "ten-mistakes")
    let bytes = try #require(fixture.bytes(ending))
    let found = RuleSet.compile(name: "ten-mistakes.\(ending)", bytes: bytes)
    #expect(found.chain == nil)
    let places = found.diagnostics.map {
      "\($0.range.start.line):\($0.range.start.column) \($0.code) \($0.range.text)"
    }
    #expect(places == Self.expected[ending])
  }

  private static let expected = [
    "yaml": [
      "2:1 unknown-key nmae",
      "3:35 wrong-value 0",
      "6:38 unknown-list $gnoe",
      "7:40 wrong-value 5XX",
      "12:27 unknown-category retriable",
      "13:15 unknown-verdict retyr",
      "15:28 unknown-operator contans",
      "16:29 wrong-template eror.message",
      "19:13 unknown-responder ap",
      "21:13 missing-verdict tell",
    ],
    "json": [
      "3:3 unknown-key \"nmae\"",
      "4:41 wrong-value 0",
      "7:44 unknown-list \"$gnoe\"",
      "8:46 wrong-value \"5XX\"",
      "16:32 unknown-category \"retriable\"",
      "17:19 unknown-verdict \"retyr\"",
      "21:32 unknown-operator \"contans\"",
      "22:33 wrong-template eror.message",
      "29:17 unknown-responder \"ap\"",
      "30:24 missing-verdict \"tell\"",
    ],
  ]
}
