import Patterns
import Testing

/// What the articles in `Patterns.docc` show, so that it stays true.
@Suite("The articles' examples")
struct DocumentationTests {
  @Test func `running`() throws {
    let pattern = try Pattern(expression: #"timed out after (?P<ms>\d+) ms"#)
    #expect(pattern.makeSearcher().matches("connection timed out after 250 ms"))
    let extractor = pattern.makeExtractor()
    Array("connection timed out after 250 ms".utf8).withUnsafeBytes { text in
      #expect(extractor.firstMatch(in: text) == 11..<33)
      #expect(extractor.range(ofGroupNamed: "ms") == 27..<30)
    }
    let set = try PatternSet([
      Pattern(expression: "(?i)connection (refused|reset)"),
      Pattern.glob("*timed out*"),
      Pattern.text("HTTP 5", at: .start),
    ])
    let searcher = set.makeSearcher()
    #expect(searcher.search("HTTP 502 for /pay: upstream timed out") == 2)
    #expect(!searcher.matched(0) && searcher.matched(1) && searcher.matched(2))
  }

  @Test func `reasoning`() throws {
    let timeouts = Language(try Pattern.glob("*timed out*"))
    let quick = Language(try Pattern(expression: #"timed out after \d+ ms$"#))
    #expect(quick.isSubset(of: timeouts) == .yes)
    #expect(timeouts.subtracting(quick).shortestExample() == .text("timed out"))
    let earlier = try [Pattern.glob("Network*"), Pattern.text("timeout", at: .end)]
    let later = try Pattern(expression: #"^Network\w+\.timeout$"#)
    let taken = earlier.map { Language($0) }.reduce(Language.none) { $0.union($1) }
    #expect(Language(later).isSubset(of: taken) == .yes)
    let first = Language(try Pattern.glob("*timeout"))
    let second = Language(try Pattern(expression: "^HTTP 5[0-9]{2}"))
    #expect(first.intersection(second).shortestExample() == .text("HTTP 500timeout"))
  }

  @Test func `errors`() throws {
    do {
      _ = try Pattern(expression: "é(unclosed")
      Issue.record("accepted")
    } catch {
      #expect(error.range == 2..<3)
      #expect(error.message == "The group is not closed. Add “)”, or write “\\(” for a parenthesis.")
    }
  }
}
