import Patterns
import Testing

@Suite("Sets of patterns")
struct PatternSetTests {
  @Test func `a set finds what its patterns find alone`() throws {
    var generator = PatternGenerator(seed: TestEnvironment.seed &+ 3)
    var found = 0
    let rounds = TestEnvironment.scaled(400, quick: 15)
    for round in 0..<rounds {
      var patterns: [Pattern] = []
      while patterns.count < 12 {
        let whole = patterns.count % 5 == 0
        if let pattern = try? Pattern(expression: generator.expression(), coversWholeText: whole) {
          patterns.append(pattern)
        }
      }
      let limits = PatternLimits(programSize: 1_000_000, dfaMemory: round % 3 == 0 ? 3_000 : 8 << 20)
      let searcher = try PatternSet(patterns, limits: limits).makeSearcher()
      let alone = patterns.map { $0.makeSearcher() }
      for pattern in patterns {
        let text = generator.text(for: pattern.source)
        let count = searcher.search(text)
        var indices: [Int] = []
        searcher.forEachMatch { indices.append($0) }
        let expected = patterns.indices.filter { alone[$0].matches(text) }
        found += expected.count
        if indices.sorted() != expected || count != expected.count || searcher.matchCount != count {
          Issue.record(
            "\(patterns.map(\.source)) on \(text.debugDescription): \(indices.sorted()), not \(expected)"
          )
        }
      }
    }
    print("sets: \(rounds * 12) texts, \(found) matches agree with the patterns alone")
    #expect(found > rounds)
  }

  @Test func `an empty set finds nothing`() throws {
    let searcher = try PatternSet([]).makeSearcher()
    #expect(searcher.search("anything") == 0)
    #expect(!searcher.matched(0))
  }
}
