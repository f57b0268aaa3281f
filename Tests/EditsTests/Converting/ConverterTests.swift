import Edits
import Foundation
import RuleEngine
import TestSupport
import Testing

/// YAML from JSON, JSON from YAML, and back.
struct ConverterTests {
  private static let repository = Repository.root

  private func convert(_ text: String, from ending: String) -> Converter.Result {
    Converter().convert(name: "text.\(ending)", bytes: Array(text.utf8))
  }

  private func node(_ text: String, _ ending: String) -> Node? {
    var diagnostics = Diagnostics()
    let reading = SourceReader().read(name: "text.\(ending)", bytes: Array(text.utf8), into: &diagnostics)
    return diagnostics.hasErrors ? nil : reading.node
  }

  @Test(
    "A number keeps its digits",
    arguments: [
      ("0x1F", "31"), ("010", "10"), (".5", "0.5"), ("0o17", "15"), ("+3", "3"), ("1.", "1.0"),
      ("-.5e3", "-0.5e3"),
      ("0xFFFFFFFFFFFFFFFFFFFF", "1208925819614629174706175"),
      ("123456789012345678901234567890", "123456789012345678901234567890"),
      ("007.50", "7.50"), ("-0", "-0"), ("1E5", "1e5"), ("0x0", "0"),
    ]
  )
  func numbers(yaml: String, json: String) {
    guard YAMLEvents.isSupported else { return }
    #expect(convert("n: \(yaml)\n", from: "yaml").text == "{\n  \"n\": \(json)\n}\n")
  }

  @Test(
    "Only texts that YAML 1.1 parsers would misread are quoted",
    arguments: [
      ("no", "\"no\""), ("On", "\"On\""), ("y", "\"y\""), ("2026-11-20", "\"2026-11-20\""),
      ("12:30", "\"12:30\""),
      ("1_000", "\"1_000\""), ("0b1", "\"0b1\""), ("~", "\"~\""), ("", "\"\""), ("=", "\"=\""),
      ("1e3", "\"1e3\""),
      ("5xx", "5xx"), ("400..<500", "400..<500"), ("yes sir", "yes sir"), ("200ms", "200ms"),
      ("$name", "$name"),
      ("a: b", "\"a: b\""), ("- x", "\"- x\""), ("it's", "it's"), ("\"quoted\"", "'\"quoted\"'"),
      ("a\u{7}", "\"a\\u0007\""),
      ("a\u{2028}b", "\"a\\u2028b\""), ("😀", "😀"), ("a\r\nb", "\"a\\r\\nb\""), (" a", "\" a\""),
      ("a\nb \nc", "\"a\\nb \\nc\""),
    ]
  )
  func strings(string: String, yaml: String) throws {
    guard YAMLEvents.isSupported else { return }
    let json = String(decoding: try JSONEncoder().encode(["text": string]), as: UTF8.self)
    #expect(convert(json, from: "json").text == "text: \(yaml)\n")
  }

  @Test(
    "A key keeps its no-break spaces, wherever they stand",
    arguments: ["\u{A0}a", "a\u{A0}", "a\u{A0}b", "\u{A0}"]
  )
  func noBreakSpaces(key: String) throws {
    guard YAMLEvents.isSupported else { return }
    let json = "{\n  \"\(key)\": 1\n}\n"
    let yaml = try #require(convert(json, from: "json").text)
    #expect(convert(yaml, from: "yaml").text == json)
  }

  @Test("Multi-line texts become block scalars")
  func lines() {
    guard YAMLEvents.isSupported else { return }
    let json =
      #"{"kept": "one\n  two\n\nthree\n", "cut": ["a\nb"], "more": {"x": "a\n\n\n"}, "key\nof lines": 1}"#
    let expected = """
      kept: |
        one
          two

        three
      cut:
        - |-
          a
          b
      more:
        x: |+
          a


      "key\\nof lines": 1

      """
    #expect(convert(json, from: "json").text == expected)
  }

  @Test(
    "A file that can't be converted is rejected with the reader's findings",
    arguments: [
      ("a: 1\na: 2\n", "yaml", "duplicate-key"), ("a: .nan\n", "yaml", "number-not-finite"),
      ("a: !x 1\n", "yaml", "tag-not-allowed"),
      ("a: [\n", "yaml", "syntax-error"), ("{\"a\": 1, \"a\": 2}", "json", "duplicate-key"),
      ("{\"a\": 1,}", "json", "syntax-error"),
      ("? [ 1 ]\n: 2\n", "yaml", "non-scalar-key"), ("", "yaml", "empty-file"),
      ("a: 1\n---\nb: 2\n", "yaml", "several-documents"),
    ]
  )
  func rejections(text: String, ending: String, code: String) {
    if ending == "yaml", !YAMLEvents.isSupported { return }
    let result = convert(text, from: ending)
    #expect(result.text == nil)
    #expect(result.diagnostics.map { $0.code } == [code])
  }

  @Test("Every readable rule file keeps its value in both directions, in the canonical layout")
  func repositoryFiles() throws {
    guard YAMLEvents.isSupported else { return }
    var converted = 0
    for (index, file) in FormatterTests.files.enumerated() where !Scale.isQuick || index % 3 == 0 {
      let bytes = Array(try Data(contentsOf: Self.repository.appending(path: file)))
      let text = String(decoding: bytes, as: UTF8.self)
      let ending = file.hasSuffix(".json") ? "json" : "yaml"
      let other = ending == "json" ? "yaml" : "json"
      let result = Converter().convert(name: file, bytes: bytes)
      guard let value = node(text, ending) else {
        #expect(result.text == nil && !result.diagnostics.isEmpty, "\(file)")
        continue
      }
      converted += 1
      let there = try #require(result.text, "\(file)")
      let back = try #require(convert(there, from: other).text, "\(file)")
      #expect(try #require(node(there, other)).meansSame(as: value), "\(file)")
      #expect(try #require(node(back, ending)).meansSame(as: value), "\(file)")
      #expect(
        Formatter().format(name: "x.\(other)", bytes: Array(there.utf8)).text == Array(there.utf8),
        "\(file)"
      )
      #expect(convert(back, from: ending).text == there, "\(file)")
    }
    #expect(converted > Scale.of(900, quick: 300))
  }

  @Test("Unusual YAML keeps its value, and every lost comment is counted")
  func oddFiles() throws {
    guard YAMLEvents.isSupported else { return }
    var (valid, comments) = (0, 0)
    for seed in 0..<UInt64(Scale.of(1_500, quick: 150)) {
      let text = OddYAML.text(seed: seed)
      guard let value = node(text, "yaml") else { continue }
      valid += 1
      let result = convert(text, from: "yaml")
      let json = try #require(result.text, "seed \(seed)\n\(text)")
      #expect(try #require(node(json, "json")).isSame(as: value), "seed \(seed)")
      // Each has its number behind its sign; one inside a text is none.
      let found = try #require(Formatter().format(name: "odd.yaml", bytes: Array(text.utf8)).text)
      let formatted = convert(String(decoding: found, as: UTF8.self), from: "yaml")
      #expect(formatted.lostComments == result.lostComments, "seed \(seed)\n\(text)")
      comments += result.lostComments
      let yaml = try #require(convert(json, from: "json").text, "seed \(seed)")
      let again = try #require(convert(yaml, from: "yaml").text, "seed \(seed)")
      #expect(try #require(node(again, "json")).isSame(as: value), "seed \(seed)")
    }
    #expect(valid > Scale.of(150, quick: 15) && comments > Scale.of(300, quick: 30))
  }
}
