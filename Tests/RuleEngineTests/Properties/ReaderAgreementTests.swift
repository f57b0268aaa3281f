import RuleEngine
import Testing

@Suite("The two JSON readers", .enabled(if: YAMLEvents.isSupported))
struct ReaderAgreementTests {
  @Test("build the same tree with the same positions, for two thousand random texts")
  func sameTree() {
    for seed in 0..<2_000 as Range<UInt64> {
      var random = RandomJSON(seed: seed)
      let text = random.text()
      let (json, yaml) = (Reading.json(text), Reading.yaml(text))
      #expect(json.node != nil && json.findings == [], "\(text)")
      #expect(json.outline == yaml.outline, "\(text)")
      #expect(json.node?.places == yaml.node?.places, "\(text)")
      #expect(yaml.findings == [], "\(text)")
      for node in json.node?.scalars ?? [] {
        #expect(ScalarOffsets(of: node).isExact, "\(node.range.text)")
      }
    }
  }

  @Test("differ only where the standards do: surrogate pairs, long keys, tabs and DEL")
  func differences() {
    let differences = [
      #"{"a": "\ud83d\ude00"}"#, "{\"\(String(repeating: "k", count: 1_025))\": 1}", "[\"\u{7F}\"]",
    ]
    for text in differences {
      #expect(Reading.json(text).findings == [])
      #expect(Reading.yaml(text).findings.count == 1, "\(text.prefix(40))")
    }
    #expect(Reading.json("[\"a\u{2028}b\"]").outline == "[\"a\u{2028}b\"]")
    #expect(Reading.yaml("[\"a\u{2028}b\"]").outline == "[\"a\u{2028}b\"]")
  }
}
