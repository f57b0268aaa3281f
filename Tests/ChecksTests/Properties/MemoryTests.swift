import Checks
import Reasoning
import RuleEngine
import Testing
import TestSupport

/// Edits drawn at random, each checked with the answers of all checks before it and without any.
@Suite("A memory of answers")
struct MemoryTests {
  @Test("changes no finding, no example and no count of steps", arguments: 0..<3)
  func same(seed: Int) {
    var draw = SeededRandom(seed: UInt64(seed))
    let memory = ReasoningMemory()
    var rules = (0..<12).map { _ in Self.rule(&draw) }
    for _ in 0..<12 {
      Self.edit(&rules, &draw)
      let text = Self.file(rules)
      let (with, without) = (Self.result(text, memory), Self.result(text, nil))
      #expect(with == without, "\(text)")
    }
    #expect(memory.used > 0)
  }

  @Test("that has little room forgets, and changes nothing", arguments: 0..<2)
  func small(seed: Int) {
    var draw = SeededRandom(seed: UInt64(100 + seed))
    let memory = ReasoningMemory(mostNumbers: 40, mostContents: 3)
    var rules = (0..<8).map { _ in Self.rule(&draw) }
    for _ in 0..<8 {
      Self.edit(&rules, &draw)
      #expect(Self.result(Self.file(rules), memory) == Self.result(Self.file(rules), nil))
    }
  }

  @Test("changes nothing where steps run out", arguments: [50, 400, 2_000])
  func limited(steps: Int) {
    var draw = SeededRandom(seed: UInt64(steps))
    let memory = ReasoningMemory()
    var rules = (0..<8).map { _ in Self.rule(&draw) }
    for round in 0..<4 {
      Self.edit(&rules, &draw)
      // What was answered with all steps is known when there are fewer.
      if round % 2 == 0 { _ = Self.result(Self.file(rules), memory) }
      #expect(Self.result(Self.file(rules), memory, steps) == Self.result(Self.file(rules), nil, steps))
    }
  }

  @Test("answers what was asked before an edit")
  func useful() {
    let rules = (0..<10).map { index in
      "{ when: { message: { matches: '^a[a-z]+\(index) .*b$' } }, then: \(["cancel", "abort"][index % 2]) }"
    }
    let memory = ReasoningMemory()
    _ = Self.result(Self.file(rules), memory)
    let first = memory.used
    _ = Self.result(Self.file(rules), memory)
    #expect(memory.used - first > 10)
  }

  private struct Result: Equatable {
    let findings: [String]
    let steps: Int
  }

  private static func result(_ text: String, _ memory: ReasoningMemory?, _ steps: Int? = nil) -> Result {
    let compilation = RuleSet.compile(name: "rules.yaml", bytes: Array(text.utf8))
    var settings = CheckSettings()
    settings.memory = memory
    if let steps { settings.steps = steps }
    let result = CheckRun(settings: settings).result(of: compilation)
    return Result(
      findings: result.findings.map {
        "\($0.range.bytes) \($0.code) \($0.severity) \($0.message) \($0.witness ?? "")"
      },
      steps: result.stepsTaken
    )
  }

  private static func file(_ rules: [String]) -> String {
    "version: 1\nresponders:\n  - id: app\n    rules:\n" + rules.map { "      - \($0)\n" }.joined()
  }

  private static func edit(_ rules: inout [String], _ draw: inout SeededRandom) {
    let place = Int.random(in: rules.indices, using: &draw)
    switch Int.random(in: 0..<4, using: &draw) {
    case 0: rules.swapAt(place, Int.random(in: rules.indices, using: &draw))
    case 1: rules.insert(rule(&draw), at: place)
    case 2 where rules.count > 4: rules.remove(at: place)
    default: rules[place] = rule(&draw)
    }
  }

  private static func rule(_ draw: inout SeededRandom) -> String {
    let words = ["timeout", "time", "out", "reset", "é", "a.b"]
    func word() -> String { words[Int.random(in: words.indices, using: &draw)] }
    func condition() -> String {
      switch Int.random(in: 0..<7, using: &draw) {
      case 0: "message: { contains: \(word()) }"
      case 1: "message: { contains: [ \(word()), \(word()) ] }"
      case 2: "message: { matches: '^\(word())[a-c]*\(word())$' }"
      case 3: "message: { matches: '(?i)\(word()).*[0-9]' }"
      case 4: "message: { hasPrefix: \(word()) }"
      case 5: "operation: { hasSuffix: \(word()) }"
      default: "type: App.\(["One", "Two"][Int.random(in: 0..<2, using: &draw)])"
      }
    }
    let both = Int.random(in: 0..<3, using: &draw) == 0
    let when = both ? "all: [ { \(condition()) }, { not: { \(condition()) } } ]" : condition()
    let then = ["cancel", "abort", "proceed"][Int.random(in: 0..<3, using: &draw)]
    return "{ when: { \(when) }, then: \(then) }"
  }
}
