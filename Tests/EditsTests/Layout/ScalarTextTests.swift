import Edits
import RuleEngine
import Testing

struct ScalarTextTests {
  @Test(
    "A string is plain if every parser reads it alike; in brackets less often",
    arguments: [
      ("word", "word", "word"), ("two words", "two words", "two words"), ("", "\"\"", "\"\""),
      ("a, b", "a, b", "\"a, b\""), ("what?", "what?", "\"what?\""), ("a:b", "a:b", "\"a:b\""),
      ("a: b", "\"a: b\"", "\"a: b\""), ("a #b", "\"a #b\"", "\"a #b\""), ("a#b", "a#b", "a#b"),
      ("{x}", "\"{x}\"", "\"{x}\""), ("x {y}", "x {y}", "\"x {y}\""), ("-1", "\"-1\"", "\"-1\""),
      ("- x", "\"- x\"", "\"- x\""), ("-x", "-x", "-x"), ("yes", "\"yes\"", "\"yes\""),
      ("Yes!", "Yes!", "Yes!"),
      ("1:30", "\"1:30\"", "\"1:30\""), ("1_000", "\"1_000\"", "\"1_000\""), ("0o7", "\"0o7\"", "\"0o7\""),
      ("5xx", "5xx", "5xx"), ("400..<500", "400..<500", "400..<500"), ("1.2.3", "1.2.3", "1.2.3"),
      ("2026-11-20", "\"2026-11-20\"", "\"2026-11-20\""), ("say \"x\"", "say \"x\"", "say \"x\""),
      ("\"x\"", "'\"x\"'", "'\"x\"'"), ("it's", "it's", "it's"),
      ("'x' \"y\"", "\"'x' \\\"y\\\"\"", "\"'x' \\\"y\\\"\""),
      ("a\\b", "a\\b", "a\\b"), ("a\tb", "\"a\\tb\"", "\"a\\tb\""),
      ("a\u{2028}b", "\"a\\u2028b\"", "\"a\\u2028b\""),
      (" a", "\" a\"", "\" a\""), ("a ", "\"a \"", "\"a \""), ("a:", "\"a:\"", "\"a:\""),
      ("---", "\"---\"", "\"---\""),
      ("日本", "日本", "日本"), ("é", "é", "é"), ("~", "\"~\"", "\"~\""), ("=", "\"=\"", "\"=\""),
      ("<<", "\"<<\"", "\"<<\""),
    ]
  )
  func quotesWhereNeeded(_ string: String, _ block: String, _ flow: String) throws {
    #expect(ScalarText(isInFlow: false).text(of: string) == block)
    #expect(ScalarText(isInFlow: true).text(of: string) == flow)
  }

  @Test("Random strings are read back unchanged, as values and keys, in block and flow style")
  func isReadBack() throws {
    let pieces = [
      "a", " ", ":", "#", "-", "?", ",", "[", "]", "{", "}", "'", "\"", "\\", "0", "1", ".", "e", "_", "o",
      "x",
      "\n", "\t", "é", "日", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{301}", "&", "*", "!", "|", ">", "%", "@",
      "`", "~", "=", "<", "yes",
    ]
    var random = SplitMix(11)
    for _ in 0..<5_000 {
      let string = (0...random.next(5)).map { _ in pieces[random.next(pieces.count)] }.joined()
      let block = ScalarText(isInFlow: false).text(of: string)
      let flow = ScalarText(isInFlow: true).text(of: string)
      let text = "a: \(block)\nb: { \(flow): [ \(flow), \(flow) ] }\nc:\n  - \(block)\n  - \(block): 1\n"
      var diagnostics = Diagnostics()
      let node = SourceReader().read(name: "f.yaml", bytes: Array(text.utf8), into: &diagnostics).node
      let root = try #require(node, "\(text)")
      let utf8 = Array(string.utf8)
      func isSame(_ node: Node?) -> Bool { node?.string.map { Array($0.utf8) == utf8 } ?? false }
      #expect(!diagnostics.hasErrors, "\(text)")
      #expect(isSame(root["a"]), "\(text)")
      #expect(root["b"]?.members?.first.map { Array($0.key.utf8) == utf8 } ?? false, "\(text)")
      #expect(root["b"]?.members?.first?.value.elements?.allSatisfy(isSame) ?? false, "\(text)")
      #expect(isSame(root["c"]?.elements?.first), "\(text)")
    }
  }
}
