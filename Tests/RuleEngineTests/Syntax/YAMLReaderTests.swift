import RuleEngine
import Testing

@Suite("The YAML reader", .enabled(if: YAMLEvents.isSupported))
struct YAMLReaderTests {
  @Test("builds the tree of a file")
  func tree() {
    let reading = Reading.yaml(
      """
      # a rule file
      version: 1
      codes: [ 4xx, '400', "a\\tb" ]
      rules:
        - id: again
          when: { status: 503, "case": server }
        - text: |
            one
              two
          folded: >-
            three
            four
      nothing:
      """
    )
    #expect(
      reading.outline == """
        {"version": 1, "codes": ["4xx", "400", "a\tb"], "rules": [{"id": "again", "when": {"status": 503, \
        "case": "server"}}, {"text": "one\n  two\n", "folded": "three four"}], "nothing": null}
        """
    )
    #expect(reading.findings == [])
  }

  @Test("gives the exact position of every key and value")
  func places() {
    let reading = Reading.yaml(
      """
      é: &x [ 1, "ü" ]   # why
      b:
        - 'it''s'
        - { c: k-l, d }
        -
      "e": |+  # kept
        text
          more

      f: one
        two
      g: *x
      h: [ i: j ]
      k:
      """
    )
    #expect(
      reading.node?.places == [
        "1:1-14:3 \(reading.file.text)",
        "1:1-2 é",
        "1:7-17 [ 1, \"ü\" ]",
        "1:9-10 1",
        "1:12-15 \"ü\"",
        "2:1-2 b",
        "3:3-5:4 - 'it''s'\n  - { c: k-l, d }\n  -",
        "3:5-12 'it''s'",
        "4:5-18 { c: k-l, d }",
        "4:7-8 c",
        "4:10-13 k-l",
        "4:15-16 d",
        "4:16-16 ",
        "5:4-4 ",
        "6:1-4 \"e\"",
        "6:6-8:9 |+  # kept\n  text\n    more",
        "10:1-2 f",
        "10:4-11:6 one\n  two",
        "12:1-2 g",
        "1:7-17 [ 1, \"ü\" ]",
        "1:9-10 1",
        "1:12-15 \"ü\"",
        "13:1-2 h",
        "13:4-12 [ i: j ]",
        "13:6-10 i: j",
        "13:6-7 i",
        "13:9-10 j",
        "14:1-2 k",
        "14:3-3 ",
      ]
    )
  }

  @Test("points at the value after an anchor or a tag, and at an alias's content")
  func properties() {
    let reading = Reading.yaml("a: &one\n  # why\n  - x\nb: *one\n&k c: &v d\n*k : e\n")
    #expect(reading.node?["b"]?.range.bytes == reading.node?["a"]?.range.bytes)
    #expect(reading.node?["a"]?.range.text == "- x")
    #expect(reading.node?.members?.map(\.keyRange.text) == ["a", "b", "c"])
    #expect(reading.node?["c"]?.range.text == "d")
    #expect(reading.findings == ["duplicate-key 6:1-3 <- 5:4-5"])
  }

  @Test("uses the last anchor of a name, even if one is inside the other")
  func redefinedAnchors() {
    #expect(Reading.yaml("a: &x 1\nb: &x 2\nc: *x\n").outline == #"{"a": 1, "b": 2, "c": 2}"#)
    #expect(Reading.yaml("a: &x [ &x 1 ]\nb: *x\n").outline == #"{"a": [1], "b": 1}"#)
  }

  @Test("counts lines like editors, not like YAML 1.1")
  func lineBreaks() {
    let reading = Reading.yaml("a: \"x\u{2028}y\u{85}z\"\r\nb: 1\rb: 2\n")
    #expect(reading.findings == ["duplicate-key 3:1-2 <- 2:1-2"])
  }

  @Test("counts columns in characters, without a byte order mark")
  func columns() {
    let reading = Reading.yaml("\u{FEFF}é😀: 1\né😀: \"ü\\q\"\n")
    #expect(reading.findings == ["syntax-error 2:7-9 <- 2:5-6"])
    #expect(Reading.yaml("\u{FEFF}a: 1\na: 2\n").findings == ["duplicate-key 2:1-2 <- 1:1-2"])
    #expect(Reading.yaml("\u{FEFF}é: \u{7F}\n").findings == ["syntax-error 1:4-5"])
  }

  @Test("accepts JSON style: no space after a quoted key's colon")
  func jsonForm() {
    #expect(Reading.yaml(#"{"a":1,"b":[2,{"c":null}]}"#).outline == #"{"a": 1, "b": [2, {"c": null}]}"#)
  }

  @Test("keeps the style of each value")
  func styles() {
    let node = Reading.yaml("- a\n- 'b'\n- \"c\"\n- |\n  d\n- >\n  e\n- [f]\n- {g: h}\n- - i\n").node
    #expect(
      node?.elements?.map(\.style) == [
        .plain, .singleQuoted, .doubleQuoted, .literal, .folded, .flow, .flow, .block,
      ]
    )
  }
}

@Suite("Without libyaml", .enabled(if: !YAMLEvents.isSupported))
struct YAMLNotSupportedTests {
  @Test("a YAML file gets a single finding about the missing library")
  func finding() {
    #expect(Reading.yaml("a: 1\n").findings == ["yaml-not-supported 1:1-1"])
  }
}

extension SourceFile {
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
