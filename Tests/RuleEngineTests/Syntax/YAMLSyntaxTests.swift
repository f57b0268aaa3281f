import RuleEngine
import Testing

@Suite("Findings about YAML", .enabled(if: YAMLEvents.isSupported))
struct YAMLSyntaxTests {
  @Test(
    "report violations of the rules for rule files, with position and advice",
    arguments: [
      ("a: 1\nb:\n  a: 2\n  a: 3\n", "duplicate-key 4:3-4 <- 3:3-4", "Delete or rename"),
      ("a: 1\n\"a\": 2\n", "duplicate-key 2:1-4 <- 1:1-2", "Delete or rename"),
      ("{a: 1, 'a': 2}\n", "duplicate-key 1:8-11 <- 1:2-3", "Delete or rename"),
      ("? [a]\n: b\n", "non-scalar-key 1:3-6", "Write a text"),
      ("{a: 1}: b\n", "non-scalar-key 1:1-7", "Write a text"),
      ("a: !!str 12\n", "tag-not-allowed 1:4-9", "Delete !!str"),
      ("a: !foo\n  b: 1\n", "tag-not-allowed 1:4-8", "Delete !foo"),
      ("a: !<tag:x,y> 1\n", "tag-not-allowed 1:4-14", "Delete !<tag:x,y>"),
      ("a: ! 1\n", "tag-not-allowed 1:4-5", "Delete !,"),
      ("a: &x !!map {b: 1}\n", "tag-not-allowed 1:7-12", "Delete !!map"),
      ("!!str a: 1\n", "tag-not-allowed 1:1-6", "Delete !!str"),
      ("[!!int 1]\n", "tag-not-allowed 1:2-7", "Delete !!int"),
      ("a: !!binary |\n  QQ==\n", "tag-not-allowed 1:4-12", "!!binary"),
      ("!!python/object/apply:os.system [ls]\n", "tag-not-allowed 1:1-32", "quote"),
      ("a: !e!x 1\n", "tag-not-allowed 1:4-8", "quotes"),
      ("<<: {a: 1}\n", "merge-key 1:1-3", "Write the keys out"),
      ("a: &a {}\nb:\n  <<: [*a, *a]\n", "merge-key 3:3-5", "alias"),
      ("a: &a {<<: *a}\n", "merge-key 1:8-10", "Write the keys out|"),
      ("<<: 1\n", "merge-key 1:1-3", "Write"),
      ("a: *b\n", "undefined-alias 1:4-6", "quote"),
      ("a: [*b, 1]\nc: &b 1\n", "undefined-alias 1:5-7", "before it"),
      ("a: &a [*a]\n", "alias-cycle 1:8-10 <- 1:4-6", "Write the value out"),
      ("&a b: &c {d: {e: *c}}\n", "alias-cycle 1:18-20 <- 1:7-9", "Write the value out"),
      ("a: 1\n---\nb: 2\n", "several-documents 2:1-4 <- 1:1-1", "file of its own"),
      ("--- 1\n...\n# x\n--- 2\n", "several-documents 4:1-4 <- 1:1-4", "file of its own"),
      ("", "empty-file 1:1-1", "Write a rule file"),
      ("# only a comment\n", "empty-file 1:1-1", "Write a rule file"),
      ("---\n...\n", "empty-file 1:1-1", "Write a rule file"),
      ("\u{FEFF}", "empty-file 1:1-1", "Write a rule file"),
      ("%YAML 1.3\n---\na: 1\n", "yaml-version 1:1-10", "Write %YAML 1.2"),
      ("%YAML 1.1\n---\na: 1\n", "yaml-version 1:1-10", "Write %YAML 1.2"),
      ("{a:1}\n", "missing-space-after-colon 1:2-5", "a space"),
      ("when: {status:5xx, code: 1}\n", "missing-space-after-colon 1:8-18", "a space"),
      ("version:1\nname: x\n", "missing-space-after-colon 1:1-10 <- 2:5-6", "a space"),
      ("a: 1\nname:x\nb: 2\n", "missing-space-after-colon 2:1-7", "a space"),
      ("a:\n  - status:5xx # why\n    b: 1\n", "missing-space-after-colon 2:5-15 <- 3:5-6", "a space"),
      (": x\n", "empty-key 1:1-2", "before the colon"), ("{: x}\n", "empty-key 1:2-3", "before the colon"),
      ("? \n: x\n", "empty-key 1:2-2", "before the colon"),
    ]
  )
  func rules(text: String, finding: String, words: String) {
    let reading = Reading.yaml(text)
    #expect(reading.findings.contains(finding), "\(reading.findings)")
    let wanted = words.split(separator: "|").map(String.init).first ?? ""
    #expect(reading.messages.contains { $0.contains(wanted) }, "\(reading.messages)")
    if !words.hasSuffix("|") { #expect(Set(reading.findings).count == 1, "\(reading.findings)") }
  }

  @Test(
    "report syntax errors, with position and advice",
    arguments: [
      ("a:\n\tb: 1\n", "2:1-2", "Indent with spaces"), ("a: |\n\tb\n", "2:1-2", "Indent with spaces"),
      ("a: b\n\tc: 1\n", "2:1-2", "Indent with spaces"),
      ("a: b: c\n", "1:5-6", "put a text with a colon in quotes"),
      ("message: Error: no\n", "1:15-16", "put a text with a colon in quotes"),
      ("a: 1\n  b: 2\n", "2:3-4", "with its siblings"),
      ("a: 1\nb\nc: 2\n", "2:1-2", "This line has no colon"),
      ("a: 1\nsome words # why\n", "2:1-11", "This line has no colon"),
      ("a: \"x\nb: 1\n", "1:4-6 <- 2:5-5", "the same quote at its end"),
      ("a: 'x\n---\nb: 1\n", "1:4-6 <- 1:6-6", "the same quote at its end"),
      ("a: [1, 2\nb: 3\n", "2:2-3 <- 1:4-5", "close the list"),
      ("a: [1, 2\n\n", "1:9-9 <- 1:4-5", "close the list"),
      ("a: {b: 1\n", "1:9-9 <- 1:4-5", "close the mapping"),
      ("a: {b: [1}\n", "1:10-11 <- 1:8-9", "close the list"),
      ("a: {b: 1 c: 2}\n", "1:11-12 <- 1:4-5", "a comma between"),
      ("a: [1 2, 'b' 'c']\n", "1:14-15 <- 1:4-5", "a comma between"),
      ("a:\n    b: 1\n  c: 2\n", "3:3-4 <- 1:1-2", "with its siblings"),
      ("a:\n  - 1\n - 2\n", "3:2-3", "with the other elements"),
      ("a: b\n- c\n", "2:1-2", "with the other elements"),
      ("a:\n  - b\n  c: d\n", "3:3-4 <- 2:3-4", "“- ”"), ("a: - b\n", "1:4-5", "a line of its own"),
      ("a: \"b\\qc\"\n", "1:6-8 <- 1:4-5", "single quotes"),
      ("a: \"\\d+\"\n", "1:5-7 <- 1:4-5", "single quotes"),
      ("a: \"\\u12\"\n", "1:5-9", "all its digits"),
      ("a: \"\\ud83d\\ude00\"\n", "1:5-11", "the character itself"),
      ("a: *.login\n", "1:4-11", "Put it in quotes"), ("a: *\n", "1:4-5", "Put it in quotes"),
      ("a: & b\n", "1:4-5", "Put it in quotes"),
      ("a: @x\n", "1:4-5", "begin with @"), ("a: `x`\n", "1:4-5", "begin with `"),
      ("a: %x\n", "1:4-5", "begin with %"),
      ("a: \"b\" c\n", "1:8-9", "the whole value in the quotes"),
      ("a: 'it's'\n", "1:8-9", "the whole value in the quotes"),
      ("a: | text\n", "1:6-7", "next line"), ("a: [,]\n", "1:5-6", "Expected a value here"),
      ("a: ]\n", "1:4-5", "Expected a value here"),
      ("{a: 1}\nb: 2\n", "2:1-2", "end of the document"), ("a: é\u{1B}\n", "1:5-6", "control character"),
      ("a: \u{7F}\n", "1:4-5", "control character"),
    ]
  )
  func syntax(text: String, place: String, words: String) {
    let reading = Reading.yaml(text)
    #expect(reading.findings == ["syntax-error \(place)"])
    #expect(reading.messages.first?.contains(words) == true, "\(reading.messages)")
    #expect(reading.node == nil)
  }

  @Test("are reported together, and the rest of the file is read")
  func several() {
    let reading = Reading.yaml("a: !!int 1\na: 2\n<<: {}\nb: *c\nd: {e:1}\nf: 3\n")
    #expect(
      reading.findings == [
        "tag-not-allowed 1:4-9", "duplicate-key 2:1-2 <- 1:1-2", "merge-key 3:1-3", "undefined-alias 4:4-6",
        "missing-space-after-colon 5:5-8",
      ]
    )
    #expect(reading.outline == #"{"a": 1, "b": null, "d": {"e": null}, "f": 3}"#)
  }

  @Test("have a position in every rejected case of yaml-test-suite", YAMLSuite.isHere)
  func suite() throws {
    for testCase in try YAMLSuite.cases() {
      let file = SourceFile(name: testCase.id, bytes: testCase.input)
      let reading = Reading(file, Limits()) { YAMLReader.read($0, limits: $1, into: &$2) }
      #expect(reading.node != nil || !reading.diagnostics.isEmpty, "\(testCase.id)")
      for finding in reading.diagnostics {
        #expect(finding.range.bytes.upperBound <= file.bytes.count, "\(testCase.id)")
        #expect(finding.message.contains("."), "\(testCase.id): \(finding.message)")
      }
    }
  }
}
