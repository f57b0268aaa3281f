import Patterns
import Testing

@Suite("Searching")
struct SearcherTests {
  @Test(arguments: [
    ("Network*", "NetworkError.server", true), ("Network*", "MyNetworkError", false), ("*", "", true),
    ("", "", true),
    ("", "a", false), ("*.timeout", "a.b.timeout", true), ("a*b*c", "abc", true), ("a*b*c", "a\nb\nbc", true),
    ("a*b*c", "acb", false), ("a?c", "aéc", true), ("a?c", "ac", false), ("a?c", "abbc", false),
    ("?", "😀", true),
    ("*?", "", false), ("[a]", "[a]", true), ("[a]", "a", false), ("a\\*", "a\\b", true), ("é*", "éa", true),
  ])
  func `a glob covers the whole text`(glob: String, text: String, expected: Bool) throws {
    #expect(try Pattern.glob(glob).makeSearcher().matches(text) == expected)
  }

  @Test func `a question mark is a wildcard only where asked for`() throws {
    #expect(try Pattern.glob("a?", questionMark: false).makeSearcher().matches("a?"))
    #expect(try !Pattern.glob("a?", questionMark: false).makeSearcher().matches("ab"))
  }

  @Test(arguments: [
    (Pattern.Place.whole, "timeout", "timeout", true), (.whole, "timeout", "timeout!", false),
    (.start, "time", "timeout", true),
    (.start, "out", "timeout", false), (.end, "out", "timeout", true), (.end, "time", "timeout", false),
    (.anywhere, "meo", "timeout", true), (.anywhere, "moe", "timeout", false), (.anywhere, "", "", true),
    (.whole, "", "a", false), (.whole, "", "", true), (.start, "", "a", true), (.end, "a.b", "a.b", true),
    (.end, "a.b", "axb", false),
  ])
  func `a plain text stands where it must`(place: Pattern.Place, source: String, text: String, expected: Bool)
    throws
  {
    #expect(try Pattern.text(source, at: place).makeSearcher().matches(text) == expected)
  }

  @Test(arguments: [
    ("TIMEOUT", "Timeout", true), ("straße", "STRAẞE", true), ("strasse", "straße", false),
    ("Ärger", "äRGER", true),
    ("kelvin", "\u{212A}elvin", true), ("ΣΊΣΥΦΟΣ", "σίσυφος", true), ("ı", "I", false),
  ])
  func `case is ignored by simple folding`(source: String, text: String, expected: Bool) throws {
    for place in [Pattern.Place.whole, .start, .end, .anywhere] {
      #expect(try Pattern.text(source, at: place, ignoresCase: true).makeSearcher().matches(text) == expected)
      #expect(try !Pattern.text(source, at: place).makeSearcher().matches(text))
    }
    #expect(try Pattern.glob(source, ignoresCase: true).makeSearcher().matches(text) == expected)
  }

  @Test func `a literal is found wherever it lies, at every length of the text`() throws {
    for source in ["x", "xy", "needle", "(?i)NeeDle", "xyxyxyxyxyxyxyxyxyxyxyxy"] {
      let literal = source.hasPrefix("(?i)") ? "nEEdlE" : source
      let searcher = try Pattern(expression: source).makeSearcher()
      for length in 0..<70 {
        let filler = String(repeating: "n-", count: 40).prefix(length)
        #expect(!searcher.matches(String(filler)), "\(source) in \(length)")
        for place in stride(from: 0, through: length, by: 3) {
          #expect(
            searcher.matches(filler.prefix(place) + literal + filler.dropFirst(place)),
            "\(source) at \(place) of \(length)"
          )
        }
        #expect(!searcher.matches(filler + String(literal.dropLast())))
      }
    }
  }

  @Test func `invalid UTF-8 matches no character, and anything around it still does`() throws {
    let bad: [[UInt8]] = [
      [0xFF], [0xC3], [0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x80], [0xE2, 0x82],
    ]
    for bytes in bad {
      for expression in ["^.$", "^(?s:.)$", "^[^a]$", "\\PL", "^\\x{FFFD}", "^\\x{D800}"] {
        let searcher = try Pattern(expression: expression).makeSearcher()
        #expect(bytes.withRawBytes { !searcher.matches($0) }, "\(expression) on \(bytes)")
      }
      let around = [0x61] + bytes + [0x62]
      #expect(try around.withRawBytes { try Pattern(expression: "b$").makeSearcher().matches($0) })
      #expect(try around.withRawBytes { try !Pattern(expression: "a.*b").makeSearcher().matches($0) })
      #expect(try around.withRawBytes { try Pattern(expression: "^a\\C+b$").makeSearcher().matches($0) })
      #expect(try around.withRawBytes { try Pattern.glob("a*b").makeSearcher().matches($0) })
    }
  }

  @Test func `an empty buffer is an empty text`() throws {
    let empty = UnsafeRawBufferPointer(start: nil, count: 0)
    #expect(try Pattern(expression: "^$").makeSearcher().matches(empty))
    #expect(try !Pattern(expression: "a").makeSearcher().matches(empty))
    #expect(try Pattern(expression: "a*").makeExtractor().firstMatch(in: empty) == 0..<0)
    #expect(
      try PatternSet([Pattern(expression: "a"), Pattern(expression: "$")]).makeSearcher().search(empty) == 1
    )
  }

  @Test func `with little memory the answer is the same`() throws {
    var numbers = SeededNumbers(seed: TestEnvironment.seed)
    let limits = PatternLimits(dfaMemory: 20_000)
    let pattern = try Pattern(expression: "[01]*1[01]{9}x", limits: limits)
    let searcher = pattern.makeSearcher()
    let set = try PatternSet(
      [pattern, Pattern(expression: "0[01]{9}x"), Pattern(expression: "y$")],
      limits: limits
    ).makeSearcher()
    let extractor = pattern.makeExtractor()
    var found = 0
    for round in 0..<8 {
      var text = (0..<2_000).map { _ in 0x30 + UInt8(numbers.next() & 1) }
      text += Array((round % 2 == 0 ? "x" : "y").utf8)
      text.withRawBytes { text in
        let isMatch = searcher.matches(text)
        #expect(isMatch == (extractor.firstMatch(in: text) != nil))
        set.search(text)
        #expect(set.matched(0) == isMatch)
        #expect(set.matched(1) == (round % 2 == 0 && text[text.count - 11] == 0x30))
        #expect(set.matched(2) == (round % 2 == 1))
        found += isMatch ? 1 : 0
      }
    }
    #expect(found > 0 && found < 8)
    #expect(searcher.automatonResetCount > 0)
    #expect(searcher.simulatedSearchCount > 0)
    #expect(set.automatonResetCount > 0)
  }

  @Test func `the automaton stays within its memory`() throws {
    var numbers = SeededNumbers(seed: 3)
    let limit = 200_000
    let searcher = try Pattern(expression: "1[01]{14}x", limits: PatternLimits(dfaMemory: limit))
      .makeSearcher()
    let fresh = searcher.automatonByteCount
    for _ in 0..<4 {
      let text = (0..<20_000).map { _ in 0x30 + UInt8(numbers.next() & 1) }
      #expect(text.withRawBytes { !searcher.matches($0) })
    }
    #expect(searcher.automatonResetCount > 0)
    #expect(searcher.automatonByteCount <= limit + fresh + 10_000)
  }
}
