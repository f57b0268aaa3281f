import LanguageServer
import RuleEngine
import Source
import TestSupport
import Testing

@Suite struct CursorPlaceTests {
  /// The place at the mark `|`; what stands behind it does not count.
  private func place(_ text: String, isJSON: Bool = false) -> CursorPlace? {
    let bytes = Array(text.utf8)
    let mark = bytes.lastIndex(of: UInt8(ascii: "|")) ?? bytes.count
    return CursorPlace(bytes, at: mark, isJSON: isJSON)
  }

  private func path(_ steps: [CursorPlace.Step]?) -> String? {
    steps.map { steps in
      steps.map { step in
        switch step {
        case .key(let key): key
        case .index(let index): "\(index)"
        }
      }.joined(separator: ".")
    }
  }

  @Test(
    arguments: [
      ("|", "", ""), ("ver|", "", ""), ("version: 1\nres|", "", nil), ("a:\n  b|", "a", "a"),
      ("a:\n  b: 1\n  c|", "a", nil),
      ("a:\n  - b|", "a.0", "a.0"), ("a:\n  - b: 1\n    c|", "a.0", nil), ("a:\n- b: 1\n- c|", "a.1", "a.1"),
      ("a:\n- b: 1\nc|", "", nil), ("a:\n  b:\n    c: 1\n|", "", nil), ("a:\n  b:\n    c: 1\n  |", "a", nil),
      ("a: { b|", "a", nil), ("a: { b: 1, c|", "a", nil), ("a: { b: { x: 1 }, |", "a", nil),
      ("a:\n  - { b: [ { c|", "a.0.b.0", nil),
      ("a: {\n  b: 1,\n  c|", "a", nil), ("\"a\":\n  'b|", "a", "a"), ("a: # x\n  b|", "a", "a"),
      ("a:\n\n  # x\n  b|", "a", "a"),
      ("a:\n  - b:\n      c: 1\n    d|", "a.0", nil), ("---\na|", "", ""), ("a: &x\n  b|", "a", "a"),
      ("a:\n  - - b|", "a.0.0", "a.0.0"),
      ("a: |\n  text\nb|", "", nil), ("a: \"x\n  y\"\nb|", "", nil), ("a: 1 # }\nb|", "", nil),
    ] as [(String, String?, String?)]
  ) func keysAreWrittenInMappings(text: String, keys: String?, values: String?) {
    let place = place(text)
    #expect(path(place?.keyPath) == keys)
    #expect(path(place?.valuePath) == values)
  }

  @Test(arguments: [
    ("a: |", "a"), ("a: x|", "a"), ("a:\n  - b: x|", "a.0.b"), ("a: [ x|", "a.0"), ("a: [ x, |", "a.1"),
    ("a: { b: |", "a.b"),
    ("a: { b: [ x, y|", "a.b.1"), ("a: \"x|", "a"), ("a: { b: 'x y|", "a.b"), ("a:\n  - x\n  - |", "a.1"),
  ]) func valuesAreWrittenBehindColonsAndInLists(text: String, path: String) {
    #expect(self.path(place(text)?.valuePath) == path)
  }

  @Test(arguments: ["# a|", "a: 1 # b|", "a: >\n  text|", "{ a: 1 }|"]) func elsewhereThereIsNothing(
    text: String
  ) {
    let place = place(text)
    #expect(place?.keyPath == nil && place?.valuePath == nil)
  }

  @Test(
    arguments: [
      (#"{ "a|"#, "", nil), (#"{ "a": { "b": 1, "c|"#, "a", nil), (#"{ "a": |"#, nil, "a"),
      (#"{ "a": [ { "b": "x|"#, nil, "a.0.b"),
      (#"{ "a": "x", |"#, "", nil), (#"{ "a": "\"}", "b|"#, "", nil),
    ] as [(String, String?, String?)]
  ) func inJSONToo(text: String, keys: String?, values: String?) {
    let place = place(text, isJSON: true)
    #expect(path(place?.keyPath) == keys)
    #expect(path(place?.valuePath) == values)
  }

  @Test func theKeysBesideTheCursorAreKnown() {
    #expect(place("a:\n  b: 1\n  c: x\n  |")?.siblings == ["b", "c"])
    #expect(place("a: { b: 1, domain: acme.io, code: |")?.values["domain"] == "acme.io")
    #expect(place("when:\n  domain: acme.io\n  code: |")?.values["domain"] == "acme.io")
  }

  @Test func theWordIsWhatStandsBeforeTheCursor() {
    #expect(place("a: { category: bus|")?.word == "bus")
    #expect(place("a: { category: \"bus|")?.word == "bus")
    #expect(place("a: { category: \"bus|")?.quote == UInt8(ascii: "\""))
    #expect(place("a: |")?.word == "")
  }
}
