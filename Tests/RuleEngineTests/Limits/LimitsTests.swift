import RuleEngine
import TestSupport
import Testing

@Suite("Limits on YAML", .enabled(if: YAMLEvents.isSupported))
struct LimitsTests {
  private func rejection(_ text: String, _ limits: Limits = Limits()) -> String? {
    let reading = Reading.yaml(text, limits: limits)
    guard let message = reading.messages.first, reading.node == nil,
      reading.findings.first?.hasPrefix("limit-exceeded") == true,
      let start = message.ranges(of: "The limit ").last?.upperBound
    else { return reading.findings.first }
    return String(message[start...].prefix { $0 != " " })
  }

  @Test("accept anything exactly at the limit, and reject one more by the limit's name")
  func boundaries() {
    var limits = Limits()
    limits.ruleFileDepth = 3
    limits.ruleFileNodes = 6
    limits.scalarBytes = 4
    limits.ruleFileBytes = 40
    limits.aliases = 2
    limits.aliasExpansion = 2
    #expect(rejection("[[[a]]]", limits) == nil)
    #expect(rejection("[[[[a]]]]", limits) == "rule-file-depth")
    #expect(rejection("a:\n  b:\n    - c\n", limits) == nil)
    #expect(rejection("a:\n  b:\n    - - c\n", limits) == "rule-file-depth")
    #expect(rejection("[1,2,3,4,5]", limits) == nil)
    #expect(rejection("[1,2,3,4,5,6]", limits) == "rule-file-nodes")
    #expect(rejection("- abcd", limits) == nil)
    #expect(rejection("- abcde", limits) == "scalar-bytes")
    #expect(rejection("a" + String(repeating: " ", count: 39), limits) == nil)
    #expect(rejection("a" + String(repeating: " ", count: 40), limits) == "rule-file-bytes")
    #expect(rejection("[&a 1,*a,*a]", limits) == nil)
    #expect(rejection("[&a 1,*a,*a,*a]", limits) == "aliases")
  }

