import Patterns
import Testing

@Suite("Extracting groups")
struct ExtractorTests {
  private func slice(_ text: String, _ range: Range<Int>?) -> String? {
    range.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
  }

  @Test func `named groups hold what they matched`() throws {
    let pattern = try Pattern(
      expression: "(?P<host>[\\w.-]+):(?P<port>\\d+) timed out after (?P<ms>\\d+) ?(?P<unit>ms|s)?"
    )
    let extractor = pattern.makeExtractor()
    let text = "Verbindung zu db-07.example:5432 timed out after 1500 – wiederholt"
    let range = Array(text.utf8).withRawBytes { extractor.firstMatch(in: $0) }
    #expect(slice(text, range) == "db-07.example:5432 timed out after 1500 ")
    #expect(slice(text, extractor.range(ofGroupNamed: "host")) == "db-07.example")
    #expect(slice(text, extractor.range(ofGroupNamed: "port")) == "5432")
    #expect(slice(text, extractor.range(ofGroupNamed: "ms")) == "1500")
    #expect(extractor.range(ofGroupNamed: "unit") == nil)
    #expect(extractor.range(ofGroupNamed: "nothing") == nil)
    #expect(extractor.range(ofGroup: 99) == nil)
  }

  @Test func `a failed search forgets the groups of the last one`() throws {
    let extractor = try Pattern(expression: "(a)(b)?").makeExtractor()
    #expect(Array("ab".utf8).withRawBytes { extractor.firstMatch(in: $0) } == 0..<2)
    #expect(extractor.range(ofGroup: 2) == 1..<2)
    #expect(Array("xa".utf8).withRawBytes { extractor.firstMatch(in: $0) } == 1..<2)
    #expect(extractor.range(ofGroup: 2) == nil)
    #expect(Array("x".utf8).withRawBytes { extractor.firstMatch(in: $0) } == nil)
    #expect(extractor.range(ofGroup: 0) == nil)
  }

  @Test func `a search from an offset still sees what lies before it`() throws {
    let text = Array("foo foo\nfoo".utf8)
    func first(_ expression: String, _ from: Int) throws -> Range<Int>? {
      let extractor = try Pattern(expression: expression).makeExtractor()
      return text.withRawBytes { extractor.firstMatch(in: $0, from: from, groups: false) }
    }
    #expect(try first("\\bfoo", 1) == 4..<7)
    #expect(try first("oo\\b", 2) == 5..<7)
    #expect(try first("^foo", 0) == 0..<3)
    #expect(try first("^foo", 4) == nil)
    #expect(try first("(?m)^foo", 4) == 8..<11)
    #expect(try first("$", 11) == 11..<11)
  }
}
