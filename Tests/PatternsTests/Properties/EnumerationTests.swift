import Patterns
import Testing

@Suite("Languages against all short texts")
struct EnumerationTests {
  static let alphabet = ["a", "b", " ", "\n", "é"]

  /// Every text of up to four characters of the alphabet, the shortest first.
  static let texts: [String] = (0..<4).reduce(into: (all: [""], last: [""])) { texts, _ in
    texts.last = texts.last.flatMap { text in alphabet.map { text + $0 } }
    texts.all += texts.last
  }.all

  private func matches(_ pattern: Pattern) -> [Bool] {
    let searcher = pattern.makeSearcher()
    return Self.texts.map { searcher.matches($0) }
  }

  @Test func `set operations agree with enumeration`() throws {
    var generator = PatternGenerator(seed: TestEnvironment.seed &+ 7, letters: Self.alphabet + ["a", "b"])
    let overAlphabet = Language(try Pattern(expression: "[ab \\né]*", coversWholeText: true))
    var counts: [Example: Int] = [:]
    var pairs = 0
    while pairs < TestEnvironment.scaled(5_000, quick: 20) {
      let sources = [generator.expression(), generator.expression()]
      guard
        let first = try? Pattern(expression: sources[0], coversWholeText: generator.numbers.next() & 1 == 0),
        let second = try? Pattern(expression: sources[1], coversWholeText: generator.numbers.next() & 1 == 0)
      else { continue }
      pairs += 1
      let (left, right) = (Language(first), Language(second))
      let (inLeft, inRight) = (matches(first), matches(second))
      let combined: [(name: String, language: Language, holds: (Bool, Bool) -> Bool)] = [
        ("intersection", left.intersection(right), { $0 && $1 }),
        ("union", left.union(right), { $0 || $1 }),
        ("difference", left.subtracting(right), { $0 && !$1 }),
        ("neither", left.union(right).complement, { !$0 && !$1 }),
        ("complement", left.complement, { one, _ in !one }),
        ("one only", left.subtracting(right).union(right.subtracting(left)), { $0 != $1 }),
      ]
      for (name, language, holds) in combined {
        let expected = Self.texts.indices.first { holds(inLeft[$0], inRight[$0]) }.map { Self.texts[$0] }
        let example = language.intersection(overAlphabet).shortestExample()
        let what = "\(name) of \(sources[0].debugDescription) and \(sources[1].debugDescription)"
        check(example, against: expected, what)
        if case .text(let text) = example {
          let (one, other) = (first.makeSearcher().matches(text), second.makeSearcher().matches(text))
          if !holds(one, other) || !language.contains(text) {
            Issue.record("\(what): \(text.debugDescription) is not in it")
          }
          counts[.text(""), default: 0] += 1
        } else {
          counts[example, default: 0] += 1
        }
        // Without the alphabet, an example is at most as long, and emptiness implies emptiness.
        switch language.shortestExample() {
        case .none: if expected != nil { Issue.record("\(what) is not empty") }
        case .notDecided: counts[.notDecided, default: 0] += 1
        case .text(let text):
          let (one, other) = (first.makeSearcher().matches(text), second.makeSearcher().matches(text))
          if !holds(one, other) { Issue.record("\(what): \(text.debugDescription) is not in it") }
          if let expected, text.unicodeScalars.count > expected.unicodeScalars.count {
            Issue.record("\(what): \(text.debugDescription) is longer than \(expected.debugDescription)")
          }
        }
      }
    }
    print("languages: \(pairs) pairs of patterns agree with \(Self.texts.count) texts;", counts)
    #expect(counts[.none, default: 0] > pairs / 20)
  }

  private func check(_ example: Example, against expected: String?, _ what: String) {
    switch example {
    case .none: if expected != nil { Issue.record("\(what) is not empty") }
    case .notDecided: Issue.record("\(what) is not decided")
    case .text(let text):
      let length = text.unicodeScalars.count
      if let expected, length != expected.unicodeScalars.count {
        Issue.record("\(what): \(text.debugDescription), but \(expected.debugDescription)")
      }
      if expected == nil, length <= 4 { Issue.record("\(what): \(text.debugDescription) was not found") }
    }
  }
}