  @Test("give their name, their value, and how to raise them")
  func message() {
    let reading = Reading.yaml(String(repeating: "[", count: 65))
    #expect(reading.findings == ["limit-exceeded 1:65-66"])
    #expect(
      reading.messages == [
        "Lists and mappings nest too deep here. The limit rule-file-depth is 64; raise it with --limit rule-file-depth=N."
      ]
    )
  }

  @Test("count the depth that aliases add")
  func aliasDepth() {
    var limits = Limits()
    limits.ruleFileDepth = 4
    #expect(rejection("- &a [[1]]\n- [*a]\n", limits) == nil)
    #expect(rejection("- &a [[1]]\n- [[*a]]\n", limits) == "rule-file-depth")
    #expect(rejection("- &a [[1]]\n- &b [*a]\n- [*b]\n", limits) == "rule-file-depth")
  }

  @Test("count the nodes that aliases add, also through other aliases")
  func aliasNodes() {
    var limits = Limits()
    limits.ruleFileNodes = 20
    // 1 + (1+3) + (1+4+4) = 14, and 5 more make 19.
    #expect(rejection("- &a [1,2,3]\n- &b [*a,*a]\n- [*a]\n", limits) == nil)
    #expect(rejection("- &a [1,2,3]\n- &b [*a,*a]\n- *b\n", limits) == "rule-file-nodes")
  }

  @Test("compare the expanded size with the written size")
  func aliasExpansion() {
    let hundred = "&a [" + Array(repeating: "1", count: 100).joined(separator: ",") + "]"
    let aliases = { (count: Int) in Array(repeating: "*a", count: count).joined(separator: ",") }
    var limits = Limits()
    limits.aliasExpansion = 50
    // n aliases: 102 + n written, 102 + 101 n expanded.
    #expect(rejection("[\(hundred),\(aliases(98))]", limits) == nil)
    #expect(rejection("[\(hundred),\(aliases(99))]", limits) == "alias-expansion")
    let reading = Reading.yaml("[\(hundred),\(aliases(99))]", limits: limits)
    #expect(reading.diagnostics.first?.range.text == "*a")
  }

  /// Keys of a large file; more findings than are ever shown.
  private static let many = Scale.of(50_000, quick: 50_000, sanitized: 10_000)

  @Test("reject a billion laughs before anything is built")
  func billionLaughs() {
    var text = "a0: &a0 [lol,lol,lol,lol,lol,lol,lol,lol,lol]\n"
    for level in 1..<9 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ",")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect(rejection(text) == "rule-file-nodes")
  }

  @Test("hold for text crafted to take long")
  func bombs() {
    let many = Scale.of(100_000, quick: 100_000, sanitized: 20_000)
    for opening in ["[", "{", "- ", "? ", "[a,", "{a: ", "{? ", "- - ", "a: {b: ["] {
      #expect(rejection(String(repeating: opening, count: many)) == "rule-file-depth", "\(opening)")
    }
    #expect(
      rejection((0..<many / 100).map { String(repeating: " ", count: $0) + "a:\n" }.joined())
        == "rule-file-depth"
    )
    #expect(rejection("a: " + String(repeating: "x", count: 2 << 20)) == "scalar-bytes")
    #expect(
      rejection("a: '" + String(repeating: "x", count: 2 << 20))
        == "syntax-error 1:4-2097157 <- 1:2097157-2097157"
    )
  }

  @Test("reject a comment of 50 MB without scanning it")
  func comment() {
    var diagnostics = Diagnostics()
    let bytes = Array(repeating: UInt8(ascii: "#"), count: 50 << 20)
    #expect(SourceReader().read(name: "a.yaml", bytes: bytes, into: &diagnostics).node == nil)
    #expect(diagnostics.all.map(\.message).first?.contains("rule-file-bytes") == true)
  }

  @Test("stop reading a file that consists of findings")
  func manyFindings() {
    let pairs = "{" + Array(repeating: "\"a\": 1", count: Self.many).joined(separator: ", ") + "}"
    for reading in [Reading.json(pairs), Reading.yaml(pairs)] {
      #expect(reading.diagnostics.count == 1_001)
      #expect(reading.diagnostics.last?.code == "too-many-findings")
      #expect(reading.node == nil)
    }
  }

  @Test("accept files that are merely large")
  func large() {
    let keys = (0..<Self.many).map { "k\($0): 1\n" }.joined()
    #expect(Reading.yaml(keys).node?.members?.count == Self.many)
    #expect(Reading.yaml("# " + String(repeating: "x", count: 3 << 20) + "\na: 1\n").outline == #"{"a": 1}"#)
    let text =
      "a: &a " + String(repeating: "x", count: 100_000) + "\nb: ["
      + Array(repeating: "*a", count: 1_000).joined(separator: ",") + "]\n"
    #expect(Reading.yaml(text).node?["b"]?.elements?.count == 1_000)
    let values = "[" + Array(repeating: "1", count: 2 * Self.many).joined(separator: ",") + "]"
    #expect(Reading.yaml(values).node?.elements?.count == 2 * Self.many)
    #expect(Reading.json(values).node?.elements?.count == 2 * Self.many)
  }

  @Test("reject too many keys and too deep JSON")
  func json() {
    var limits = Limits()
    let keys = "{" + (0..<limits.ruleFileNodes / 10).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
    let long = keys + String(repeating: " ", count: limits.ruleFileBytes)
    #expect(Reading.json(long).messages.first?.contains("rule-file-bytes") == true)
    limits.ruleFileNodes /= 10
    #expect(Reading.json(keys, limits: limits).messages.first?.contains("rule-file-nodes") == true)
    limits.ruleFileDepth = 1 << 20
    #expect(limits.ruleFileDepth == 128)
    let nested = String(repeating: "[", count: 100_000)
    #expect(Reading.json(nested, limits: limits).messages.first?.contains("rule-file-depth is 128") == true)
    let deepest = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    #expect(Reading.json(deepest, limits: limits).node != nil)
    #expect(Reading.yaml(deepest, limits: limits).node != nil)
  }
}
