import RuleEngine
import Testing

@Suite("The JSON reader")
struct JSONReaderTests {
  @Test("builds the tree of a file")
  func tree() {
    let reading = Reading.json(#"{"a": [1, 2.5, "x\ny", null], "😀": {"b": true, "c": false}}"#)
    #expect(reading.outline == "{\"a\": [1, ~2.5, \"x\ny\", null], \"😀\": {\"b\": true, \"c\": false}}")
    #expect(reading.findings == [])
  }

  @Test("gives the exact position of every key and value, also after a byte order mark")
  func places() {
    let text = "{\"k\\u00e9y\": [12, \"é\\\"\"],\n  \"b\": {}}"
    #expect(
      Reading.json(text).node?.places == [
        "1:1-2:11 \(text)",
        "1:2-12 \"k\\u00e9y\"",
        "1:14-25 [12, \"é\\\"\"]",
        "1:15-17 12",
        "1:19-24 \"é\\\"\"",
        "2:3-6 \"b\"",
        "2:8-10 {}",
      ]
    )
    #expect(Reading.json("\u{FEFF}[ 1]").node?.places == ["1:1-5 [ 1]", "1:3-4 1"])
  }

  @Test("keeps a number's text beside its value")
  func numbers() {
    let reading = Reading.json("[9223372036854775808, 1e400, -0]")
    #expect(reading.outline == "[~9.223372036854776e+18, ~1.7976931348623157e+308, 0]")
    #expect(reading.node?.elements?.map(\.text) == ["9223372036854775808", "1e400", "-0"])
  }

  @Test("reads surrogate pairs and keys of any length")
  func keys() {
    let key = String(repeating: "k", count: 5_000)
    #expect(Reading.json("{\"\(key)\": \"\\ud83d\\ude00\"}").outline == "{\"\(key)\": \"😀\"}")
  }

  @Test("reports every duplicate key with both positions, and keeps the first")
  func duplicateKeys() {
    let reading = Reading.json("{\"a\": 1, \"\\u0061\": 2,\n\"b\": {\"c\": 1, \"c\": 2}, \"a\": 3}")
    #expect(
      reading.findings == [
        "duplicate-key 1:10-18 <- 1:2-5", "duplicate-key 2:15-18 <- 2:7-10", "duplicate-key 2:24-27 <- 1:2-5",
      ]
    )
    #expect(reading.outline == "{\"a\": 1, \"b\": {\"c\": 1}}")
  }

  @Test("finds a duplicate among many keys")
  func duplicateAmongMany() {
    let members = (0..<1000).map { "\"k\($0)\": \($0)" }.joined(separator: ",")
    #expect(Reading.json("{\(members),\"k8\": 0,\"k999\":0}").findings.count == 2)
    for count in 1...20 {
      let members = (0..<count).map { "\"k\($0)\": \($0)" }.joined(separator: ",")
      for twice in 0..<count {
        #expect(Reading.json("{\(members),\"k\(twice)\":0}").findings.count == 1)
      }
    }
  }

  @Test(
    "reports the fault, the exact range, and what to do",
    arguments: [
      ("[1,\n 2,]", "syntax-error 2:3-4", "Delete it"),
      ("{\"a\": 1 // why\n}", "syntax-error 1:9-15", "no comments"),
      ("{'a': 1}", "syntax-error 1:2-3", "double quotes"),
      ("[NaN]", "syntax-error 1:2-5", "no NaN"),
      ("[1, True]", "syntax-error 1:5-9", "lower case"),
      ("{\"a\": 1} {}", "syntax-error 1:10-12", "the first value"),
      ("{\"a\": [1,\n 2\n\n", "syntax-error 2:3-3 <- 1:7-8", "Close every open"),
      ("{\"a\": \"é\\ud800\"}", "syntax-error 1:9-15", "both halves"),
      ("[\"abc]\n", "syntax-error 1:7-7", "Close it"),
      ("[\"a\\qb\"]", "syntax-error 1:4-6", "backslash"),
      ("[\"\\u12\"]", "syntax-error 1:3-7", "four hexadecimal digits"),
      (" \n ", "empty-file 1:1-1", "empty"),
    ]
  )
  func faults(text: String, finding: String, words: String) {
    let reading = Reading.json(text)
    #expect(reading.findings == [finding])
    #expect(reading.messages.first?.contains(words) == true, "\(reading.messages)")
    #expect(reading.node == nil)
  }

  @Test("reports the position of invalid UTF-8")
  func invalidUTF8() {
    let file = SourceFile(
      name: "rules",
      bytes: Array("[\"é\",\n\"é".utf8) + [0xE2, 0x82] + Array("\"]".utf8)
    )
    let reading = Reading(file, Limits()) { JSONReader.read($0, limits: $1, into: &$2) }
    #expect(reading.findings.first?.hasPrefix("not-utf8 2:3") == true)
    #expect(reading.diagnostics.first?.range.bytes == 10..<12)
  }

  @Test("accepts each limit exactly and rejects one more by the limit's name")
  func limits() {
    var limits = Limits()
    limits.ruleFileDepth = 3
    limits.ruleFileNodes = 5
    limits.scalarBytes = 4
    limits.ruleFileBytes = 30
    #expect(Reading.json("[[[]]]", limits: limits).findings == [])
    #expect(Reading.json("[[[[]]]]", limits: limits).findings == ["limit-exceeded 1:4-5"])
    #expect(
      Reading.json("[[[[]]]]", limits: limits).messages.first?.hasSuffix(
        "The limit rule-file-depth is 3; raise it with --limit rule-file-depth=N."
      ) == true
    )
    #expect(Reading.json("[1,2,3,4]", limits: limits).findings == [])
    #expect(
      Reading.json("[1,2,3,4,5]", limits: limits).messages.first?.contains("rule-file-nodes is 5") == true
    )
    #expect(Reading.json("[\"abcd\"]", limits: limits).findings == [])
    #expect(Reading.json("[\"abcde\"]", limits: limits).messages.first?.contains("scalar-bytes is 4") == true)
    let spaces = String(repeating: " ", count: 28)
    #expect(Reading.json("[]" + spaces, limits: limits).findings == [])
    #expect(
      Reading.json("[] " + spaces, limits: limits).messages.first?.contains("rule-file-bytes is 30") == true
    )
  }
}
